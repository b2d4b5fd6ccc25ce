import { toolList } from '../../../tools/list.ts';
import type { Config } from '../config.ts';
import { builtInPolicy, type Policy } from '../../mcp/policy/policy.ts';

export type PolicySettings = Pick<Config, 'policyText' | 'signIn'>;

export interface PolicyInForce {
  readonly policy: Policy;
  /** Points in which it is looser than the built-in policy. */
  readonly loosenings: readonly string[];
}

/**
 * Reads the policy, and the points in which it is looser. The names of all operations are loaded only for a policy
 * file.
 */
export async function readPolicy({ policyText, signIn }: PolicySettings): Promise<PolicyInForce> {
  // Where people sign in there is a second person to ask.
  const usual = { ...builtInPolicy, separationOfDuties: signIn !== undefined };
  if (policyText === undefined) return { policy: usual, loosenings: [] };
  const { loadPolicy } = await import('../../mcp/policy/policy-file.ts');
  const { listPolicyLoosenings: policyLoosenings } = await import('../../mcp/policy/policy-loosenings.ts');
  const { collectGates: usualGates } = await import('../../mcp/tool/usual-gates.ts');
  const gates = usualGates(toolList);
  const policy = loadPolicy({ text: policyText, known: gates, separationOfDuties: usual.separationOfDuties });
  return { policy, loosenings: policyLoosenings(policy, gates, usual) };
}

/** Describes the tools and operations that the policy turns off. */
export async function describeOffNames(policy: Policy): Promise<string> {
  const { formatOffNames: offText } = await import('../../mcp/policy/policy-text.ts');
  const { collectGates: knownGates } = await import('../../mcp/tool/usual-gates.ts');
  return offText(policy, knownGates(toolList));
}

/** Returns the policy of this configuration. */
export const readActivePolicy = async (config: PolicySettings): Promise<Policy> => (await readPolicy(config)).policy;

/** Describes the loosenings in capitals: the person who loosened the policy may not be the person who relies on it. */
export const describeLoosenings = (loosenings: readonly string[]): string =>
  `LOOSER THAN BUILT IN: ${loosenings.join('; ')}.`;
