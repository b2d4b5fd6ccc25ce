import { formatDate, formatTimeOfDay, getLocalDay, resolveInstant } from '../../src/domain/places/local-time.ts';
import { createFieldError } from '../../src/errors.ts';
import { type RequestedAppointment, parseAppointment } from '../arguments/appointment-words.ts';
import {
  type DeskClock,
  type DateRange,
  parseDateRange,
  type DateWords,
  type Moment,
  formatRange,
  tidyWords,
} from '../arguments/date-words.ts';

/** Days, and the hours at which they begin and end where hours are named: on the clock of each stop. */
export interface HourRange extends DateRange {
  readonly start: Moment | null;
  readonly end: Moment | null;
}

/** Words that name an hour, or a part of a day that has none. */
const hourWords =
  /\d:\d|\d ?[ap]\.?m?\.?(?![a-z])|\b\d{4} ?h(?:rs?)?\b|noon|midnight|morning|afternoon|evening|night|\bin (?:an?|\d+) (?:hours?|hrs?|minutes?|mins?)\b|\b(?:eod|cob)\b/;

const hasHours = (words: DateWords | undefined): words is DateWords =>
  words !== undefined && hourWords.test(tidyWords(words.text));

/** Reads the range of a pair of arguments; "tomorrow 8am" begins at that hour. Undefined when neither is given. */
export function readHourRange(
  deskClock: DeskClock,
  from: DateWords | undefined,
  to: DateWords | undefined,
): HourRange | undefined {
  if (!hasHours(from) && !hasHours(to)) {
    const days = parseDateRange(deskClock, from, to);
    return days && { ...days, start: null, end: null };
  }
  const first = from && readAppointment(deskClock, from);
  const last = to && readAppointment(deskClock, to);
  const start = first?.start ?? null;
  const end = last ? (last.end ?? last.start) : (first?.end ?? null);
  const range = { from: start?.date ?? null, to: end?.date ?? null, start: keepTimed(start), end: keepTimed(end) };
  if (start !== null && end !== null && toKey(start, '00:00') > toKey(end, '24:00'))
    throw createFieldError('BAD_REQUEST', to?.name ?? 'to', `${formatMoment(end)} is before ${formatMoment(start)}`);
  return range;
}

/** Parses one end of a range. An end without hours keeps its words: "tomorrow 8am" to "Friday". */
function readAppointment(deskClock: DeskClock, words: DateWords): RequestedAppointment {
  if (hasHours(words)) return parseAppointment(deskClock, words);
  const days = parseDateRange(deskClock, words, undefined);
  const toMoment = (date: string | null | undefined) => (date ? { date, time: null } : null);
  return { start: toMoment(days?.from) ?? { date: '', time: null }, end: toMoment(days?.to) };
}

const keepTimed = (moment: Moment | null): Moment | null => (moment?.time ? moment : null);

const toKey = ({ date, time, instant }: Moment, open: string): string => instant ?? `${date} ${time ?? open}`;

const formatMoment = ({ date, time }: Moment): string =>
  [date && formatDate(date), time && formatTimeOfDay(time)].filter(Boolean).join(', ');

/** Describes the range: days, or "from Nov 21, 2026, 12:00 PM local time". */
export function describeHourRange(range: HourRange): string {
  const { from, to, start, end } = range;
  if (start === null && end === null) return formatRange(range);
  const first = start ? formatMoment(start) : from && formatDate(from);
  const last = end
    ? end.date === from
      ? end.time && formatTimeOfDay(end.time)
      : formatMoment(end)
    : to && formatDate(to);
  const words = [...(first === null ? [] : [`from ${first}`]), ...(last === null ? [] : [`to ${last}`])];
  return `${words.join(' ')} local time`;
}

/** Converts a range to instants for stops in a time zone. An open end is null. */
export function toInstants({ from, to, start, end }: HourRange, zone: string) {
  return {
    start: start ? toInstant(start, zone) : from && getLocalDay(from, zone).start,
    end: end ? toInstant(end, zone) : to && getLocalDay(to, zone).end,
  };
}

const toInstant = ({ date, time, instant }: Moment, zone: string): string =>
  instant ?? resolveInstant({ date, time: time ?? '00:00', zone });
