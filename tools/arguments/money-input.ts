import * as z from 'zod';
import { currencies } from '../../src/domain/money/currencies.ts';
import { toCents } from '../../src/domain/money/money.ts';
import { createFieldError } from '../../src/errors.ts';

/** Money as a decimal number or text, at most two decimals. */
export const MoneyText = z.union([z.number(), z.string().max(20)]);
export type MoneyText = z.output<typeof MoneyText>;

const example = 'must be an amount such as 2500, "$2,500.50" or "2.5k"';
const codes = currencies.join('|');
/** "USD 300", "$4,200", "1.2k", "4200 bucks", "5 grand", "300 CAD". */
const pattern = new RegExp(
  String.raw`^(?<sign>-?)(?<before>${codes}|US)?\s*(?:\$\s*)?(?<minus>-?)(?<whole>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?<decimals>\d{1,5}))?(?:\s*(?<thousand>k|grand))?(?:\s*(?:(?<after>${codes})|(?:us\s)?dollars?|bucks))?$`,
  'i',
);

/**
 * Parses integer cents of a typed amount such as 2500, "$2,500.50", "2.5k" or "300 bucks"; anything else is refused,
 * never rounded. A currency that is named has to be the one in which the amount will count; null: that of the record,
 * which nobody needs to name.
 */
export function parseCents(value: MoneyText, name: string, currency: string | null = 'USD'): number {
  const parsed = typeof value === 'number' ? { amount: value, currency: undefined } : parseAmount(value);
  if (parsed === undefined || !Number.isFinite(parsed.amount)) throw createFieldError('BAD_REQUEST', name, example);
  if (parsed.amount < 0) throw createFieldError('BAD_REQUEST', name, 'must not be negative');
  if (parsed.currency !== undefined && parsed.currency !== currency)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `names ${parsed.currency}, but ${currency ?? 'the currency of the record'} counts here; ${example}`,
    );
  return toCents(parsed.amount, name);
}

interface ParsedAmount {
  readonly amount: number;
  /** Undefined where none was named: a bare dollar is that of several countries. */
  readonly currency: string | undefined;
}

/** Parses an amount; undefined for what is none, or has fractions of a cent. */
export function parseAmount(text: string): ParsedAmount | undefined {
  const { sign, minus, before, after, whole, decimals = '', thousand } = pattern.exec(text.trim())?.groups ?? {};
  if (whole === undefined || (before !== undefined && after !== undefined) || (sign && minus)) return undefined;
  const currency = (before?.toUpperCase() === 'US' ? 'USD' : (before ?? after))?.toUpperCase();
  const number = `${sign || (minus ?? '')}${whole.replaceAll(',', '')}`;
  if (thousand === undefined)
    return decimals.length > 2 ? undefined : { amount: Number(`${number}.${decimals || 0}`), currency };
  const digits = decimals.padEnd(5, '0');
  return { amount: Number(`${number}${digits.slice(0, 3)}.${digits.slice(3)}`), currency };
}
