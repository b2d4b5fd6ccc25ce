import { fromCents } from '../../src/domain/money/money.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import type { Measure } from '../../src/metrics/kit/measure.ts';
import { centsText } from '../records/amounts.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const notKnown = 'n/a';

/** Formats a figure for people. Money is in cents. */
export function formatFigure({ unit }: Pick<Measure, 'unit'>, value: number | null, currency: string | null): string {
  if (value === null) return notKnown;
  if (unit === 'money' || unit === 'money_rate') return centsText(value, currency);
  return unit === 'percent' ? formatMargin(value) : grouped.format(value);
}

/** Converts a figure to the number in the answer's data. Money is in whole units. */
export const toFigureNumber = ({ unit }: Pick<Measure, 'unit'>, value: number | null): number | null =>
  value !== null && (unit === 'money' || unit === 'money_rate') ? fromCents(value) : value;

/** Formats a change: `+12.4 %` for a figure, `+1.2 points` for a percentage. */
export function formatChange(measure: Measure, now: number | null, before: number | null): string {
  const change = computeChange(measure, now, before);
  if (change === null) return notKnown;
  const sign = change > 0 ? '+' : '';
  return measure.unit === 'percent' ? `${sign}${change.toFixed(1)} points` : `${sign}${change.toFixed(1)} %`;
}

/** Computes a change in percent, or in points for percentages. Returns null if there is nothing to compare with. */
export function computeChange(
  { unit }: Pick<Measure, 'unit'>,
  now: number | null,
  before: number | null,
): number | null {
  if (now === null || before === null) return null;
  if (unit === 'percent') return roundToTenth(now - before);
  return before === 0 ? null : roundToTenth(((now - before) / Math.abs(before)) * 100);
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
