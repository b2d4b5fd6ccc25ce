import type { Toolset } from '../policy/toolsets.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { type Policy, gateOfTool } from '../policy/policy.ts';
import type { Access } from '../policy/roles.ts';

export interface Selection {
  readonly toolsets: readonly Toolset[];
  /** Only reading tools exist. */
  readonly isReadOnly: boolean;
  readonly policy: Policy;
  /** What the one who is signed in may use; undefined where nobody signs in. */
  readonly access?: Access | undefined;
}

/** Whether a tool usually answers with a plan that waits for a person. */
export function showsPlans(tool: Pick<ListedTool, 'name' | 'gate' | 'takesAnyGate'>, { policy }: Selection): boolean {
  const gate = gateOfTool(policy, tool.name, tool.gate);
  return gate === 'confirm' || gate === 'approve' || tool.takesAnyGate === true;
}

export type Selectable = Pick<ListedTool, 'name' | 'toolset' | 'gate' | 'isWrite'>;

/** Names of those that exist and are not on offer. */
export function missingTools(tools: readonly Selectable[], selection: Selection): readonly string[] {
  const offered = new Set(selectTools(tools, selection));
  return tools.filter((tool) => !offered.has(tool)).map(({ name }) => name);
}

/** The tools on offer, in the order they were listed: of the chosen toolsets, not off, reading only where asked, of the person's roles. */
export function selectTools<Tool extends Selectable>(
  tools: readonly Tool[],
  { toolsets, isReadOnly, policy, access }: Selection,
): readonly Tool[] {
  return tools.filter(
    (tool) =>
      (tool.toolset === 'control' || toolsets.includes(tool.toolset)) &&
      gateOfTool(policy, tool.name, tool.gate) !== 'off' &&
      !(isReadOnly && tool.isWrite) &&
      (access === undefined || access.allows(tool)),
  );
}
