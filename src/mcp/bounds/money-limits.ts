import { formatMoney } from '../../domain/money/money.ts';
import { moneyKindWords } from '../../domain/bounds/money-kinds.ts';
import { type CountedMove, isAbove, type LimitUsage, computeLimitUsages } from '../../domain/bounds/money-limits.ts';
import { formatLocalTime } from '../../domain/places/local-time.ts';
import { moneyKindOf } from '../policy/money-kinds.ts';
import type { PolicyLimit } from '../policy/bounds-file.ts';
import type { Policy } from '../policy/policy.ts';
import type { CountedMoney } from '../tool/memory.ts';
import type { Plan } from '../tool/plan.ts';
import { recordText } from '../text/text.ts';

/** The day that limits count, as the desk reads it. */
export interface DeskDay {
  readonly at: string;
  readonly since: string;
  /** When the next one begins. */
  readonly until: string;
  readonly zone: string;
}

/** What the limits of a policy say of a plan. */
export interface Verdict {
  /** Each limit that it counts against: what is used, what this adds, what is left. */
  readonly notes: readonly string[];
  /** Undefined while it stays within all of them. */
  readonly excess: Excess | undefined;
}

export interface Excess {
  readonly above: PolicyLimit['above'];
  /** Why it is refused: what is used, by whom, until when, and who can change it. */
  readonly text: string;
  /** Why it is approved instead; the same whatever is used by now. */
  readonly warning: string;
}

export type LimitedPlan = Pick<Plan, 'moves' | 'records'>;

/** Where a plan stands with every limit of the policy, beside what is counted already. */
export function judgeLimits(
  { limits }: Policy,
  plan: LimitedPlan,
  { counted, day }: { readonly counted: readonly CountedMoney[]; readonly day: DeskDay },
): Verdict {
  const findings = Object.entries(limits).flatMap(([name, limit]) => findingsOf({ name, limit, plan, counted, day }));
  const excesses = findings.flatMap(({ excess }) => excess ?? []);
  return {
    notes: findings.flatMap(({ note }) => note ?? []),
    // What is refused is not approved, whatever another limit says.
    excess: excesses.find(({ above }) => above === 'refuse') ?? excesses[0],
  };
}

interface Looked {
  readonly name: string;
  readonly limit: PolicyLimit;
  readonly plan: LimitedPlan;
  readonly counted: readonly CountedMoney[];
  readonly day: DeskDay;
}

interface Finding {
  readonly note?: string;
  readonly excess?: Excess;
}

function findingsOf({ name, limit, plan, counted, day }: Looked): readonly Finding[] {
  const moves = (plan.moves ?? []).filter(({ operation }) => moneyKindOf(operation) === limit.kind);
  const own = moves.flatMap(({ amount, payee }) => (amount === null ? [] : [{ amount, payee }]));
  if (own.length < moves.length) return [{ excess: unreadExcess(limit, name) }];
  const before = counted.filter(({ operation }) => moneyKindOf(operation) === limit.kind).map(moveOf);
  return computeLimitUsages(limit, own, before).map((standing) => {
    const what = scopeText(standing, { limit, plan });
    const note = noteText(standing, what);
    if (!isAbove(standing)) return { note };
    const { above } = limit;
    const warning = `This goes above the ${formatMoney(standing.limitCents, standing.currency)} that may be ${what} (limits.${name}), so it is approved instead.`;
    return { note, excess: { above, warning, text: aboveText(standing, { name, what, day }) } };
  });
}

function unreadExcess({ above }: PolicyLimit, name: string): Excess {
  const text = `What this moves could not be read in full, and the policy limits it (limits.${name}).`;
  return { above, text, warning: `${text} So it is approved instead.` };
}

const moveOf = ({ who, payee, currency, amount_cents: amountCents }: CountedMoney): CountedMove => ({
  who,
  payee,
  amount: { currency, amountCents },
});

/** `paid to carriers, factors and vendors in a day for «Prairie Haul»` */
function scopeText({ limit: of, payee }: LimitUsage, { limit, plan }: Pick<Looked, 'limit' | 'plan'>): string {
  const words = moneyKindWords[limit.kind];
  if (of === 'call') return `${words} in one call`;
  if (of === 'day') return `${words} in a day`;
  const name = plan.records.find(({ id }) => id === payee)?.name;
  return `${words} in a day for ${name ? recordText(name, 'list') : 'one payee'}`;
}

function noteText({ limit, currency, limitCents, usedCents, ownCents, by }: LimitUsage, what: string): string {
  const money = (cents: number) => formatMoney(cents, currency);
  const used = limit === 'call' ? '' : `, used ${money(usedCents)}${peopleText(by, money)}`;
  return `At most ${money(limitCents)} ${what}${used}, this ${money(ownCents)}, left ${money(limitCents - usedCents - ownCents)}.`;
}

function aboveText(
  { limit, currency, limitCents, usedCents, ownCents, by }: LimitUsage,
  { name, what, day }: { readonly name: string; readonly what: string; readonly day: DeskDay },
): string {
  const money = (cents: number) => formatMoney(cents, currency);
  const max = `The policy lets at most ${money(limitCents)} be ${what} (limits.${name})`;
  const keeper = 'Whoever keeps the policy file can change it.';
  if (limit === 'call') return `${max}, and this is ${money(ownCents)}. ${keeper}`;
  const left = money(Math.max(limitCents - usedCents, 0));
  return `${max}: ${money(usedCents)} are used${peopleText(by, money)}, ${left} are left, and this is ${money(ownCents)}. The day ends ${formatLocalTime(day.until, day.zone)}; what is approved and has not run still counts then. ${keeper}`;
}

const peopleMax = 5;

function peopleText(by: LimitUsage['by'], money: (cents: number) => string): string {
  if (by.length === 0) return '';
  const named = by
    .slice(0, peopleMax)
    .map(({ who, amountCents }) => `${recordText(who, 'list')} ${money(amountCents)}`);
  const rest = by.length - named.length;
  return ` (${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')})`;
}

/** Whether a policy limits anything that the plan moves. */
export const isLimited = ({ limits }: Policy, { moves = [] }: LimitedPlan): boolean =>
  Object.values(limits).some(({ kind }) => moves.some(({ operation }) => moneyKindOf(operation) === kind));
