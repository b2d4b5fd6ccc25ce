import { toCents } from '../../domain/money/money.ts';
import { fieldError } from '../../errors.ts';

/** A wire amount that must be owed by somebody: more than nothing, else 422. */
export function positiveCents(amount: number, field = 'amount'): number {
  const cents = toCents(amount, field);
  if (cents <= 0) throw fieldError('VALIDATION_ERROR', field, 'must be more than 0');
  return cents;
}
