import { builtInRules, type DeskRules, type Tolerance } from '../../domain/kit/desk-rules.ts';
import { formatMoney, percentText } from '../../domain/money/money.ts';
import { allHoursText, limitsText } from './bounds-text.ts';
import { builtInPolicy, type Policy } from './policy.ts';
import { builtInRoles, type Role } from './roles.ts';

const money = (cents: number) => formatMoney(cents, 'USD');
const days = (count: number) => `${count} days`;
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const band = ({ cents, fraction }: Tolerance) => `${money(cents)} or ${percentText(fraction)}, whichever is more`;
const listed = (entries: object) =>
  Object.entries(entries)
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join('; ') || 'none';

interface Row<Of> {
  /** As the policy file calls it. */
  readonly name: string;
  readonly meaning: string;
  readonly show: (of: Of) => string;
}

const limits: readonly Row<Policy>[] = [
  {
    name: 'cleanBillLimit',
    meaning: 'one clean bill is confirmed up to',
    show: (policy) => money(policy.cleanBillLimitCents),
  },
  {
    name: 'confirmPerDay',
    meaning: 'money out that one person confirms in a day',
    show: (policy) => money(policy.confirmPerDayCents),
  },
  {
    name: 'bookingLimit',
    meaning: 'what one yes may promise carriers and vendors',
    show: (policy) => money(policy.bookingLimitCents),
  },
  { name: 'batchMax', meaning: 'most records in one batch', show: (policy) => String(policy.batchMax) },
  {
    name: 'marginFloor',
    meaning: 'lowest margin without an approval',
    show: (policy) => percentText(policy.marginFloor),
  },
  {
    name: 'separationOfDuties',
    meaning: 'somebody else than the requester approves',
    show: (policy) => onOff(policy.separationOfDuties),
  },
  {
    name: 'confirmInClient',
    meaning: "a client's form counts as asking a person",
    show: (policy) => onOff(policy.confirmInClient),
  },
  { name: 'approvers', meaning: 'who may approve what', show: (policy) => listed(policy.approvers) },
  { name: 'limits', meaning: 'what may be moved, in each currency', show: limitsText },
  { name: 'hours', meaning: 'when something may be written', show: allHoursText },
  {
    name: 'mailDomains',
    meaning: 'where mail may go, subdomains included',
    show: ({ mailDomains }) => mailDomains?.join(', ') ?? 'anywhere',
  },
  {
    name: 'api.idempotencyKeys',
    meaning: 'the API answers a repeated key with its first answer',
    show: ({ keepsKeys }) => keepsKeys?.toString() ?? 'as its answers show',
  },
  {
    name: 'callsPerMinute',
    meaning: 'calls of tools by one person, in each process',
    show: ({ callsPerMinute }) => callsPerMinute?.toString() ?? 'any number',
  },
  { name: 'gates', meaning: 'gates of tools that differ', show: (policy) => listed(policy.gates) },
  { name: 'operations', meaning: 'gates of operations that differ', show: (policy) => listed(policy.operations) },
  {
    name: 'exceptions',
    meaning: 'REFUSED otherwise, and approved here with a reason',
    show: (policy) => policy.exceptions.join(', ') || 'none',
  },
];

const rules: readonly Row<DeskRules>[] = [
  { name: 'freeTimeHours', meaning: 'free time at a dock', show: (of) => `${of.freeTimeMinutes / 60} h` },
  {
    name: 'detentionPerHour',
    meaning: 'detention after free time, an hour',
    show: ({ detentionPerHourCents: { customer, carrier } }) =>
      `customer ${money(customer)}, carrier ${money(carrier)}`,
  },
  { name: 'marginTarget', meaning: 'margin that is aimed at', show: (of) => percentText(of.marginTarget) },
  { name: 'creditCounts', meaning: 'what counts against a credit limit', show: (of) => of.creditCounts.join(', ') },
  { name: 'billTolerance.clean', meaning: 'a bill is as agreed within', show: (of) => band(of.billTolerance.clean) },
  { name: 'billTolerance.minor', meaning: 'a deviation is minor within', show: (of) => band(of.billTolerance.minor) },
  {
    name: 'insurance.autoLiability',
    meaning: 'auto liability of a carrier at least',
    show: (of) => money(of.carriers.autoLiabilityCents),
  },
  {
    name: 'insurance.cargoLiability',
    meaning: 'cargo liability of a carrier at least',
    show: (of) => money(of.carriers.cargoLiabilityCents),
  },
  {
    name: 'insurance.soonDays',
    meaning: 'end of insurance is pointed out',
    show: (of) => `${days(of.carriers.insuranceSoonDays)} before`,
  },
  {
    name: 'authorityDays',
    meaning: 'authority is pointed out when younger than',
    show: (of) => days(of.carriers.authorityDays),
  },
  {
    name: 'onboardingDays',
    meaning: 'a carrier is pointed out when newer than',
    show: (of) => days(of.carriers.onboardingDays),
  },
  { name: 'payToDays', meaning: 'changed pay-to details hold bills for', show: (of) => days(of.carriers.payToDays) },
  { name: 'changedDays', meaning: 'a changed value is no proof for', show: (of) => days(of.carriers.changedDays) },
  { name: 'newAddressDays', meaning: 'a new mail address is pointed out for', show: (of) => days(of.newAddressDays) },
  { name: 'bankChanges', meaning: 'how bank changes are verified', show: (of) => of.bankChanges },
];

export interface PolicyLine {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  /** What it is without a policy file, where that differs. */
  readonly builtIn: string | null;
}

/** Every limit and rule that is in force, as a person reads it. */
export const policyLines = (policy: Policy): readonly PolicyLine[] => [
  ...limits.map((row) => lineOf(row, policy, builtInPolicy)),
  ...rules.map((row) => lineOf({ ...row, name: `rules.${row.name}` }, policy.rules, builtInRules)),
  ...Object.entries(policy.roles).map(([name, role]) => roleLine(name, role)),
];

/** A role that is not built in begins with nothing. */
function roleLine(name: string, role: Role): PolicyLine {
  const builtIn = builtInRoles[name];
  const [value, usual] = [roleText(role), builtIn === undefined ? 'no such role' : roleText(builtIn)];
  return { name: `roles.${name}`, value, meaning: 'signed in over HTTP', builtIn: value === usual ? null : usual };
}

const roleText = ({ toolsets, writes, approves, groups, people }: Role): string =>
  [
    `sees ${toolsets.join(', ') || 'nothing'}`,
    `changes ${writes.length === 0 ? 'nothing' : `with ${writes.join(', ')}`}`,
    approves ? 'decides for others' : 'decides nothing for others',
    ...(groups.length === 0 ? [] : [`also of the groups ${groups.join(', ')}`]),
    ...(people.length === 0 ? [] : [`also of ${people.join(', ')}`]),
  ].join('; ');

function lineOf<Of>({ name, meaning, show }: Row<Of>, inForce: Of, builtIn: Of): PolicyLine {
  const [value, usual] = [show(inForce), show(builtIn)];
  return { name, value, meaning, builtIn: value === usual ? null : usual };
}
