import { catalogue } from '../../contract/catalogue.ts';
import type { ListedTool } from './listed-tool.ts';
import type { Gated } from '../policy/policy-entry.ts';

/** Collects the names that a policy file may use: every tool and operation with its usual gate. */
export function collectGates(tools: readonly Pick<ListedTool, 'name' | 'gate' | 'toolset' | 'moves'>[]): Gated {
  // What approves, looks up and takes back is always there.
  const sets = Map.groupBy(
    tools.filter(({ toolset }) => toolset !== 'control'),
    ({ toolset }) => toolset,
  );
  return {
    tools: new Map(tools.map(({ name, gate }) => [name, gate])),
    toolsets: new Map([...sets].map(([name, setTools]) => [name, setTools.map((tool) => tool.name)])),
    moves: new Map(tools.flatMap(({ name, moves }) => (moves === undefined ? [] : [[name, moves]]))),
    operations: new Map(catalogue().map(({ name, gate }) => [name, gate])),
  };
}
