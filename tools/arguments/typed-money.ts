import * as z from 'zod';
import { toCents } from '../../src/domain/money/money.ts';
import { fieldError } from '../../src/errors.ts';

/** Money as a decimal number or text, at most two decimals. */
export const MoneyText = z.union([z.number(), z.string().max(20)]);
export type MoneyText = z.output<typeof MoneyText>;

/** Integer cents of a typed amount such as 2500, "$2,500.50" or "2.5k"; anything else is refused, never rounded. */
export function typedCents(value: MoneyText, name: string): number {
  const amount = typeof value === 'number' ? value : numberOf(value);
  if (amount === undefined || !Number.isFinite(amount))
    throw fieldError('BAD_REQUEST', name, 'must be an amount such as 2500, "$2,500.50" or "2.5k"');
  if (amount < 0) throw fieldError('BAD_REQUEST', name, 'must not be negative');
  return toCents(amount, name);
}

function numberOf(text: string): number | undefined {
  const [, sign = '', whole, decimals, thousand] =
    /^(-?)\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,5}))?\s*(k?)$/i.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(',', '');
  if (!thousand) return decimals && decimals.length > 2 ? undefined : Number(`${sign}${digits}.${decimals ?? 0}`);
  const cents = (decimals ?? '').padEnd(5, '0');
  return Number(`${sign}${digits}${cents.slice(0, 3)}.${cents.slice(3)}`);
}
