import { tools } from '../../../tools/index.ts';
import { getToolGate } from '../../mcp/policy/policy.ts';
import { selectTools } from '../../mcp/server/selection.ts';
import type { Session } from '../session.ts';
import { readActivePolicy } from '../opening/policy.ts';

/** Prints the tools that this configuration offers, and the operations that each may call. */
export async function runTools(
  flags: { readonly json?: boolean | undefined },
  { config, print }: Session,
): Promise<void> {
  const policy = await readActivePolicy(config);
  const offered = selectTools(tools, { toolsets: config.toolsets, isReadOnly: config.readOnly, policy });
  const rows = offered.map(({ name, title, toolset, gate, operations }) => ({
    name,
    title,
    toolset,
    gate: getToolGate(policy, name, gate),
    operations,
  }));
  if (flags.json) return print(JSON.stringify(rows, null, 2));
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, toolset, gate, operations } of rows) {
    const operationsText =
      operations.length > 8 ? `${operations.length} operations` : operations.join(', ') || 'no API calls';
    print(`${name.padEnd(width)}  ${toolset.padEnd(9)}  ${gate.padEnd(7)}  ${operationsText}`);
  }
}
