import { fromCents } from '../../src/domain/money/money.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import type { Measure } from '../../src/metrics/kit/measure.ts';
import { centsText } from '../records/amounts.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const notKnown = 'n/a';

/** A figure as people read it; money comes in cents. */
export function figureText({ unit }: Pick<Measure, 'unit'>, value: number | null, currency: string | null): string {
  if (value === null) return notKnown;
  if (unit === 'money' || unit === 'money_rate') return centsText(value, currency);
  return unit === 'percent' ? formatMargin(value) : grouped.format(value);
}

/** The same as a number: money in whole units, like everywhere. */
export const figureNumber = ({ unit }: Pick<Measure, 'unit'>, value: number | null): number | null =>
  value !== null && (unit === 'money' || unit === 'money_rate') ? fromCents(value) : value;

/** `+12.4 %` of a figure, `+1.2 points` of a percentage. */
export function changeText(measure: Measure, now: number | null, before: number | null): string {
  const change = changeOf(measure, now, before);
  if (change === null) return notKnown;
  const sign = change > 0 ? '+' : '';
  return measure.unit === 'percent' ? `${sign}${change.toFixed(1)} points` : `${sign}${change.toFixed(1)} %`;
}

/** In per cent of what it was, percentages in points; null where there is nothing to compare with. */
export function changeOf({ unit }: Pick<Measure, 'unit'>, now: number | null, before: number | null): number | null {
  if (now === null || before === null) return null;
  if (unit === 'percent') return rounded(now - before);
  return before === 0 ? null : rounded(((now - before) / Math.abs(before)) * 100);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
