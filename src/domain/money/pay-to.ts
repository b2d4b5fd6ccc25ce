import { daysBetween } from '../kit/dates.ts';

/** For so many days a change of where a payee's money goes is a reason to ask. */
export const payToDays = 30;

/** How a payee is paid: its preferred active payment method, and the last change to any of its payment methods. */
export interface PayTo {
  /** The factor that is paid in the payee's place; null when paid directly. */
  readonly factorId: string | null;
  readonly changedAt: string;
  /** The civil date of that instant. */
  readonly changedOn: string;
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
}

/** Why nobody should rely on where a payee's money would go, in sentences that stay the same from day to day. */
export function payToProblems({ payTo, bookedAt, today }: PayToFacts): string[] {
  if (payTo === null) return ['The payee has no payment method that is both preferred and active.'];
  const { changedAt, changedOn } = payTo;
  const found = [
    daysBetween(changedOn, today) < payToDays && `less than ${payToDays} days ago`,
    bookedAt !== null && Date.parse(changedAt) > Date.parse(bookedAt) && 'after the booking',
  ].filter((part) => typeof part === 'string');
  return found.length === 0 ? [] : [`Where the payee is paid was changed on ${changedOn}, ${found.join(' and ')}.`];
}

/** A factor that was told to nobody, or left out, pays off no debt. */
export function factorMismatch({ payTo, factorId }: PayToFacts): string | null {
  if (!payTo || payTo.factorId === factorId) return null;
  if (payTo.factorId === null) return 'The bill names a factor, but the payee of record is paid directly.';
  return factorId === null
    ? 'The payee of record is paid through a factor, but the bill names none.'
    : 'The bill names another factor than the payee of record.';
}
