import { formatMoney } from '../../src/domain/money/money.ts';

/**
 * Converts a wire amount to integer cents, rounded to the nearest, because an API may send binary noise. Null stays
 * null.
 */
export function toAmountCents(amount: number): number;
export function toAmountCents(amount: number | null | undefined): number | null;
export function toAmountCents(amount: number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  // Half a cent away from zero, like every rounding of money.
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100);
  return cents === 0 ? 0 : cents;
}

/**
 * Formats an amount of the API: `$1,234.50`, `CAD 1,234.50`, or `unknown` without an amount. A missing currency is
 * stated.
 */
export function formatWireAmount(amount: number | null | undefined, currency: string | null | undefined): string {
  return centsText(toAmountCents(amount), currency);
}

export function centsText(cents: number | null, currency: string | null | undefined): string {
  if (cents === null) return 'unknown';
  return currency ? formatMoney(cents, currency) : `${formatMoney(cents, '?').replace('? ', '')} (currency unknown)`;
}
