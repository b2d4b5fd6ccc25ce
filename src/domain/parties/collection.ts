/** Figures of a customer's account in one currency. */
export interface AccountSnapshot {
  readonly overdueCents: number;
  /** Days past due of the oldest open invoice; null when nothing is overdue. */
  readonly oldestDays: number | null;
  /** Invoices that were paid in part. */
  readonly shortPaidCount: number;
  readonly unappliedCents: number;
  /** Average days from invoice to payment, weighted by amount; null if there was no recent payment. */
  readonly daysToPay: number | null;
  readonly termDays: number | null;
}

/** Customers pay on days of their own: a few days after the term are no news. */
export const paysLateAfterDays = 7;

interface CallRule {
  readonly reason: string;
  readonly holds: (account: AccountSnapshot) => boolean;
}

const isOlder = ({ oldestDays }: AccountSnapshot, days: number) => oldestDays !== null && oldestDays > days;

/** Why somebody is called, the most pressing first. */
const callRules = [
  { reason: 'over 90 days late', holds: (account) => isOlder(account, 90) },
  { reason: 'over 60 days late', holds: (account) => isOlder(account, 60) && !isOlder(account, 90) },
  { reason: 'over 30 days late', holds: (account) => isOlder(account, 30) && !isOlder(account, 60) },
  { reason: 'overdue', holds: (account) => isOlder(account, 0) && !isOlder(account, 30) },
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

/** Lists the reasons to call a customer, most urgent first. */
export const listReasonsToCall = (account: AccountSnapshot): readonly CallReason[] =>
  callRules.filter(({ holds }) => holds(account)).map(({ reason }) => reason);

/** Paying late by habit alone is no reason for a call today. */
export const isWorthACall = (reasons: readonly CallReason[]): boolean =>
  reasons.some((reason) => reason !== 'pays later than agreed');

interface PaidSums {
  readonly cents: number;
  /** Sum of each cent times the days until its payment. */
  readonly dayCents: number;
}

/** Computes the average days from invoice to payment, weighted by amount. Null if nothing was paid. */
export const computeAverageDays = ({ cents, dayCents }: PaidSums): number | null =>
  cents === 0 ? null : Math.round(dayCents / cents);
