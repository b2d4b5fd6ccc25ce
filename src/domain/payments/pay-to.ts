import { formatDate } from '../places/local-time.ts';
import { countDaysBetween } from '../kit/dates.ts';

/** Records that decide where a payee's money goes: its payment methods, and the factor that they name. */
const changedRecords = {
  paymentMethod: 'Where the payee is paid',
  factor: 'The record of its factor',
} as const;

export interface PayToChange {
  readonly of: keyof typeof changedRecords;
  readonly at: string;
  /** The civil date of that instant. */
  readonly on: string;
}

/** The payment method of record of a payee. */
export interface PayTo {
  /** The factor that is paid in the payee's place; null when paid directly. */
  readonly factorId: string | null;
  /** Names on the account, if they are on record. */
  readonly accountNames: readonly string[];
  /** Names that the account may have: the payee's, or its factor's. */
  readonly ownNames: readonly string[];
  /** The last change to any of the payment methods, and to the record of the factor. */
  readonly changes: readonly PayToChange[];
}

export interface PayToCheckInput {
  /** Null when no payment method is both preferred and active. */
  readonly payTo: PayTo | null;
  /** The factor that the bill names. */
  readonly factorId: string | null;
  /** Instant at which the payee was booked; null if unknown. */
  readonly bookedAt: string | null;
  /** Civil date on which the question is asked. */
  readonly today: string;
  /** Days for which a change of the pay-to is a reason to ask. */
  readonly payToDays: number;
}

/** Why nobody should rely on where a payee's money would go, in sentences that stay the same from day to day. */
export function payToProblems(input: PayToCheckInput): string[] {
  if (input.payTo === null) return ['The payee has no payment method that is both preferred and active.'];
  return input.payTo.changes.flatMap((change) => checkChange(change, input) ?? []);
}

function checkChange({ of, at, on }: PayToChange, { bookedAt, today, payToDays }: PayToCheckInput): string | null {
  const occasions = [
    countDaysBetween(on, today) < payToDays && `less than ${payToDays} days ago`,
    bookedAt !== null && Date.parse(at) > Date.parse(bookedAt) && 'after the booking',
  ].filter((part) => typeof part === 'string');
  return occasions.length === 0
    ? null
    : `${changedRecords[of]} was changed on ${formatDate(on)}, ${occasions.join(' and ')}.`;
}

/** Compares the bill's factor with the payee's. Paying the wrong one doesn't settle the debt. */
export function checkFactor({ payTo, factorId }: PayToCheckInput): string | null {
  if (!payTo || payTo.factorId === factorId) return null;
  if (payTo.factorId === null) return 'The bill names a factor, but the payee of record is paid directly.';
  return factorId === null
    ? 'The payee of record is paid through a factor, but the bill names none.'
    : 'The bill names another factor than the payee of record.';
}
