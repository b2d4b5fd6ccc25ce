import { toolList } from '../../../tools/list.ts';
import type { Config } from '../config.ts';
import { builtInPolicy, type Policy } from '../../mcp/tool/policy.ts';

/** The policy of this configuration. Only a file needs all that it may name, every operation included, to be read. */
export async function policyOf({ policyText }: Config): Promise<Policy> {
  if (policyText === undefined) return builtInPolicy;
  const { loadPolicy } = await import('../../mcp/tool/policy-file.ts');
  const { knownGates } = await import('../../mcp/tool/known-gates.ts');
  return loadPolicy({ text: policyText, known: knownGates(toolList), separationOfDuties: false });
}
