import { convertToCents } from '../../domain/money/money.ts';
import { fieldError } from '../../errors.ts';

/** A wire amount that must be more than nothing, else 422. */
export function positiveCents(amount: number, currency: string): number {
  const cents = convertToCents(amount, currency);
  if (cents <= 0) throw fieldError('VALIDATION_ERROR', 'amount', 'must be more than 0');
  return cents;
}
