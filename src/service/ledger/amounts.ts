import { convertToCents } from '../../domain/money/money.ts';
import { createFieldError } from '../../errors.ts';

/** Converts a wire amount to cents; 422 unless it is more than 0. */
export function toPositiveCents(amount: number, currency: string): number {
  const cents = convertToCents(amount, currency);
  if (cents <= 0) throw createFieldError('VALIDATION_ERROR', 'amount', 'must be more than 0');
  return cents;
}
