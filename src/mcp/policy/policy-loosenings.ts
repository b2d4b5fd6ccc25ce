import type { Gate } from '../../contract/kit/operation.ts';
import type { Gated } from './policy-file.ts';
import { builtInRules, creditParts, type DeskRules } from '../../domain/kit/desk-rules.ts';
import { refusals } from '../../domain/kit/refusals.ts';
import { builtInPolicy, type Policy, strictness } from './policy.ts';
import { builtInRoles, noRole, type Roles } from './roles.ts';

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

function looserRules(rules: DeskRules): readonly string[] {
  const { billTolerance, carriers, creditCounts, newAddressDays } = rules;
  const builtIn = builtInRules;
  return [
    ...(['clean', 'minor'] as const).flatMap((band) => [
      ...above(
        `rules.billTolerance.${band}.amount`,
        dollars(billTolerance[band].cents),
        dollars(builtIn.billTolerance[band].cents),
      ),
      ...above(
        `rules.billTolerance.${band}.fraction`,
        billTolerance[band].fraction,
        builtIn.billTolerance[band].fraction,
      ),
    ]),
    ...below(
      'rules.insurance.autoLiability',
      dollars(carriers.autoLiabilityCents),
      dollars(builtIn.carriers.autoLiabilityCents),
    ),
    ...below(
      'rules.insurance.cargoLiability',
      dollars(carriers.cargoLiabilityCents),
      dollars(builtIn.carriers.cargoLiabilityCents),
    ),
    ...below('rules.insurance.soonDays', carriers.insuranceSoonDays, builtIn.carriers.insuranceSoonDays),
    ...(['authorityDays', 'onboardingDays', 'payToDays', 'changedDays'] as const).flatMap((days) =>
      below(`rules.${days}`, carriers[days], builtIn.carriers[days]),
    ),
    ...below('rules.newAddressDays', newAddressDays, builtIn.newAddressDays),
    ...creditParts
      .filter((part) => builtIn.creditCounts.includes(part) && !creditCounts.includes(part))
      .map((part) => `rules.creditCounts leaves out ${part}`),
  ];
}

function looserRoles(roles: Roles): readonly string[] {
  return Object.entries(roles).flatMap(([name, role]) => {
    const builtIn = builtInRoles[name] ?? noRole;
    const more = (['toolsets', 'writes'] as const).flatMap((part) => {
      const usual: readonly string[] = builtIn[part];
      const added = role[part].filter((word) => !usual.includes(word));
      return added.length > 0 ? [`roles.${name}.${part} adds ${added.join(', ')}`] : [];
    });
    return [...more, ...(role.approves && !builtIn.approves ? [`roles.${name} decides for others`] : [])];
  });
}

/** For each member of a policy, what of it lets more pass than the built-in one does. */
const loosenedBy: Readonly<Record<keyof Policy, (policy: Policy, known: Gated, usual: Policy) => readonly string[]>> = {
  cleanBillLimitCents: (policy) =>
    above('cleanBillLimit', dollars(policy.cleanBillLimitCents), dollars(builtInPolicy.cleanBillLimitCents)),
  batchMax: (policy) => above('batchMax', policy.batchMax, builtInPolicy.batchMax),
  marginFloor: (policy) => below('marginFloor', policy.marginFloor, builtInPolicy.marginFloor),
  separationOfDuties: (policy, _known, usual) =>
    usual.separationOfDuties && !policy.separationOfDuties ? ['separationOfDuties is off (built in: on)'] : [],
  confirmInClient: (policy) =>
    policy.confirmInClient && !builtInPolicy.confirmInClient ? ['confirmInClient is on (built in: off)'] : [],
  confirmPerDayCents: (policy) =>
    above('confirmPerDay', dollars(policy.confirmPerDayCents), dollars(builtInPolicy.confirmPerDayCents)),
  bookingLimitCents: (policy) =>
    above('bookingLimit', dollars(policy.bookingLimitCents), dollars(builtInPolicy.bookingLimitCents)),
  rules: ({ rules }) => looserRules(rules),
  // Naming approvers only narrows who may say yes.
  approvers: () => [],
  exceptions: ({ exceptions }) =>
    exceptions.map((name) => `exceptions allows ${name}: ${refusals[name]} (built in: refused)`),
  roles: ({ roles }) => looserRoles(roles),
  // Without a file nothing is bounded so.
  limits: () => [],
  hours: () => [],
  mailDomains: () => [],
  keepsKeys: ({ keepsKeys }) =>
    keepsKeys === true ? ['api.idempotencyKeys is true (built in: only where the API has shown it)'] : [],
  callsPerMinute: () => [],
  gates: (policy, { tools }) => weaker('gates', policy.gates, tools),
  operations: (policy, { operations }) => weaker('operations', policy.operations, operations),
};

/** What a policy lets pass that the built-in one does not, one phrase for each member. `usual` is what holds without a file. */
export const policyLoosenings = (policy: Policy, known: Gated, usual: Policy): readonly string[] =>
  Object.values(loosenedBy).flatMap((loosened) => loosened(policy, known, usual));
