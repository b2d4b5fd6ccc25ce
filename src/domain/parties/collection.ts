/** What is known of one customer's account in one currency. */
export interface AccountFacts {
  readonly overdueCents: number;
  /** Days past due of the oldest open invoice; null when nothing is overdue. */
  readonly oldestDays: number | null;
  /** Invoices that were paid in part. */
  readonly shortPaidCount: number;
  readonly unappliedCents: number;
  /** From invoice to money, dollar-weighted; null when nothing was paid lately. */
  readonly daysToPay: number | null;
  readonly termDays: number | null;
}

/** Customers pay on days of their own: a few days after the term are no news. */
export const paysLateAfterDays = 7;

interface CallRule {
  readonly reason: string;
  readonly holds: (facts: AccountFacts) => boolean;
}

const isOlder = ({ oldestDays }: AccountFacts, days: number) => oldestDays !== null && oldestDays > days;

/** Why somebody is called, the most pressing first. */
const callRules = [
  { reason: 'over 90 days late', holds: (facts) => isOlder(facts, 90) },
  { reason: 'over 60 days late', holds: (facts) => isOlder(facts, 60) && !isOlder(facts, 90) },
  { reason: 'over 30 days late', holds: (facts) => isOlder(facts, 30) && !isOlder(facts, 60) },
  { reason: 'overdue', holds: (facts) => isOlder(facts, 0) && !isOlder(facts, 30) },
  { reason: 'short pay', holds: ({ shortPaidCount }) => shortPaidCount > 0 },
  { reason: 'unapplied credit', holds: ({ unappliedCents }) => unappliedCents > 0 },
  {
    reason: 'pays later than agreed',
    holds: ({ daysToPay, termDays }) =>
      daysToPay !== null && termDays !== null && daysToPay > termDays + paysLateAfterDays,
  },
] as const satisfies readonly CallRule[];

export type CallReason = (typeof callRules)[number]['reason'];

export const callReasons = callRules.map(({ reason }) => reason);

/** Every reason that holds, the most pressing first. */
export const reasonsToCall = (facts: AccountFacts): readonly CallReason[] =>
  callRules.filter(({ holds }) => holds(facts)).map(({ reason }) => reason);

/** Paying late by habit alone is no reason for a call today. */
export const isWorthACall = (reasons: readonly CallReason[]): boolean =>
  reasons.some((reason) => reason !== 'pays later than agreed');

interface Paid {
  readonly cents: number;
  /** Each cent times the days that it took. */
  readonly dayCents: number;
}

/** Days from invoice to money, each dollar counting once; a whole number, null when nothing was paid. */
export const averageDays = ({ cents, dayCents }: Paid): number | null =>
  cents === 0 ? null : Math.round(dayCents / cents);
