import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { WaybillError } from '../../errors.ts';

/** A wall-clock moment at a place: what a dispatcher writes on the load sheet. */
export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:mm`, 24 hours */
  readonly time: string;
  readonly zone: string;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Standard and daylight names of North American zones, by standard offset in minutes. */
const abbreviations: Readonly<Record<string, readonly [standard: string, daylight: string]>> = {
  '-210': ['NST', 'NDT'],
  '-240': ['AST', 'ADT'],
  '-300': ['EST', 'EDT'],
  '-360': ['CST', 'CDT'],
  '-420': ['MST', 'MDT'],
  '-480': ['PST', 'PDT'],
  '-540': ['AKST', 'AKDT'],
  '-600': ['HST', 'HDT'],
  '0': ['UTC', 'UTC'],
};

/** The latest instants of wall times: thousands of stops ask for the same hours of the same days. */
const instants = new LRUCache<string, string>({ max: 20_000 });

/** A map that holds values of one kind by text. */
interface TextMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

/** Returns the value under a key; where there is none, computes it first and puts it there. */
function getOrCompute<Value>(values: TextMap<NoInfer<Value>>, key: string, compute: () => Value): Value {
  const existing = values.get(key);
  if (existing !== undefined) return existing;
  const value = compute();
  values.set(key, value);
  return value;
}

/**
 * Converts a wall time to an instant (RFC 3339, UTC). A time skipped in spring moves forward by the gap; a time that happens
 * twice in autumn means the first one, or the second with `repeated: 'second'`.
 */
export function resolveInstant(
  { date, time, zone }: WallTime,
  options: { repeated?: 'first' | 'second' } = {},
): string {
  // In a gap `later` is the same as `compatible`: the clock that was not yet put forward.
  const disambiguation = options.repeated === 'second' ? 'later' : 'compatible';
  const key = `${date}T${time} ${zone} ${disambiguation}`;
  return getOrCompute(
    instants,
    key,
    () =>
      computeSteadyInstant(date, time, zone) ??
      parseOrRefuse(`${date}T${time}`, zone)
        .toZonedDateTime(zone, { disambiguation })
        .toInstant()
        .toString({ fractionalSecondDigits: 3 }),
  );
}

const usualDate = /^\d{4}-\d{2}-\d{2}$/;
const usualTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Computes the instant of a wall time far from any clock change, by the offset of its day, which takes a tenth of the time that
 * `Temporal` takes; undefined near a change, and for what is no usual date and time.
 */
function computeSteadyInstant(date: string, time: string, zone: string): string | undefined {
  if (!usualDate.test(date) || !usualTime.test(time)) return undefined;
  const wallMs = Date.parse(`${date}T${time}Z`);
  // The parser takes 30 February for a day of March.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(date)) return undefined;
  const offsetMs = findSteadyOffset(Math.floor(wallMs / dayMs), zone);
  return offsetMs === undefined ? undefined : new Date(wallMs - offsetMs).toISOString();
}

/** Finds the offset of a zone on a day of UTC, the day before and the day after; undefined where they have different ones. */
function findSteadyOffset(day: number, zone: string): number | undefined {
  const offset = findDayOffset(day, zone)?.offsetMs;
  const isSteady = [day - 1, day + 1].every((other) => findDayOffset(other, zone)?.offsetMs === offset);
  return isSteady ? offset : undefined;
}

/** A wall time that is no single instant: the clocks skip it in spring, or repeat it in autumn. */
export interface ClockChange {
  readonly kind: 'skipped' | 'repeated';
  /** The two instants that it can mean (RFC 3339, UTC), the earlier one first. */
  readonly instants: readonly [string, string];
}

/** Finds out whether a wall time falls into the hour that a clock change skips or repeats; undefined for any other time. */
export function findClockChange({ date, time, zone }: WallTime): ClockChange | undefined {
  const local = parseOrRefuse(`${date}T${time}`, zone);
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  );
  if (first === undefined || second === undefined || first.equals(second)) return undefined;
  const kind = first.toPlainDateTime().equals(second.toPlainDateTime()) ? 'repeated' : 'skipped';
  const digits = { fractionalSecondDigits: 3 } as const;
  return { kind, instants: [first.toInstant().toString(digits), second.toInstant().toString(digits)] };
}

/** Reads a date-time as an instant (RFC 3339, UTC); one without a zone is a wall time in the given zone. */
export function readInstant(text: string, zone: string): string {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text).toISOString();
  return parseOrRefuse(text, zone).toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 });
}

interface LocalDay {
  readonly start: string;
  readonly end: string;
}

/** The latest local days, for the same reason. */
const localDays = new LRUCache<string, LocalDay>({ max: 5000 });

/** Returns the first and last instant of a local day. Days with a clock change have 23 or 25 hours. */
export function getLocalDay(date: string, zone: string): LocalDay {
  const day = getOrCompute(localDays, `${date} ${zone}`, () => computeLocalDay(date, zone));
  return day;
}

function computeLocalDay(date: string, zone: string): LocalDay {
  const steadyStart = computeSteadyInstant(date, '00:00', zone);
  if (steadyStart !== undefined)
    return { start: steadyStart, end: new Date(Date.parse(steadyStart) + dayMs - 1).toISOString() };
  const day = parseOrRefuse(`${date}T00:00`, zone).toPlainDate();
  const start = day.toZonedDateTime(zone).toInstant();
  const next = day.add({ days: 1 }).toZonedDateTime(zone).toInstant();
  const digits = { fractionalSecondDigits: 3 } as const;
  return { start: start.toString(digits), end: next.subtract({ milliseconds: 1 }).toString(digits) };
}

/** A local time in the words that people read. */
export interface LocalTimeWords {
  /** `Fri, Nov 20` */
  readonly day: string;
  /** `4:30 PM` */
  readonly clock: string;
  /** `CST` */
  readonly zone: string;
}

/** Formats an instant for people: `Fri, Nov 20, 4:30 PM CST`. */
export function formatLocalTime(instant: string, zone: string): string {
  const local = describeLocalTime(instant, zone);
  return `${local.day}, ${local.clock} ${local.zone}`;
}

/** Describes an instant for people by its local day, clock and zone. */
export function describeLocalTime(instant: string, zone: string): LocalTimeWords {
  const shifted = shiftToZone(instant, zone);
  if (shifted !== undefined) {
    const { at: date, abbreviation } = shifted;
    const weekday = weekdays[(date.getUTCDay() + 6) % 7];
    return {
      day: `${weekday}, ${months[date.getUTCMonth()]} ${date.getUTCDate()}`,
      clock: formatTwelveHours(date.getUTCHours(), date.getUTCMinutes()),
      zone: abbreviation,
    };
  }
  const at = toZoned(instant, zone);
  return {
    day: `${weekdays[at.dayOfWeek - 1]}, ${months[at.month - 1]} ${at.day}`,
    clock: formatTwelveHours(at.hour, at.minute),
    zone: getAbbreviation(at),
  };
}

const formatTwelveHours = (hour: number, minute: number): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;

/** Formats a civil date as people write it: "Dec 1, 2026"; a month as "Dec 2026". Any other text stays as it is. */
export function formatDate(date: string): string {
  const [, year, month = '', day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date) ?? [];
  const monthName = months[Number(month) - 1];
  if (year === undefined || monthName === undefined) return date;
  return day === undefined ? `${monthName} ${year}` : `${monthName} ${Number(day)}, ${year}`;
}

/** Formats a time of day as people write it: "8:00 AM" for `08:00`. Any other text stays as it is. */
export function formatTimeOfDay(time: string): string {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  return hour === undefined ? time : formatTwelveHours(Number(hour), Number(minute));
}

/** Formats an instant of any year for people: "Nov 20, 2026, 4:30 PM CST". Any other text stays as it is. */
export function formatDateTime(instant: string, zone: string): string {
  if (!utcInstant.test(instant) || Number.isNaN(Date.parse(instant))) return instant;
  const { clock, zone: abbreviation } = describeLocalTime(instant, zone);
  return `${formatDate(toWallTime(instant, zone).date)}, ${clock} ${abbreviation}`;
}

/** Converts an instant to the wall clock of a zone. */
export function toWallTime(instant: string, zone: string): WallTime {
  const at = toZoned(instant, zone);
  return { date: at.toPlainDate().toString(), time: formatClock(at), zone };
}

/** Formats an instant with its zone and offset: `2026-11-01 01:30 CDT (UTC-05:00)`. */
export function formatWithOffset(instant: string, zone: string): string {
  const at = toZoned(instant, zone);
  return `${at.toPlainDate().toString()} ${formatClock(at)} ${getAbbreviation(at)} (UTC${at.offset})`;
}

interface DayOffset {
  readonly offsetMs: number;
  readonly abbreviation: string;
}

/** Offsets of zones by the day of UTC; null on a day on which a clock changes. Records of a year need a few thousand. */
const dayOffsets = new LRUCache<string, { readonly offset: DayOffset | null }>({ max: 20_000 });
const dayMs = 86_400_000;
const utcInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/**
 * Returns a date whose UTC fields are the wall clock of the zone; undefined where that takes more than adding the offset of
 * the day, as on days on which a clock changes. Tens of thousands of stops are shown with their local times.
 */
function shiftToZone(instant: string, zone: string): { readonly at: Date; readonly abbreviation: string } | undefined {
  if (!utcInstant.test(instant)) return undefined;
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return undefined;
  const dayOffset = findDayOffset(Math.floor(ms / dayMs), zone);
  if (dayOffset === null) return undefined;
  return { at: new Date(ms + dayOffset.offsetMs), abbreviation: dayOffset.abbreviation };
}

/** Finds the offset of a zone on a day of UTC; null on a day on which its clock changes. */
const findDayOffset = (day: number, zone: string): DayOffset | null =>
  getOrCompute(dayOffsets, `${day} ${zone}`, () => ({ offset: computeDayOffset(day, zone) })).offset;

function computeDayOffset(day: number, zone: string): DayOffset | null {
  const [start, end] = [day * dayMs, (day + 1) * dayMs - 1].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone),
  );
  if (start === undefined || end === undefined) return null;
  const isSteady = start.offsetNanoseconds === end.offsetNanoseconds && getAbbreviation(start) === getAbbreviation(end);
  return isSteady ? { offsetMs: start.offsetNanoseconds / 1e6, abbreviation: getAbbreviation(start) } : null;
}

function getAbbreviation(at: Temporal.ZonedDateTime): string {
  const minutes = at.offsetNanoseconds / 6e10;
  const standard = getStandardOffset(at);
  const names = abbreviations[String(standard)];
  if (!names) return `UTC${at.offset}`;
  return minutes === standard ? names[0] : names[1];
}

const standardOffsets = new Map<string, number>();

/** Minutes from UTC in winter; kept for each zone and year, because each stop of a list needs them. */
function getStandardOffset(at: Temporal.ZonedDateTime): number {
  const offset = getOrCompute(standardOffsets, `${at.timeZoneId} ${at.year}`, () =>
    Math.min(getOffset(at, 1), getOffset(at, 7)),
  );
  return offset;
}

function getOffset(at: Temporal.ZonedDateTime, month: number): number {
  return at.with({ month, day: 15 }).offsetNanoseconds / 6e10;
}

function formatClock(at: Temporal.ZonedDateTime): string {
  return `${String(at.hour).padStart(2, '0')}:${String(at.minute).padStart(2, '0')}`;
}

function toZoned(instant: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
}

function parseOrRefuse(text: string, zone: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text);
  } catch (cause) {
    throw new WaybillError('VALIDATION_ERROR', `${text} is not a date and time (${zone})`, { cause });
  }
}
