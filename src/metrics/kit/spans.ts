import { Temporal } from 'temporal-polyfill';
import type { Period } from './setting.ts';

const keysMax = 400;

/**
 * Lists the days, weeks, months or quarters of a period, so that those without records are shown. Undefined for other
 * dimensions.
 */
export function listTimeKeys(name: string, { from, to }: Period): readonly string[] | undefined {
  const last = Temporal.PlainDate.from(to);
  let at = findStart(name, Temporal.PlainDate.from(from));
  const keys: string[] = [];
  while (at !== undefined && Temporal.PlainDate.compare(at, last) <= 0 && keys.length < keysMax) {
    keys.push(formatTimeKey(name, at));
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

/** Returns whether a balance can be asked for at the end of each: a day, a week, a month or a quarter, and no weekday. */
export const hasSpans = (name: string): boolean => name in steps;

function findStart(name: string, day: Temporal.PlainDate): Temporal.PlainDate | undefined {
  if (name === 'day') return day;
  if (name === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  if (name === 'month') return day.with({ day: 1 });
  return name === 'quarter' ? day.with({ day: 1, month: day.month - ((day.month - 1) % 3) }) : undefined;
}

function formatTimeKey(name: string, day: Temporal.PlainDate): string {
  if (name === 'month') return day.toString().slice(0, 7);
  return name === 'quarter' ? `${day.year}-Q${(day.month + 2) / 3}` : day.toString();
}

/** Returns the key of a day in a dimension of time, in the format of `timeSql`. */
export function getTimeKey(name: string, day: string): string {
  const date = Temporal.PlainDate.from(day);
  return name === 'weekday' ? String(date.dayOfWeek) : formatTimeKey(name, findStart(name, date) ?? date);
}

/** Finds the days of a period that a key of time stands for. Undefined for a weekday. */
export function findKeyPeriod(name: string, key: string, period: Period): Period | undefined {
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
