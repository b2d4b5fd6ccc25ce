import { roundToCents, toCents } from './money.ts';

/** A charge as it is typed: an amount, or a rate for each of a quantity. */
interface TypedCharge {
  readonly amount?: number | undefined;
  readonly rate?: number | undefined;
  readonly quantity?: number | undefined;
}

/** Whether an amount and a rate are both typed and come to different totals. */
export function contradictsRate({ amount, rate, quantity }: TypedCharge): boolean {
  return amount !== undefined && rate !== undefined && toCents(amount) !== chargeLineCents({ rate, quantity });
}

/** What the line comes to: a rate goes before an amount. */
export function chargeLineCents({ amount = 0, rate, quantity = 1 }: TypedCharge, field = 'amount'): number {
  return rate === undefined ? toCents(amount, field) : roundToCents(rate * quantity);
}
