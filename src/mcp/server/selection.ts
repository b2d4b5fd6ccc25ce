import type { Toolset } from '../policy/toolsets.ts';
import type { ListedTool } from '../tool/listed-tool.ts';
import { type Policy, getToolGate } from '../policy/policy.ts';
import type { PersonAccess } from '../policy/roles.ts';

export interface Selection {
  readonly toolsets: readonly Toolset[];
  /** True if only reading tools are offered. */
  readonly isReadOnly: boolean;
  readonly policy: Policy;
  /** Rights of the person who is signed in; undefined if people don't sign in. */
  readonly access?: PersonAccess | undefined;
}

/** Returns true if a tool usually answers with a plan that waits for a person. */
export function isPlanTool(tool: Pick<ListedTool, 'name' | 'gate' | 'takesAnyGate'>, { policy }: Selection): boolean {
  const gate = getToolGate(policy, tool.name, tool.gate);
  return gate === 'confirm' || gate === 'approve' || tool.takesAnyGate === true;
}

export type Selectable = Pick<ListedTool, 'name' | 'toolset' | 'gate' | 'isWrite'>;

/** Lists the names of tools that exist and are not offered. */
export function listMissingTools(tools: readonly Selectable[], selection: Selection): readonly string[] {
  const offered = new Set(selectTools(tools, selection));
  return tools.filter((tool) => !offered.has(tool)).map(({ name }) => name);
}

/**
 * Selects the tools to offer, in their order: those of the chosen toolsets and of the person's roles that are not off,
 * and only reading ones if requested.
 */
export function selectTools<Tool extends Selectable>(
  tools: readonly Tool[],
  { toolsets, isReadOnly, policy, access }: Selection,
): readonly Tool[] {
  return tools.filter(
    (tool) =>
      (tool.toolset === 'control' || toolsets.includes(tool.toolset)) &&
      getToolGate(policy, tool.name, tool.gate) !== 'off' &&
      !(isReadOnly && tool.isWrite) &&
      (access === undefined || access.allows(tool)),
  );
}
