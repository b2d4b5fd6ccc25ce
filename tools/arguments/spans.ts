import { Temporal } from 'temporal-polyfill';

/** Civil dates, both included. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

/** Direction of a month without its year: `past` is the last one that has begun; else it is the nearest one. */
type Lean = 'future' | 'past' | undefined;

interface SpanRule {
  readonly pattern: RegExp;
  readonly span: (today: Temporal.PlainDate, match: readonly (string | undefined)[], lean: Lean) => DateSpan;
}

const offsets: Readonly<Record<string, number>> = {
  last: -1,
  previous: -1,
  past: -1,
  prior: -1,
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const which = Object.keys(offsets).join('|');

const opening = '^(?:(?:over|in|during|for|within) )?(?:the )?';
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const countPattern = `([1-9]\\d{0,3}|${numbers.join('|')})`;
const unitPattern = '(day|week|month|quarter|year)s?$';

/** Words that mean several days. Weeks run from Monday to Sunday; "last 7 days" and "next 7 days" include today. */
const rules: readonly SpanRule[] = [
  {
    pattern: new RegExp(`^(${which}) (week|month|quarter|year)$`),
    span: (today, [, word, unit]) => computeCalendarSpan(today, unit, offsets[word ?? ''] ?? 0),
  },
  {
    pattern: new RegExp(`^(?:(${which}) |the )?weekend$`),
    span: (today, [, word]) => computeWeekend(today, offsets[word ?? ''] ?? 0),
  },
  {
    pattern: new RegExp(`${opening}(?:last|past|previous|prior) ${countPattern} ${unitPattern}`),
    span: (today, [, count, unit]) =>
      unit === 'day' ? computeRollingSpan(today, count, unit) : computeUnitsBefore(today, count, unit),
  },
  {
    pattern: new RegExp(`${opening}(?:trailing|rolling) (?:${countPattern} )?${unitPattern}`),
    span: (today, [, count = '1', unit]) => computeRollingSpan(today, count, unit),
  },
  {
    pattern: /^(?:the )?(?:next|coming) (\d{1,4}) (day|week|month|year)s?$/,
    span: (today, [, count, unit]) => toSpan(today, today.add(toDuration(count, unit))),
  },
  {
    pattern: new RegExp(`^(end|beginning|start) of (?:the )?(?:(${which}) )?(month|quarter|year)$|^(eo)([mqy])$`),
    span: (today, [, side, word, unit, end, letter]) =>
      getEdge(computeCalendarSpan(today, unit ?? unitOfLetter[letter ?? ''], offsets[word ?? ''] ?? 0), end ?? side),
  },
  {
    pattern: /^(?:(week|month|quarter|year) to date|([wmqy])td)$/,
    span: (today, [, unit, letter]) => toSpan(computeCalendarStart(today, unit ?? unitOfLetter[letter ?? '']), today),
  },
  {
    pattern: new RegExp(`^(${monthNames})(?: (\\d{4}))?$`),
    span: (today, [, month, year], lean) => computeMonthSpan(today, lean, month, year),
  },
  {
    pattern: /^q([1-4])(?: (\d{4}))?$/,
    span: (today, [, quarter, year], lean) => computeQuarterSpan(today, lean, quarter, year),
  },
  {
    pattern: /^(20\d{2})$/,
    span: (today, [, year]) => computeCalendarSpan(today.with({ year: Number(year), month: 1, day: 1 }), 'year', 0),
  },
  {
    pattern: /^(20\d{2})-(0[1-9]|1[0-2])$/,
    span: (today, [, year, month]) =>
      computeCalendarSpan(today.with({ year: Number(year), month: Number(month), day: 1 }), 'month', 0),
  },
];

const unitOfLetter: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };

/** Parses the span that words such as "last week" or "October" mean; undefined for words of another kind. */
export function parseSpanWords(words: string, today: string, lean?: Lean): DateSpan | undefined {
  for (const { pattern, span } of rules) {
    const match = pattern.exec(words);
    if (match) return span(Temporal.PlainDate.from(today), match, lean);
  }
  return undefined;
}

const toNumber = (count = '1'): number => (/^\d+$/.test(count) ? Number(count) : numbers.indexOf(count) + 1);

/** Computes so many days, weeks, months, quarters or years of which today is the last day. */
function computeRollingSpan(today: Temporal.PlainDate, count: string | undefined, unit: string | undefined): DateSpan {
  return toSpan(shiftDate(today, unit ?? 'day', -toNumber(count)).add({ days: 1 }), today);
}

/**
 * Computes "last 3 months" as "last month" counts: the whole weeks, months, quarters or years before the current one.
 */
function computeUnitsBefore(today: Temporal.PlainDate, count: string | undefined, unit: string | undefined): DateSpan {
  const start = computeCalendarStart(today, unit);
  return toSpan(shiftDate(start, unit, -toNumber(count)), start.subtract({ days: 1 }));
}

/** Returns the first or the last day of a span. */
function getEdge({ from, to }: DateSpan, side: string | undefined): DateSpan {
  const day = side === 'end' || side === 'eo' ? to : from;
  return { from: day, to: day };
}

/** Computes Monday to Sunday around a day. */
export function computeWeek(date: string): DateSpan {
  return computeCalendarSpan(Temporal.PlainDate.from(date), 'week', 0);
}

function computeCalendarSpan(today: Temporal.PlainDate, unit: string | undefined, offset: number): DateSpan {
  const start = shiftDate(computeCalendarStart(today, unit), unit, offset);
  return toSpan(start, shiftDate(start, unit, 1).subtract({ days: 1 }));
}

function computeCalendarStart(today: Temporal.PlainDate, unit: string | undefined): Temporal.PlainDate {
  if (unit === 'week') return today.subtract({ days: today.dayOfWeek - 1 });
  if (unit === 'month') return today.with({ day: 1 });
  if (unit === 'quarter') return today.with({ month: today.month - ((today.month - 1) % 3), day: 1 });
  return today.with({ month: 1, day: 1 });
}

function shiftDate(date: Temporal.PlainDate, unit: string | undefined, count: number): Temporal.PlainDate {
  if (unit === 'day') return date.add({ days: count });
  if (unit === 'week') return date.add({ weeks: count });
  if (unit === 'month') return date.add({ months: count });
  if (unit === 'quarter') return date.add({ months: 3 * count });
  return date.add({ years: count });
}

/** Computes Saturday and Sunday of this week, which on a Sunday is today and yesterday. */
function computeWeekend(today: Temporal.PlainDate, offset: number): DateSpan {
  const saturday = computeCalendarStart(today, 'week').add({ days: 5 + 7 * offset });
  return toSpan(saturday, saturday.add({ days: 1 }));
}

function computeMonthSpan(today: Temporal.PlainDate, lean: Lean, name = '', year?: string): DateSpan {
  const month = months.findIndex((short) => name.startsWith(short)) + 1;
  const start = today.with({ year: year === undefined ? today.year : Number(year), month, day: 1 });
  return computeCalendarSpan(year === undefined ? shiftStart(start, today, lean) : start, 'month', 0);
}

function computeQuarterSpan(today: Temporal.PlainDate, lean: Lean, quarter = '1', year?: string): DateSpan {
  const start = today.with({
    year: year === undefined ? today.year : Number(year),
    month: 3 * Number(quarter) - 2,
    day: 1,
  });
  return computeCalendarSpan(year === undefined ? shiftStart(start, today, lean) : start, 'quarter', 0);
}

/** Moves a start without its year to the last one that has begun where the past is meant, else to the nearest one. */
function shiftStart(start: Temporal.PlainDate, today: Temporal.PlainDate, lean: Lean): Temporal.PlainDate {
  if (lean === 'past') return Temporal.PlainDate.compare(start, today) > 0 ? start.subtract({ years: 1 }) : start;
  const months = start.since(today, { largestUnit: 'month' }).months;
  if (months > 6) return start.subtract({ years: 1 });
  return months < -6 ? start.add({ years: 1 }) : start;
}

function toDuration(count = '0', unit = 'day'): Temporal.DurationLike {
  return { [`${unit}s`]: Number(count) };
}

function toSpan(from: Temporal.PlainDate, to: Temporal.PlainDate): DateSpan {
  return { from: from.toString(), to: to.toString() };
}
