import * as z from 'zod';
import { toCents } from '../../src/domain/money/money.ts';
import { fieldError } from '../../src/errors.ts';

/** Money as a decimal number or text, at most two decimals. */
export const MoneyText = z.union([z.number(), z.string().max(20)]);
export type MoneyText = z.output<typeof MoneyText>;

/** Integer cents of a typed amount such as 2500, "2500.50" or "$2,500"; anything else is refused, never rounded. */
export function typedCents(value: MoneyText, name: string): number {
  const amount = typeof value === 'number' ? value : numberOf(value);
  if (amount === undefined || !Number.isFinite(amount))
    throw fieldError('BAD_REQUEST', name, 'must be an amount such as 2500 or "2500.50"');
  if (amount < 0) throw fieldError('BAD_REQUEST', name, 'must not be negative');
  return toCents(amount, name);
}

function numberOf(text: string): number | undefined {
  const digits = text.trim().replace(/^\$\s*/, '');
  return /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(digits) ? Number(digits.replaceAll(',', '')) : undefined;
}
