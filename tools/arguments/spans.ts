import { Temporal } from 'temporal-polyfill';

/** Civil dates, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Which way a month without its year lies: `past` is the last one that has begun; else it is the nearest one. */
type Lean = 'future' | 'past' | undefined;

interface SpanRule {
  readonly pattern: RegExp;
  readonly span: (today: Temporal.PlainDate, match: readonly (string | undefined)[], lean: Lean) => Span;
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
    span: (today, [, word, unit]) => calendarSpan(today, unit, offsets[word ?? ''] ?? 0),
  },
  {
    pattern: new RegExp(`^(?:(${which}) |the )?weekend$`),
    span: (today, [, word]) => weekend(today, offsets[word ?? ''] ?? 0),
  },
  {
    pattern: new RegExp(`${opening}(?:last|past|previous|prior) ${countPattern} ${unitPattern}`),
    span: (today, [, count, unit]) =>
      unit === 'day' ? rollingSpan(today, count, unit) : spanOfUnitsBefore(today, count, unit),
  },
  {
    pattern: new RegExp(`${opening}(?:trailing|rolling) (?:${countPattern} )?${unitPattern}`),
    span: (today, [, count = '1', unit]) => rollingSpan(today, count, unit),
  },
  {
    pattern: /^(?:the )?(?:next|coming) (\d{1,4}) (day|week|month|year)s?$/,
    span: (today, [, count, unit]) => spanOf(today, today.add(duration(count, unit))),
  },
  {
    pattern: new RegExp(`^(end|beginning|start) of (?:the )?(?:(${which}) )?(month|quarter|year)$|^(eo)([mqy])$`),
    span: (today, [, side, word, unit, end, letter]) =>
      edgeOf(calendarSpan(today, unit ?? unitOfLetter[letter ?? ''], offsets[word ?? ''] ?? 0), end ?? side),
  },
  {
    pattern: /^(?:(week|month|quarter|year) to date|([wmqy])td)$/,
    span: (today, [, unit, letter]) => spanOf(calendarStart(today, unit ?? unitOfLetter[letter ?? '']), today),
  },
  {
    pattern: new RegExp(`^(${monthNames})(?: (\\d{4}))?$`),
    span: (today, [, month, year], lean) => monthSpan(today, lean, month, year),
  },
  {
    pattern: /^q([1-4])(?: (\d{4}))?$/,
    span: (today, [, quarter, year], lean) => quarterSpan(today, lean, quarter, year),
  },
  {
    pattern: /^(20\d{2})$/,
    span: (today, [, year]) => calendarSpan(today.with({ year: Number(year), month: 1, day: 1 }), 'year', 0),
  },
  {
    pattern: /^(20\d{2})-(0[1-9]|1[0-2])$/,
    span: (today, [, year, month]) =>
      calendarSpan(today.with({ year: Number(year), month: Number(month), day: 1 }), 'month', 0),
  },
];

const unitOfLetter: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };

/** The span that words such as "last week" or "October" mean; undefined for words of another kind. */
export function spanOfWords(words: string, today: string, lean?: Lean): Span | undefined {
  for (const { pattern, span } of rules) {
    const match = pattern.exec(words);
    if (match) return span(Temporal.PlainDate.from(today), match, lean);
  }
  return undefined;
}

const toNumber = (count = '1'): number => (/^\d+$/.test(count) ? Number(count) : numbers.indexOf(count) + 1);

/** So many days, weeks, months, quarters or years of which today is the last day. */
function rollingSpan(today: Temporal.PlainDate, count: string | undefined, unit: string | undefined): Span {
  return spanOf(shiftDate(today, unit ?? 'day', -toNumber(count)).add({ days: 1 }), today);
}

/** "Last 3 months" as "last month" counts: the whole weeks, months, quarters or years before the current one. */
function spanOfUnitsBefore(today: Temporal.PlainDate, count: string | undefined, unit: string | undefined): Span {
  const start = calendarStart(today, unit);
  return spanOf(shiftDate(start, unit, -toNumber(count)), start.subtract({ days: 1 }));
}

/** The first or the last day of a span. */
function edgeOf({ from, to }: Span, side: string | undefined): Span {
  const day = side === 'end' || side === 'eo' ? to : from;
  return { from: day, to: day };
}

/** Monday to Sunday around a day. */
export function weekAround(date: string): Span {
  return calendarSpan(Temporal.PlainDate.from(date), 'week', 0);
}

function calendarSpan(today: Temporal.PlainDate, unit: string | undefined, offset: number): Span {
  const start = shiftDate(calendarStart(today, unit), unit, offset);
  return spanOf(start, shiftDate(start, unit, 1).subtract({ days: 1 }));
}

function calendarStart(today: Temporal.PlainDate, unit: string | undefined): Temporal.PlainDate {
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

/** Saturday and Sunday of this week, which on a Sunday is today and yesterday. */
function weekend(today: Temporal.PlainDate, offset: number): Span {
  const saturday = calendarStart(today, 'week').add({ days: 5 + 7 * offset });
  return spanOf(saturday, saturday.add({ days: 1 }));
}

function monthSpan(today: Temporal.PlainDate, lean: Lean, name = '', year?: string): Span {
  const month = months.findIndex((short) => name.startsWith(short)) + 1;
  const start = today.with({ year: year === undefined ? today.year : Number(year), month, day: 1 });
  return calendarSpan(year === undefined ? leanStart(start, today, lean) : start, 'month', 0);
}

function quarterSpan(today: Temporal.PlainDate, lean: Lean, quarter = '1', year?: string): Span {
  const start = today.with({
    year: year === undefined ? today.year : Number(year),
    month: 3 * Number(quarter) - 2,
    day: 1,
  });
  return calendarSpan(year === undefined ? leanStart(start, today, lean) : start, 'quarter', 0);
}

/** Moves a start without its year to the last one that has begun where the past is meant, else to the nearest one. */
function leanStart(start: Temporal.PlainDate, today: Temporal.PlainDate, lean: Lean): Temporal.PlainDate {
  if (lean === 'past') return Temporal.PlainDate.compare(start, today) > 0 ? start.subtract({ years: 1 }) : start;
  const months = start.since(today, { largestUnit: 'month' }).months;
  if (months > 6) return start.subtract({ years: 1 });
  return months < -6 ? start.add({ years: 1 }) : start;
}

function duration(count = '0', unit = 'day'): Temporal.DurationLike {
  return { [`${unit}s`]: Number(count) };
}

function spanOf(from: Temporal.PlainDate, to: Temporal.PlainDate): Span {
  return { from: from.toString(), to: to.toString() };
}
