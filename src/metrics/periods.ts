import { Temporal } from 'temporal-polyfill';
import { addDays } from '../domain/kit/dates.ts';
import { daysOf, type Period } from './kit/setting.ts';
import type { Shift } from './query.ts';

export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

export interface ComparedPeriod {
  readonly period: Period;
  /** Brings its days to those of the period that it is compared with. */
  readonly shift: Shift;
}

/** The period before, as many whole months where it is whole months; or the same days a year before. */
export function comparedPeriod(period: Period, comparison: Comparison): ComparedPeriod {
  const [from, to] = [Temporal.PlainDate.from(period.from), Temporal.PlainDate.from(period.to)];
  if (comparison === 'year')
    return {
      period: { from: from.subtract({ years: 1 }).toString(), to: createMoveBack({ years: 1 })(period.to) },
      shift: { by: '+1 year', to: period.to, period, moveBack: createMoveBack({ years: 1 }) },
    };
  const months = wholeMonths(from, to);
  if (months !== null)
    return {
      period: { from: from.subtract({ months }).toString(), to: from.subtract({ days: 1 }).toString() },
      shift: { by: `+${months} months`, to: period.to, period, moveBack: createMoveBack({ months }) },
    };
  const days = daysOf(period);
  return {
    period: { from: addDays(period.from, -days), to: addDays(period.from, -1) },
    shift: { by: `+${days} days`, to: period.to, period, moveBack: (day) => addDays(day, -days) },
  };
}

/** Moves days back by months or years; the last day of a month stays the last one. */
const createMoveBack =
  (by: { readonly months: number } | { readonly years: number }) =>
  (text: string): string => {
    const day = Temporal.PlainDate.from(text);
    const before = day.subtract(by);
    return (day.day === day.daysInMonth ? before.with({ day: before.daysInMonth }) : before).toString();
  };

function wholeMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number | null {
  const next = to.add({ days: 1 });
  if (from.day !== 1 || next.day !== 1) return null;
  return from.until(next, { largestUnit: 'month' }).months;
}
