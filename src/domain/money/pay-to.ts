import { daysBetween } from '../kit/dates.ts';

/** What decides where a payee's money goes: its own payment methods, and the record of the factor that they name. */
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

/** How a payee is paid: its payment method of record. */
export interface PayTo {
  /** The factor that is paid in the payee's place; null when paid directly. */
  readonly factorId: string | null;
  /** In whose name the account is, where that is on record. */
  readonly accountNames: readonly string[];
  /** In whose name it may be: the payee's names, or its factor's. */
  readonly ownNames: readonly string[];
  /** The last change to any of the payment methods, and to the record of the factor. */
  readonly changes: readonly PayToChange[];
}

export interface PayToFacts {
  /** Null when no payment method is both preferred and active. */
  readonly payTo: PayTo | null;
  /** The factor that the bill names. */
  readonly factorId: string | null;
  /** When the payee was booked; null when unknown. */
  readonly bookedAt: string | null;
  /** Civil date on which the question is asked. */
  readonly today: string;
  /** For so many days a change of where a payee's money goes is a reason to ask. */
  readonly payToDays: number;
}

/** Why nobody should rely on where a payee's money would go, in sentences that stay the same from day to day. */
export function payToProblems(facts: PayToFacts): string[] {
  if (facts.payTo === null) return ['The payee has no payment method that is both preferred and active.'];
  return facts.payTo.changes.flatMap((change) => changeProblem(change, facts) ?? []);
}

function changeProblem({ of, at, on }: PayToChange, { bookedAt, today, payToDays }: PayToFacts): string | null {
  const found = [
    daysBetween(on, today) < payToDays && `less than ${payToDays} days ago`,
    bookedAt !== null && Date.parse(at) > Date.parse(bookedAt) && 'after the booking',
  ].filter((part) => typeof part === 'string');
  return found.length === 0 ? null : `${changedRecords[of]} was changed on ${on}, ${found.join(' and ')}.`;
}

/** A factor that was told to nobody, or left out, pays off no debt. */
export function factorMismatch({ payTo, factorId }: PayToFacts): string | null {
  if (!payTo || payTo.factorId === factorId) return null;
  if (payTo.factorId === null) return 'The bill names a factor, but the payee of record is paid directly.';
  return factorId === null
    ? 'The payee of record is paid through a factor, but the bill names none.'
    : 'The bill names another factor than the payee of record.';
}
