import { Temporal } from 'temporal-polyfill';

/** Civil dates are `YYYY-MM-DD` text everywhere: comparable as text, free of zones. */

/** Days after the invoice date at which an amount without a payment term is due. */
export const termDaysDefault = 30;

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function addYears(date: string, years: number): string {
  return Temporal.PlainDate.from(date).add({ years }).toString();
}

const dayMs = 86_400_000;

/**
 * Counts the days from one civil date to another; negative if `to` is earlier. Avoids `Temporal`, since it runs on
 * thousands of records.
 */
export const countDaysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Prints the days from one date or instant to another for rows of the copy. */
export const printDaysBetween = (from: string, to: string): string => `julianday(${to}) - julianday(${from})`;

/** Prints the Monday of a date's week. */
export const printWeekStart = (day: string): string => `date(${day}, 'weekday 0', '-6 days')`;

/** Returns the civil date of an instant (ISO 8601) in an IANA zone. Runs on thousands of records at once. */
export const getToday = (zone: string, instant: string): string => getDateWriter(zone).format(toEpochMs(instant));

/** An instant in the one form that records have. */
const usualInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Reads an instant. Every other form than the usual one is left to Temporal, which takes ten times as long. */
function toEpochMs(instant: string): number {
  const ms = usualInstant.test(instant) ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(ms) ? Temporal.Instant.from(instant).epochMilliseconds : ms;
}

const dateWriters = new Map<string, Intl.DateTimeFormat>();

/** Returns the cached formatter of a zone, since creating one is slow. The Swedish format is that of ISO 8601. */
function getDateWriter(timeZone: string): Intl.DateTimeFormat {
  const writer = dateWriters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  dateWriters.set(timeZone, writer);
  return writer;
}

/**
 * Returns the date at the start of a text. For an instant that is the day in UTC, which is right only
 * if the instant stands for a date; for a real moment use `getToday`.
 */
export const toWrittenDay = (text: string): string => text.slice(0, 10);

/**
 * Returns the date that an instant stands for. A full hour up to 08:00 UTC is midnight somewhere between UTC and the
 * Pacific, which is how systems write a date without a time: it stays that date.
 */
export function toCivilDay(instant: string, timeZone: string): string {
  return /T0[0-8]:00(?::00(?:\.0+)?)?Z$/.test(instant) ? toWrittenDay(instant) : getToday(timeZone, instant);
}

/** Prints the condition that `toCivilDay` takes the day as it is written, for an instant that the copy holds. */
export const printIsWrittenDay = (column: string): string =>
  `(${column} like '%T0_:00:00.000Z' and ${column} not like '%T09:%')`;

/** Time zone of an organization that has neither a zone nor an address. */
export const timeZoneDefault = 'UTC';

/** A civil date has four digits for its year. */
const lastDate = '9999-12-31';

/** Adds the days of the payment term to the invoice date, up to the last possible date. */
export function computeDueDate(invoiceDate: string, termDays: number | null | undefined): string {
  const dueDate = addDays(invoiceDate, termDays ?? termDaysDefault);
  return dueDate.length > lastDate.length ? lastDate : dueDate;
}
