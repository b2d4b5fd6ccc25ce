import { roundToCents, toCents, convertToCents } from './money.ts';

/** A charge as it is typed: an amount, or a rate for each of a quantity. */
interface TypedCharge {
  readonly amount?: number | undefined;
  readonly rate?: number | undefined;
  readonly quantity?: number | undefined;
  /** Amounts have its minor unit; cents where it is left out. */
  readonly currency?: string | undefined;
}

/** Returns whether an amount and a rate are both typed and come to different totals. */
export function hasContradiction({ amount, rate, ...line }: TypedCharge): boolean {
  return amount !== undefined && rate !== undefined && toCents(amount) !== computeChargeLineCents({ rate, ...line });
}

/** Computes the amount of a charge. A rate takes precedence over an amount. */
export function computeChargeLineCents(
  { amount = 0, rate, quantity = 1, currency }: TypedCharge,
  field = 'amount',
): number {
  if (rate !== undefined) return roundToCents(rate * quantity, currency);
  return currency === undefined ? toCents(amount, field) : convertToCents(amount, currency, field);
}
