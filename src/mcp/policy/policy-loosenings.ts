import type { Gated } from './policy-entry.ts';
import { listPolicyValues, type Policy } from './policy.ts';

/** Lists what a policy allows and the built-in one doesn't. `usual` is the policy without a file. */
export const listPolicyLoosenings = (policy: Policy, gated: Gated, usual: Policy): readonly string[] =>
  listPolicyValues(policy, usual).flatMap((row) => row.entry.listLoosenings(row.value, row.usual, gated));
