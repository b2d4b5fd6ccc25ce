import { Temporal } from 'temporal-polyfill';
import { addDays } from '../domain/kit/dates.ts';
import { countDays, type Period } from './kit/setting.ts';
import type { DayShift } from './query.ts';

export const comparisons = ['previous', 'year'] as const;
export type PeriodComparison = (typeof comparisons)[number];

export interface ComparedPeriod {
  readonly period: Period;
  /** Brings its days to those of the period that it is compared with. */
  readonly shift: DayShift;
}

/**
 * Computes the period to compare with: the previous one of the same length (in whole months if possible), or the same
 * days a year before.
 */
export function computeComparedPeriod(period: Period, comparison: PeriodComparison): ComparedPeriod {
  const [from, to] = [Temporal.PlainDate.from(period.from), Temporal.PlainDate.from(period.to)];
  if (comparison === 'year') {
    const shift = createMonthShift(period, monthsOfYear);
    return { period: { from: from.subtract({ years: 1 }).toString(), to: shift.moveBack(period.to) }, shift };
  }
  const months = countWholeMonths(from, to);
  if (months !== null)
    return {
      period: { from: from.subtract({ months }).toString(), to: from.subtract({ days: 1 }).toString() },
      shift: createMonthShift(period, months),
    };
  const days = countDays(period);
  return {
    period: { from: addDays(period.from, -days), to: addDays(period.from, -1) },
    shift: { by: `+${days} days`, to: period.to, period, moveBack: (day) => addDays(day, -days) },
  };
}

const monthsOfYear = 12;

/** Moves days by months; the last day of a month stays the last one. */
const createMonthShift = (period: Period, months: number): DayShift => ({
  by: `+${months} months`,
  to: period.to,
  period,
  moveBack(text) {
    const day = Temporal.PlainDate.from(text);
    const before = day.subtract({ months });
    return (day.day === day.daysInMonth ? before.with({ day: before.daysInMonth }) : before).toString();
  },
});

function countWholeMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number | null {
  const next = to.add({ days: 1 });
  if (from.day !== 1 || next.day !== 1) return null;
  return from.until(next, { largestUnit: 'month' }).months;
}
