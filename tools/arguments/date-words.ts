import * as chrono from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { createFieldError } from '../../src/errors.ts';
import { getToday, toWrittenDay } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { stripInvisible } from '../../src/mcp/text/invisible.ts';
import { cutText, quoteText } from '../../src/mcp/text/text.ts';
import { checkWeekdays, describeConflict } from './days/weekdays.ts';
import { type DateSpan, parseSpanWords, computeWeek } from './spans.ts';

/** Instant and time zone that words such as "tomorrow" count from. */
export interface DeskClock {
  /** ISO 8601 instant. */
  readonly askedAt: string;
  readonly timeZone: string;
}

export interface DateWords {
  /** The argument, for the refusal. */
  readonly name: string;
  readonly text: string;
  /** Direction of words such as "Friday": the coming one (today counts) or the latest. */
  readonly lean?: 'future' | 'past';
}

/** Civil dates, both included; null where the range is open. */
export interface DateRange {
  readonly from: string | null;
  readonly to: string | null;
}

export interface Moment {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:mm`, or null when only a day was named. */
  readonly time: string | null;
  /** The instant (RFC 3339, UTC) where the words name a zone or an offset, which settles an hour that comes twice. */
  readonly instant?: string;
}

type ChronoResult = ReturnType<typeof chrono.parse>[number];
type DateParts = ChronoResult['start'];

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const filler = /\b(?:on|by|at|the|of|from|for)\b|[,.;]/g;
/** "since last month" stays open at its end, "until Friday" at its start. */
const openings = { from: /^(?:since|from|starting) /, to: /^(?:until|till|through|to) / } as const;
const examples = 'YYYY-MM-DD or words such as "tomorrow", "Friday", "last week", "Nov 3"';

/**
 * Parses the range of a pair of arguments. `from: "last week"` alone means that week; `from: "tomorrow"` alone means
 * from tomorrow on. Undefined when neither is given.
 */
export function parseDateRange(
  deskClock: DeskClock,
  from: DateWords | undefined,
  to: DateWords | undefined,
): DateRange | undefined {
  if (!from && !to) return undefined;
  const start = from && parseSpan(deskClock, removeOpening(openings.from, from));
  const end = to && parseSpan(deskClock, removeOpening(openings.to, to));
  const isOpen = from !== undefined && openings.from.test(tidyWords(from.text));
  const isWholeSpan = start !== undefined && !to && start.from !== start.to && !isOpen;
  const range = { from: start?.from ?? null, to: end?.to ?? (isWholeSpan ? start.to : null) };
  if (range.from !== null && range.to !== null && range.from > range.to) {
    throw createFieldError(
      'BAD_REQUEST',
      to?.name ?? 'to',
      `${formatDate(range.to)} is before ${formatDate(range.from)}`,
    );
  }
  return range;
}

/** Parses words that mean one day. */
export function parseDay(deskClock: DeskClock, words: DateWords): string {
  const { from, to } = parseSpan(deskClock, words);
  if (from !== to)
    throw createFieldError(
      'BAD_REQUEST',
      words.name,
      `${quoteWords(words.text)} is more than one day; name a single day`,
    );
  return from;
}

/**
 * Parses the days that a figure covers: "yesterday", "last month", "Q3". "Last 3 months" are whole months before this
 * one, "last 30 days" and "rolling 3 months" end today, and so does "since October".
 */
export function parsePeriodWords(deskClock: DeskClock, words: DateWords): DateSpan {
  const text = tidyWords(words.text);
  const today = getDeskToday(deskClock);
  const { from, to } = parseSpan(deskClock, removeOpening(openings.from, words));
  return openings.from.test(text) && from <= today && !text.includes(' to ') ? { from, to: today } : { from, to };
}

/** Parses a day, or the days from one to another that are named both: "Nov 27-28", but not "next week". */
export function parseDays(deskClock: DeskClock, words: DateWords): DateSpan {
  const text = dropWeekdays(deskClock, tidyWords(words.text), words);
  if (isoDate.test(text) || ordinal.test(text) || parseSpanWords(text, getDeskToday(deskClock)))
    return toOneDay(parseDay(deskClock, words));
  const { start, end } = parse(deskClock, words);
  // A time that only the parser understood would be lost.
  if (start.isCertain('hour') || end?.isCertain('hour')) throw buildNotUnderstoodError(words);
  return parseSpan(deskClock, words);
}

/** Parses a day and its time where words count from now ("in 3 hours") or name their own zone; an instant as well. */
export function parseMomentWithChrono(deskClock: DeskClock, words: DateWords): Moment {
  const { start, end } = parse(deskClock, words);
  if (end) throw buildNotUnderstoodError(words);
  return {
    date: toCivilDate(start, deskClock, words),
    time: formatClockTime(start, deskClock),
    ...(start.isCertain('hour') && start.isCertain('timezoneOffset') && { instant: toInstant(start) }),
  };
}

/** Formats a range: "Nov 20, 2026 to Nov 22, 2026", "from Nov 20, 2026", "until Nov 22, 2026", "on Nov 20, 2026". */
export function formatRange({ from, to }: DateRange): string {
  if (from !== null && from === to) return `on ${formatDate(from)}`;
  if (from !== null && to !== null) return `${formatDate(from)} to ${formatDate(to)}`;
  return from === null ? `until ${formatDate(to ?? '')}` : `from ${formatDate(from)}`;
}

export const getDeskClock = ({ askedAt, timeZone }: Pick<ToolContext, 'askedAt' | 'timeZone'>): DeskClock => ({
  askedAt,
  timeZone,
});

/** Removes the weekdays that agree with the date beside them; one that contradicts its date is asked about. */
export function dropWeekdays(deskClock: DeskClock, text: string, words: DateWords): string {
  const checked = checkWeekdays(text, (date) => {
    try {
      const { from, to } = parseSpan(deskClock, { ...words, text: date });
      return from === to ? from : undefined;
    } catch {
      // What is no date by itself is left to the reading of the whole text, which refuses it.
      return undefined;
    }
  });
  if (checked.conflict)
    throw createFieldError(
      'BAD_REQUEST',
      words.name,
      `${quoteWords(words.text)} ${describeConflict(checked.conflict)}`,
    );
  return checked.text;
}

function parseSpan(deskClock: DeskClock, words: DateWords): DateSpan {
  const text = dropWeekdays(deskClock, tidyWords(words.text), words);
  const today = getDeskToday(deskClock);
  if (isoDate.test(text)) return toOneDay(parseCivilDate(text, words));
  if (/^\d{4}-\d{2}-\d{2}t/.test(text)) return toOneDay(toDay(deskClock, words));
  if (hasTwoReadings.test(text)) throw buildNotUnderstoodError(words);
  const span = parseSpanWords(text, today, words.lean);
  if (span) return span;
  const [, number] = ordinal.exec(text) ?? [];
  if (number !== undefined && words.lean !== undefined) return toOneDay(findNearestDay(Number(number), today, words));
  const [, first, last] = /^between (.+) and ((?:(?! and ).)+)$/.exec(text) ?? [];
  if (first !== undefined) return parseSpan(deskClock, { ...words, text: `${first} to ${last}` });
  const week = /^(?:the )?week of (.+)$/.exec(text)?.[1];
  if (week !== undefined) return computeWeek(parseDay(deskClock, { ...words, text: week }));
  const { start, end } = parse(deskClock, { ...words, text });
  const from = toCivilDate(start, deskClock, words);
  const to = end ? toCivilDate(end, deskClock, words) : from;
  return from <= to ? { from, to } : toOneDay(from);
}

/** Parses a date of which every word is understood: a date found somewhere inside other text is a guess. */
function parse(deskClock: DeskClock, words: DateWords): ChronoResult {
  const { askedAt, timeZone } = deskClock;
  if (hasTwoReadings.test(tidyWords(words.text))) throw buildNotUnderstoodError(words);
  // "11-27" is a day as "11/27" is.
  const text = dropWeekdays(deskClock, tidyWords(words.text), words).replace(/^(\d{1,2})-(\d{1,2})$/, '$1/$2');
  const minutes = Temporal.Instant.from(askedAt).toZonedDateTimeISO(timeZone).offsetNanoseconds / 6e10;
  const [first, second] = chrono.casual.parse(text, { instant: new Date(askedAt), timezone: minutes });
  const rest = first ? text.replace(first.text, ' ').replace(filler, ' ').trim() : text;
  if (!first || second || rest !== '') throw buildNotUnderstoodError(words);
  return first;
}

function toCivilDate(parts: DateParts, deskClock: DeskClock, words: DateWords): string {
  if (parts.isCertain('timezoneOffset')) return getToday(deskClock.timeZone, toInstant(parts));
  const date = Temporal.PlainDate.from({
    year: parts.get('year') ?? 0,
    month: parts.get('month') ?? 0,
    day: parts.get('day') ?? 0,
  });
  return shiftWeekday(date, parts, deskClock, words).toString();
}

/** Moves a bare weekday in the direction that the argument leans to. */
function shiftWeekday(
  date: Temporal.PlainDate,
  parts: DateParts,
  deskClock: DeskClock,
  { text, lean }: DateWords,
): Temporal.PlainDate {
  const isBareWeekday =
    parts.isCertain('weekday') && !parts.isCertain('day') && !/\b(?:last|past|previous|this|next)\b/i.test(text);
  if (!isBareWeekday || lean === undefined) return date;
  const side = Temporal.PlainDate.compare(date, Temporal.PlainDate.from(getDeskToday(deskClock)));
  if (lean === 'future' && side < 0) return date.add({ days: 7 });
  return lean === 'past' && side > 0 ? date.subtract({ days: 7 }) : date;
}

function formatClockTime(parts: DateParts, { timeZone }: DeskClock): string | null {
  if (!parts.isCertain('hour')) return null;
  if (parts.isCertain('timezoneOffset')) {
    return Temporal.Instant.from(toInstant(parts))
      .toZonedDateTimeISO(timeZone)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' });
  }
  return [parts.get('hour'), parts.get('minute')].map((part) => String(part ?? 0).padStart(2, '0')).join(':');
}

/** Returns the instant of parts that name their own zone, such as "5pm EST". */
const toInstant = (parts: DateParts) => parts.date().toISOString();

/** "the 27th" */
const ordinal = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/;
/** The end of a week is its Friday or its Sunday; "24/7" is no day in July. */
const hasTwoReadings = /\bend of .*\bweek\b|^24\/7$/;

/** Finds the nearest day of that number in the direction that the argument leans to; today counts. */
function findNearestDay(day: number, today: string, words: DateWords): string {
  const from = Temporal.PlainDate.from(today);
  const months = words.lean === 'past' ? { months: day > from.day ? -1 : 0 } : { months: day < from.day ? 1 : 0 };
  const month = from.with({ day: 1 }).add(months);
  return parseCivilDate(`${month.toString().slice(0, 8)}${String(day).padStart(2, '0')}`, words);
}

function parseCivilDate(text: string, words: DateWords): string {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    // The refusal says what would be understood; the parser's own message would not.
    throw buildNotUnderstoodError(words);
  }
}

function toDay({ timeZone }: DeskClock, words: DateWords): string {
  const text = words.text.trim();
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text);
  if (!hasZone) return parseCivilDate(toWrittenDay(text), words);
  if (Number.isNaN(Date.parse(text))) throw buildNotUnderstoodError(words);
  return getToday(timeZone, new Date(text).toISOString());
}

export const getDeskToday = ({ askedAt, timeZone }: DeskClock) => getToday(timeZone, askedAt);
const toOneDay = (date: string): DateSpan => ({ from: date, to: date });
/** A day ends with its end: "EOD Friday" is Friday, where no hour is named beside it. */
const dayEnd =
  /^(?!.*(?:\d ?[ap]\.?m?\b|\d:\d|\b\d{3,4}\b(?!-)|noon|midnight))(?:(?:by )?(?:eod|end of (?:the )?day) (?:on )?(?<after>[^-]+(?:-\d+)*)|(?<before>[^-]+(?:-\d+)*?),? (?:by )?(?:eod|end of (?:the )?day))$/;
export const tidyWords = (text: string) =>
  stripInvisible(text)
    .text.replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // The offset behind a zone repeats what the zone says: "01:30 CDT (UTC-05:00)".
    .replace(/(?<=\b[a-z]{2,4}) \((?:utc|gmt)[+-]\d{1,2}:\d{2}\)/g, '')
    // "12/9 (FCFS 7-15)" and "12/9 (Wed)" say the same without.
    .replace(/[()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    // How the desk writes what the parser knows in another spelling only.
    .replace(/^day after tomorrow/, 'the day after tomorrow')
    .replace(/\b(?:tmrw|tmw|tmo|tomo|tmrrw)\b/g, 'tomorrow')
    .replace(/\btues\b/g, 'tuesday')
    .replace(/\bweds\b/g, 'wednesday')
    // What a dock calls its hours by says nothing about the day.
    .replace(/\b(?:fcfs|appt|appointment)\b:? ?/g, '')
    .replace(/^(?:by )?(?:eod|end of (?:the )?day)$/, 'today')
    .replace(dayEnd, '$<before>$<after>')
    .replace(/^(\d{1,2}\/\d{1,2}(?:\/\d{2,4})?) ?- ?(\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/, '$1 to $2')
    .replace(/(?<![\d/-])(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})(?![\d/-])/g, '$1/$2/$3');
const removeOpening = (opening: RegExp, words: DateWords): DateWords => ({
  ...words,
  text: tidyWords(words.text).replace(opening, ''),
});
export const quoteWords = (text: string) => quoteText(cutText(stripInvisible(text).text, 60));

function buildNotUnderstoodError({ name, text }: DateWords) {
  return createFieldError('BAD_REQUEST', name, `${quoteWords(text)} is not understood as a date; use ${examples}`);
}
