import { fieldError } from '../../errors.ts';
import { hasWholeCents } from './cents.ts';

export interface AmountOf {
  readonly currency: string;
  readonly amountCents: number;
}

export interface CurrencyTotal {
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Wire amount (major unit) to integer cents; more than two decimals are refused, never rounded. */
export function toCents(amount: number, field = 'amount'): number {
  if (!hasWholeCents(amount)) throw fieldError('VALIDATION_ERROR', field, 'must have at most two decimals');
  const cents = Math.round(amount * 100);
  return cents === 0 ? 0 : cents;
}

/** Integer cents to the plain JSON number of the wire. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** `$1,234.50` for US dollars, `CAD 1,234.50` for everything else, the minus sign first. */
export function formatMoney(cents: number, currency: string): string {
  const size = Math.abs(cents);
  const digits = `${grouped.format(Math.floor(size / 100))}.${String(size % 100).padStart(2, '0')}`;
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

/** Nearest cent of a computed major-unit amount (rate x quantity), half away from zero. */
export function roundToCents(amount: number): number {
  return roundHalfAway(amount * 100);
}

/** `fraction` of an amount (0.05 is 5 %), to the nearest cent, half away from zero. */
export function fractionOfCents(cents: number, fraction: number): number {
  return roundHalfAway(cents * fraction);
}

/** `part` as a percentage of `whole` with one decimal; null where there is nothing to compare with. */
export function percentOf(partCents: number, wholeCents: number): number | null {
  return wholeCents === 0 ? null : roundHalfAway((partCents / wholeCents) * 1000) / 10;
}

/** `2.5 %` of the fraction 0.025, with at most two decimals. */
export const percentText = (fraction: number): string => `${roundHalfAway(fraction * 10_000) / 100} %`;

function roundHalfAway(value: number): number {
  // Fifteen significant digits drop the binary noise that makes 1.005 x 100 end below the half.
  const rounded = Math.sign(value) * Math.round(Number(Math.abs(value).toPrecision(15)));
  return rounded === 0 ? 0 : rounded;
}
