import { createFieldError } from '../../errors.ts';
import { hasWholeCents } from './cents.ts';
import { getMinorUnit } from './currencies.ts';

export interface AmountOf {
  readonly currency: string;
  readonly amountCents: number;
}

/** Sorts by currency, then by amount, largest first. */
export function compareAmounts(a: AmountOf, b: AmountOf): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return b.amountCents - a.amountCents;
}

export interface CurrencyTotal {
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
}

let grouping: Intl.NumberFormat | undefined;

/** Returns the digits of a whole number in groups. The formatter takes longer to make than the rest of this program to load. */
function groupDigits(whole: number): string {
  grouping ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  return grouping.format(whole);
}

/** Wire amount (major unit) to integer cents; more than two decimals are refused, never rounded. */
export function toCents(amount: number, field = 'amount'): number {
  if (!hasWholeCents(amount)) throw createFieldError('VALIDATION_ERROR', field, 'must have at most two decimals');
  const cents = Math.round(amount * 100);
  return cents === 0 ? 0 : cents;
}

/** Integer cents to the plain JSON number of the wire. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Wire amount of a currency to cents; parts that are smaller than its minor unit are refused, never rounded. */
export function convertToCents(amount: number, currency: string, field = 'amount'): number {
  const cents = toCents(amount, field);
  requireMinorUnit(cents, currency, field);
  return cents;
}

/** Refuses an amount that a currency cannot express: half a yen. */
export function requireMinorUnit(cents: number, currency: string, field: string): void {
  if (cents % getMinorUnit(currency) === 0) return;
  throw createFieldError('VALIDATION_ERROR', field, `must be a whole number: ${currency} has no smaller unit`);
}

/**
 * Formats money: `$1,234.50` for US dollars, `CAD 1,234.50` for others, `JPY 1,234` for a currency without cents, the minus sign
 * first.
 */
export function formatMoney(cents: number, currency: string): string {
  const size = Math.abs(cents);
  const hasNoCents = getMinorUnit(currency) === 100 && size % 100 === 0;
  const digits = `${groupDigits(Math.floor(size / 100))}${hasNoCents ? '' : `.${String(size % 100).padStart(2, '0')}`}`;
  return `${cents < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${digits}`;
}

/** One total per currency, in alphabetical order: sums of different currencies never meet. */
export function sumByCurrency(items: Iterable<AmountOf>): CurrencyTotal[] {
  const totals = new Map<string, { count: number; amountCents: number }>();
  for (const { currency, amountCents } of items) {
    const total = totals.get(currency) ?? { count: 0, amountCents: 0 };
    totals.set(currency, { count: total.count + 1, amountCents: total.amountCents + amountCents });
  }
  return [...totals]
    .map(([currency, total]) => ({ currency, ...total }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Nearest minor unit of a computed major-unit amount (rate x quantity), in cents, half away from zero. */
export function roundToCents(amount: number, currency?: string): number {
  return roundToUnit(amount * 100, currency);
}

/** Computes a fraction of an amount (0.05 is 5 %), rounded to the nearest minor unit, half away from zero. */
export function computeFraction(cents: number, fraction: number, currency?: string): number {
  return roundToUnit(cents * fraction, currency);
}

function roundToUnit(cents: number, currency: string | undefined): number {
  const unit = currency === undefined ? 1 : getMinorUnit(currency);
  return roundHalfAway(cents / unit) * unit;
}

/** Computes a percentage with one decimal, or null if the whole is 0. */
export function computePercent(partCents: number, wholeCents: number): number | null {
  return wholeCents === 0 ? null : roundHalfAway((partCents / wholeCents) * 1000) / 10;
}

/** Formats the fraction 0.025 as `2.5 %`, with at most two decimals. */
export const formatPercent = (fraction: number): string => `${roundHalfAway(fraction * 10_000) / 100} %`;

/** Whole numbers with at most fifteen digits, which have no noise. */
const wholeMax = 1e15;

function roundHalfAway(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < wholeMax) return value === 0 ? 0 : value;
  // Fifteen significant digits drop the binary noise that makes 1.005 x 100 end below the half.
  const rounded = Math.sign(value) * Math.round(Number(Math.abs(value).toPrecision(15)));
  return rounded === 0 ? 0 : rounded;
}
