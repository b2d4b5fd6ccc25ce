import type { Gate } from '../../contract/kit/operation.ts';
import type { Gated } from './policy-file.ts';
import { builtInPolicy, type Policy, strictness } from './policy.ts';

const shown = (value: number) => value.toLocaleString('en-US');
const dollars = (cents: number) => cents / 100;

const above = (name: string, value: number, builtIn: number): readonly string[] =>
  value > builtIn ? [`${name} is ${shown(value)} (built in: ${shown(builtIn)})`] : [];
const below = (name: string, value: number, builtIn: number): readonly string[] =>
  value < builtIn ? [`${name} is ${shown(value)} (built in: ${shown(builtIn)})`] : [];

function weaker(
  section: string,
  gates: Readonly<Record<string, Gate>>,
  usual: ReadonlyMap<string, Gate>,
): readonly string[] {
  return Object.entries(gates).flatMap(([name, gate]) => {
    const own = usual.get(name);
    return own !== undefined && strictness[gate] < strictness[own]
      ? [`${section}.${name} is "${gate}" (built in: "${own}")`]
      : [];
  });
}

/** For each member of a policy, what of it lets more pass than the built-in one does. */
const loosenedBy: Readonly<Record<keyof Policy, (policy: Policy, known: Gated) => readonly string[]>> = {
  cleanBillLimitCents: (policy) =>
    above('cleanBillLimit', dollars(policy.cleanBillLimitCents), dollars(builtInPolicy.cleanBillLimitCents)),
  batchMax: (policy) => above('batchMax', policy.batchMax, builtInPolicy.batchMax),
  marginFloor: (policy) => below('marginFloor', policy.marginFloor, builtInPolicy.marginFloor),
  separationOfDuties: (policy) =>
    builtInPolicy.separationOfDuties && !policy.separationOfDuties ? ['separationOfDuties is off (built in: on)'] : [],
  confirmInClient: (policy) =>
    policy.confirmInClient && !builtInPolicy.confirmInClient ? ['confirmInClient is on (built in: off)'] : [],
  confirmPerDayCents: (policy) =>
    above('confirmPerDay', dollars(policy.confirmPerDayCents), dollars(builtInPolicy.confirmPerDayCents)),
  bookingLimitCents: (policy) =>
    above('bookingLimit', dollars(policy.bookingLimitCents), dollars(builtInPolicy.bookingLimitCents)),
  gates: (policy, { tools }) => weaker('gates', policy.gates, tools),
  operations: (policy, { operations }) => weaker('operations', policy.operations, operations),
};

/** What a policy lets pass that the built-in one does not, one phrase for each member. */
export const policyLoosenings = (policy: Policy, known: Gated): readonly string[] =>
  Object.values(loosenedBy).flatMap((loosened) => loosened(policy, known));
