import { addDays } from '../../src/domain/kit/dates.ts';
import { resolveInstant, toWallTime } from '../../src/domain/places/local-time.ts';
import { createFieldError, type WaybillError } from '../../src/errors.ts';
import { requireOneInstant } from './days/clock-changes.ts';
import {
  parseClockMinutes,
  clockPattern,
  formatClock,
  parseClockWindow,
  countDaysAfter,
  hourPattern,
} from './clock-words.ts';
import {
  type DeskClock,
  type DateWords,
  parseDay,
  parseDays,
  dropWeekdays,
  type Moment,
  parseMomentWithChrono,
  quoteWords,
  tidyWords,
  getDeskToday,
} from './date-words.ts';

/**
 * Day or window that is requested for a truck, on the clock of the desk. Without `end` it is one moment, or one whole
 * day.
 */
export interface RequestedAppointment {
  readonly start: Moment;
  readonly end: Moment | null;
}

/** Day and zone of an appointment, apart from its clock times. */
interface AppointmentParts {
  /** Empty when no day was named. */
  readonly day: string;
  readonly zone: string;
}

/** Zones whose name says no offset: that depends on the day. */
const seasonalZones: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  eastern: 'America/New_York',
  ct: 'America/Chicago',
  central: 'America/Chicago',
  mt: 'America/Denver',
  mountain: 'America/Denver',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
};
const zones = `utc|gmt|(?:ak|[aechmnp])[sd]t|${Object.keys(seasonalZones).join('|')}`;
const between = String.raw` ?- ?| (?:to|until|till?|through|thru|and) `;
const separator = String.raw`(?: |, ?)`;
/** A dot takes every character, so that what follows the first clock is read once and not from each of its spaces. */
const window = new RegExp(
  `^(?:(?<before>.+?)${separator})?(?:from |between )?(?<start>${clockPattern}|${hourPattern})(?:${between})(?<end>${clockPattern}|${hourPattern})(?: (?<zone>${zones}))?(?:${separator}(?:on )?(?<after>.+))?$`,
  's',
);
const single = new RegExp(
  `^(?:(?<before>.+?)${separator})?@?(?<clock>${clockPattern}|(?<=@)${hourPattern})(?: (?<zone>${zones}))?(?:${separator}(?:on )?(?<after>.+))?$`,
  's',
);
/** Words that make a time the end of a window, or its start. */
const limits = {
  end: /(?:^|\s)(?:by|(?<!not )before|until|till?|no later than|not later than)\s/,
  start: /(?:^|\s)(?:after|from|starting|not before)\s/,
} as const;
const at = /(?:^|\s)(?:at |@ ?)(?=\d|noon|midnight)/;
/** A second time beside the one that was read. */
const otherClock = /(?:^|[ ,])(?:noon|midnight|\d{1,2}(?::\d{2}|(?::\d{2})? ?[ap]\.?m?\.?))(?:$|[ ,])/;
const twoSides = / (?:-|to|until|till?|through|thru) /;
/** A part of a day is no time: each dock has its own idea of a morning. */
const partOfDay = /\b(?:morning|afternoon|evening|night|tonight|eod|end of day|cob|close of business)\b/;
const relative = /^in (?:an?|\d+) (?:hours?|hrs?|minutes?|mins?)$/;
const instant = /^\d{4}-\d{2}-\d{2}t/;
/** A day with its year before a clock or another day: "mar 14, 2027, 3:30 am". Alone, 2027 could be the time 20:27. */
const yearBeforeClock =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (\d{1,2}),? (20[0-5]\d)(?=,? (?:at )?(?:\d{1,2}(?::\d{2}| ?[ap])|noon|midnight)| (?:-|to|until|till?|through|thru) )/g;
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Ending of a window of whole days, as answers print it. */
const anyTime = new RegExp(`,? any ?time(?: (?:${zones}))?$`);
/** "Nov 27 2026" ends in a year, though 20:26 is a time too. */
const dayWithYear = /^(?:(?:[a-z]+ \d{1,2}|\d{1,2}[/-]\d{1,2}),? )?(20[0-5]\d)$/;
const example = '"Friday 7am-3pm", "11/27 08:00-16:00", "Friday by 2pm" or "Monday 8am"';

/**
 * Parses words such as "Friday 7am-3pm" or "by 2pm". Words with two readings are refused, because a window has an end
 * that counts.
 */
export function parseAppointment(deskClock: DeskClock, words: DateWords): RequestedAppointment {
  const typedWords = tidyWords(words.text).replace(
    yearBeforeClock,
    (_, month: string, day: string, year: string) =>
      `${year}-${String(monthNames.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  if (anyTime.test(typedWords)) return parseWholeDays(deskClock, { ...words, text: typedWords.replace(anyTime, '') });
  const text = dropWeekdays(deskClock, typedWords, words);
  if (instant.test(text) || relative.test(text)) return { start: parseMomentWithChrono(deskClock, words), end: null };
  if (partOfDay.test(text)) throw buildUnclearError(words, 'names no hour');
  if (hasYearAtEnd(deskClock, text, words)) return parseWholeDays(deskClock, words);
  return (
    parseWindow(deskClock, text, words) ??
    parseLimit(deskClock, text, words) ??
    parseSingleMoment(deskClock, text, words) ??
    parseSides(deskClock, text, words) ??
    parseWholeDays(deskClock, words)
  );
}

/** Parses one moment, or one whole day: "Friday 5pm", and "by Friday 5pm" as well. */
export function parseMoment(deskClock: DeskClock, words: DateWords): Moment {
  const { start, end } = parseAppointment(deskClock, words);
  if (end === null) return start;
  if (start.time !== null || start.date !== end.date || end.time === null)
    throw createFieldError(
      'BAD_REQUEST',
      words.name,
      `${quoteWords(words.text)} is more than one moment; name a single one`,
    );
  return end;
}

function parseWindow(deskClock: DeskClock, text: string, words: DateWords): RequestedAppointment | undefined {
  const { start = '', end = '', ...parts } = window.exec(text)?.groups ?? {};
  const day = start === '' ? undefined : parseNamedDay(deskClock, toParts(parts), words);
  if (day === undefined) return undefined;
  // "11-27" has the form of a window, and of a day; "8-12" can be either.
  if (/^\d{1,2}-\d{1,2}$/.test(text)) {
    if (parseClockWindow(start, end) === undefined && (Number(end) > 12 || Number(start) > 12)) return undefined;
    throw buildUnclearError(words, 'is a day or two hours');
  }
  const clocks = parseClockWindow(start, end);
  if (clocks === undefined) throw buildUnclearError(words, 'is not understood as one window');
  const zone = parts['zone'] ?? '';
  return {
    start: buildMoment(deskClock, day, clocks.start, zone, words),
    end: buildMoment(deskClock, day, clocks.end, zone, words),
  };
}

/** Parses "by 2pm", which has an end only, and "after 2pm", which lasts until the end of its day. */
function parseLimit(deskClock: DeskClock, text: string, words: DateWords): RequestedAppointment | undefined {
  const limit = limits.end.test(text) ? 'end' : limits.start.test(text) ? 'start' : undefined;
  if (limit === undefined) return undefined;
  const rest = text.replace(limits[limit], ' ').trim();
  const clockTime = parseNamedClock(deskClock, rest, words);
  if (clockTime === undefined) {
    // "By Friday" is a day that ends with its Friday; "after Friday" and "before Friday" are other days.
    if (text.startsWith('by ')) return parseWholeDays(deskClock, { ...words, text: rest });
    throw buildUnclearError(words, 'is not understood');
  }
  const { moment, day } = clockTime;
  return limit === 'end'
    ? { start: { date: day, time: null }, end: moment }
    : { start: moment, end: { date: moment.date, time: null } };
}

function parseSingleMoment(deskClock: DeskClock, text: string, words: DateWords): RequestedAppointment | undefined {
  const clockTime = parseNamedClock(deskClock, text, words);
  if (clockTime === undefined) return undefined;
  // Midnight begins one day and ends another.
  if (clockTime.isDayEnd) throw buildUnclearError(words, 'can be the start of that day or its end');
  return { start: clockTime.moment, end: null };
}

/** Parses "Mon 8am to Tue 5pm". */
function parseSides(deskClock: DeskClock, text: string, words: DateWords): RequestedAppointment | undefined {
  const [first = '', second = '', third] = text.split(twoSides);
  if (third !== undefined) return undefined;
  const [start, end] = [parseNamedClock(deskClock, first, words), parseNamedClock(deskClock, second, words)];
  if (!start || !end) return undefined;
  if (`${end.moment.date} ${end.moment.time}` <= `${start.moment.date} ${start.moment.time}`)
    throw buildUnclearError(words, 'ends before it begins');
  return { start: start.moment, end: end.moment };
}

function parseWholeDays(deskClock: DeskClock, words: DateWords): RequestedAppointment {
  const { from, to } = parseDays(deskClock, words);
  return { start: { date: from, time: null }, end: from === to ? null : { date: to, time: null } };
}

interface NamedClock {
  readonly moment: Moment;
  readonly day: string;
  readonly isDayEnd: boolean;
}

/** Parses a day with one clock time; undefined when there is none. */
function parseNamedClock(deskClock: DeskClock, text: string, words: DateWords): NamedClock | undefined {
  // A number without "at" is a day of the month as well.
  const { clock = '', ...parts } = single.exec(text.replace(at, ' @').trim())?.groups ?? {};
  const day = clock === '' ? undefined : parseNamedDay(deskClock, toParts(parts), words);
  if (day === undefined) return undefined;
  const minutes = parseClockMinutes(clock);
  if (minutes === undefined)
    throw buildUnclearError(words, 'does not say whether it is morning or afternoon, or is no time');
  const moment = buildMoment(deskClock, day, minutes, parts['zone'] ?? '', words);
  return { moment, day, isDayEnd: countDaysAfter(minutes) > 0 };
}

const toParts = ({
  before = '',
  after = '',
  zone = '',
}: Readonly<Record<string, string | undefined>>): AppointmentParts => ({
  day: `${before} ${after}`.trim(),
  zone,
});

/** Parses the one day that is named, today when none is; undefined when the words beside the time are no day. */
function parseNamedDay(deskClock: DeskClock, { day }: AppointmentParts, words: DateWords): string | undefined {
  if (day === '') return getDeskToday(deskClock);
  if (otherClock.test(day)) return undefined;
  const checkedDay = dropWeekdays(deskClock, day, words);
  try {
    return parseDay(deskClock, { ...words, text: checkedDay });
  } catch {
    // Another reading of the whole text is tried next; the last one refuses.
    return undefined;
  }
}

function buildMoment(deskClock: DeskClock, day: string, minutes: number, zone: string, words: DateWords): Moment {
  const date = addDays(day, countDaysAfter(minutes));
  const time = formatClock(minutes);
  if (zone === '') return { date, time };
  const seasonalZone = seasonalZones[zone];
  if (seasonalZone !== undefined) {
    const wallTime = { date, time, zone: seasonalZone };
    requireOneInstant({ name: words.name, label: quoteWords(words.text) }, wallTime);
    const instant = resolveInstant(wallTime);
    return { ...toWallTime(instant, deskClock.timeZone), instant };
  }
  return parseMomentWithChrono(deskClock, { ...words, text: `${date} ${time} ${zone}` });
}

/**
 * Returns whether the words end in a year. A year near today's is never read as a time; any other may be a time just as
 * well.
 */
function hasYearAtEnd(deskClock: DeskClock, text: string, words: DateWords): boolean {
  const year = dayWithYear.exec(text)?.[1];
  if (year === undefined) return false;
  if (Math.abs(Number(year) - Number(getDeskToday(deskClock).slice(0, 4))) > 1)
    throw buildUnclearError(words, 'ends in a year or in a time');
  return true;
}

const buildUnclearError = ({ name, text }: DateWords, why: string): WaybillError =>
  createFieldError('BAD_REQUEST', name, `${quoteWords(text)} ${why}; write for example ${example}`);
