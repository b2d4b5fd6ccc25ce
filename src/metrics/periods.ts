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
      period: { from: from.subtract({ years: 1 }).toString(), to: yearBefore(to).toString() },
      shift: { by: '+1 year', to: period.to },
    };
  const months = wholeMonths(from, to);
  if (months !== null)
    return {
      period: { from: from.subtract({ months }).toString(), to: from.subtract({ days: 1 }).toString() },
      shift: { by: `+${months} months`, to: period.to },
    };
  const days = daysOf(period);
  return {
    period: { from: addDays(period.from, -days), to: addDays(period.from, -1) },
    shift: { by: `+${days} days`, to: period.to },
  };
}

/** The last day of a February stays the last one. */
const yearBefore = (day: Temporal.PlainDate): Temporal.PlainDate => {
  const before = day.subtract({ years: 1 });
  return day.day === day.daysInMonth ? before.with({ day: before.daysInMonth }) : before;
};

function wholeMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number | null {
  const next = to.add({ days: 1 });
  if (from.day !== 1 || next.day !== 1) return null;
  return from.until(next, { largestUnit: 'month' }).months;
}

const keysMax = 400;

/** The days, weeks, months or quarters of a period, so that those without any record are shown; undefined for others. */
export function timeKeys(name: string, { from, to }: Period): readonly string[] | undefined {
  const last = Temporal.PlainDate.from(to);
  let at = startOf(name, Temporal.PlainDate.from(from));
  const keys: string[] = [];
  while (at !== undefined && Temporal.PlainDate.compare(at, last) <= 0 && keys.length < keysMax) {
    keys.push(keyOf(name, at));
    at = at.add(steps[name] ?? { days: 1 });
  }
  return at === undefined || keys.length === keysMax ? undefined : keys;
}

const steps: Readonly<Record<string, Temporal.DurationLike>> = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
};

function startOf(name: string, day: Temporal.PlainDate): Temporal.PlainDate | undefined {
  if (name === 'day') return day;
  if (name === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  if (name === 'month') return day.with({ day: 1 });
  return name === 'quarter' ? day.with({ day: 1, month: day.month - ((day.month - 1) % 3) }) : undefined;
}

function keyOf(name: string, day: Temporal.PlainDate): string {
  if (name === 'month') return day.toString().slice(0, 7);
  return name === 'quarter' ? `${day.year}-Q${(day.month + 2) / 3}` : day.toString();
}

/** The key of a day by this dimension, as `timeSql` writes it. */
export function timeKey(name: string, day: string): string {
  const date = Temporal.PlainDate.from(day);
  return name === 'weekday' ? String(date.dayOfWeek) : keyOf(name, startOf(name, date) ?? date);
}

/** The days of the period that a key of time means; undefined for a weekday. */
export function periodOfKey(name: string, key: string, period: Period): Period | undefined {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(key) ?? [];
  const first =
    quarter === undefined
      ? name === 'month'
        ? `${key}-01`
        : key
      : `${year}-${String(3 * Number(quarter) - 2).padStart(2, '0')}-01`;
  const step = steps[name];
  if (step === undefined) return undefined;
  const last = Temporal.PlainDate.from(first).add(step).subtract({ days: 1 }).toString();
  return { from: first > period.from ? first : period.from, to: last < period.to ? last : period.to };
}
