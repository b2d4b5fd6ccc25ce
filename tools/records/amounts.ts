import { formatMoney } from '../../src/domain/money/money.ts';

/** A wire amount as integer cents, to the nearest: an upstream may carry binary noise. Null stays null. */
export function centsOf(amount: number): number;
export function centsOf(amount: number | null | undefined): number | null;
export function centsOf(amount: number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  // Half a cent away from zero, like every rounding of money.
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100);
  return cents === 0 ? 0 : cents;
}

/** `$1,234.50`, `CAD 1,234.50`; `unknown` without an amount, and a missing currency is said. */
export function amountText(amount: number | null | undefined, currency: string | null | undefined): string {
  return centsText(centsOf(amount), currency);
}

export function centsText(cents: number | null, currency: string | null | undefined): string {
  if (cents === null) return 'unknown';
  return currency ? formatMoney(cents, currency) : `${formatMoney(cents, '?').replace('? ', '')} (currency unknown)`;
}
