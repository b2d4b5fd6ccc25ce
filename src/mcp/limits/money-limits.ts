import { formatMoney } from '../../domain/money/money.ts';
import { moneyKindWords } from '../../domain/limits/money-kinds.ts';
import { type CountedMove, isAbove, type LimitUsage, computeLimitUsages } from '../../domain/limits/money-limits.ts';
import { formatLocalTime } from '../../domain/places/local-time.ts';
import { getMoneyKind } from '../policy/money-kinds.ts';
import type { PolicyLimit } from '../policy/limits-file.ts';
import type { Policy } from '../policy/policy.ts';
import type { CountedMoney } from '../tool/memory.ts';
import type { Plan } from '../tool/plan.ts';
import { recordText } from '../text/text.ts';

/** The day that limits count, as the desk reads it. */
export interface DeskDay {
  readonly at: string;
  readonly since: string;
  /** Start of the next day. */
  readonly until: string;
  readonly zone: string;
}

/** Result of checking a plan against the limits of a policy. */
export interface LimitVerdict {
  /** A text for each limit that the plan counts toward: the used amount, the plan's own, the remaining one. */
  readonly notes: readonly string[];
  /** The limit that the plan exceeds; undefined if it stays within all of them. */
  readonly excess: Excess | undefined;
}

export interface Excess {
  readonly above: PolicyLimit['above'];
  /** Reason for the refusal: the used amount, by whom, until when, and who can change the limit. */
  readonly text: string;
  /** Reason why a person approves it instead; the same whatever amount is used by now. */
  readonly warning: string;
}

export type LimitedPlan = Pick<Plan, 'moves' | 'records'>;

/** Checks a plan against every limit of the policy, on top of the money that is counted already. */
export function judgeLimits(
  { limits }: Policy,
  plan: LimitedPlan,
  { counted, day }: { readonly counted: readonly CountedMoney[]; readonly day: DeskDay },
): LimitVerdict {
  const findings = Object.entries(limits).flatMap(([name, limit]) => checkLimit({ name, limit, plan, counted, day }));
  const excesses = findings.flatMap(({ excess }) => excess ?? []);
  return {
    notes: findings.flatMap(({ note }) => note ?? []),
    // What is refused is not approved, whatever another limit says.
    excess: excesses.find(({ above }) => above === 'refuse') ?? excesses[0],
  };
}

interface LimitCheck {
  readonly name: string;
  readonly limit: PolicyLimit;
  readonly plan: LimitedPlan;
  readonly counted: readonly CountedMoney[];
  readonly day: DeskDay;
}

interface LimitFinding {
  readonly note?: string;
  readonly excess?: Excess;
}

function checkLimit({ name, limit, plan, counted, day }: LimitCheck): readonly LimitFinding[] {
  const moves = (plan.moves ?? []).filter(({ operation }) => getMoneyKind(operation) === limit.kind);
  const planAmounts = moves.flatMap(({ amount, payee }) => (amount === null ? [] : [{ amount, payee }]));
  if (planAmounts.length < moves.length) return [{ excess: buildUnreadExcess(limit, name) }];
  const countedMoves = counted.filter(({ operation }) => getMoneyKind(operation) === limit.kind).map(toCountedMove);
  return computeLimitUsages(limit, planAmounts, countedMoves).map((usage) => {
    const scope = describeScope(usage, { limit, plan });
    const note = formatNote(usage, scope);
    if (!isAbove(usage)) return { note };
    const { above } = limit;
    const warning = `This goes above the ${formatMoney(usage.limitCents, usage.currency)} that may be ${scope} (limits.${name}), so it is approved instead.`;
    return { note, excess: { above, warning, text: describeExcess(usage, { name, what: scope, day }) } };
  });
}

function buildUnreadExcess({ above }: PolicyLimit, name: string): Excess {
  const text = `What this moves could not be read in full, and the policy limits it (limits.${name}).`;
  return { above, text, warning: `${text} So it is approved instead.` };
}

const toCountedMove = ({ who: author, payee, currency, amount_cents: amountCents }: CountedMoney): CountedMove => ({
  who: author,
  payee,
  amount: { currency, amountCents },
});

/** Describes what a limit counts: `paid to carriers, factors and vendors in a day for «Prairie Haul»`. */
function describeScope(
  { limit: period, payee }: LimitUsage,
  { limit, plan }: Pick<LimitCheck, 'limit' | 'plan'>,
): string {
  const words = moneyKindWords[limit.kind];
  if (period === 'call') return `${words} in one call`;
  if (period === 'day') return `${words} in a day`;
  const name = plan.records.find(({ id }) => id === payee)?.name;
  return `${words} in a day for ${name ? recordText(name, 'list') : 'one payee'}`;
}

function formatNote({ limit, currency, limitCents, usedCents, ownCents, by }: LimitUsage, scope: string): string {
  const formatCents = (cents: number) => formatMoney(cents, currency);
  const used = limit === 'call' ? '' : `, used ${formatCents(usedCents)}${formatPeople(by, formatCents)}`;
  return `At most ${formatCents(limitCents)} ${scope}${used}, this ${formatCents(ownCents)}, left ${formatCents(limitCents - usedCents - ownCents)}.`;
}

function describeExcess(
  { limit, currency, limitCents, usedCents, ownCents, by }: LimitUsage,
  { name, what: scope, day }: { readonly name: string; readonly what: string; readonly day: DeskDay },
): string {
  const formatCents = (cents: number) => formatMoney(cents, currency);
  const max = `The policy lets at most ${formatCents(limitCents)} be ${scope} (limits.${name})`;
  const keeper = 'The owner of the policy file can change it.';
  if (limit === 'call') return `${max}, and this is ${formatCents(ownCents)}. ${keeper}`;
  const remaining = formatCents(Math.max(limitCents - usedCents, 0));
  return `${max}: ${formatCents(usedCents)} are used${formatPeople(by, formatCents)}, ${remaining} are left, and this is ${formatCents(ownCents)}. The day ends ${formatLocalTime(day.until, day.zone)}; what is approved and has not run still counts then. ${keeper}`;
}

const peopleMax = 5;

function formatPeople(by: LimitUsage['by'], formatCents: (cents: number) => string): string {
  if (by.length === 0) return '';
  const people = by
    .slice(0, peopleMax)
    .map(({ who: person, amountCents }) => `${recordText(person, 'list')} ${formatCents(amountCents)}`);
  const rest = by.length - people.length;
  return ` (${[...people, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')})`;
}

/** Returns true if the policy limits any money that the plan moves. */
export const isLimited = ({ limits }: Policy, { moves = [] }: LimitedPlan): boolean =>
  Object.values(limits).some(({ kind }) => moves.some(({ operation }) => getMoneyKind(operation) === kind));
