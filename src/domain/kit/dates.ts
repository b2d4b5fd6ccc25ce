import { Temporal } from 'temporal-polyfill';

/** Civil dates are `YYYY-MM-DD` text everywhere: comparable as text, free of zones. */

/** Without a payment term an amount is due this many days after the invoice date. */
export const termDaysDefault = 30;

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function addYears(date: string, years: number): string {
  return Temporal.PlainDate.from(date).add({ years }).toString();
}

const dayMs = 86_400_000;

/** Days from one civil date to another; negative when `to` is the earlier one. Asked of thousands of records at once. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Prints the days from one date or instant to another for rows of the copy. */
export const printDaysBetween = (from: string, to: string): string => `julianday(${to}) - julianday(${from})`;

/** Prints the Monday of a date's week. */
export const printWeekStart = (day: string): string => `date(${day}, 'weekday 0', '-6 days')`;

/** The civil date it is in an IANA zone at an instant (ISO 8601). Asked of thousands of records at once. */
export const todayIn = (zone: string, instant: string): string =>
  dateWriterOf(zone).format(Temporal.Instant.from(instant).epochMilliseconds);

const dateWriters = new Map<string, Intl.DateTimeFormat>();

/** One for each zone, since making it takes longer than writing a date. Swedish writes dates as ISO 8601 does. */
function dateWriterOf(timeZone: string): Intl.DateTimeFormat {
  const writer = dateWriters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  dateWriters.set(timeZone, writer);
  return writer;
}

/**
 * The day that a text is written with: of a date the date itself. Of an instant it is the day in UTC, which is right only
 * where somebody wrote a date in that form; the day of a moment is `todayIn`.
 */
export const writtenDay = (text: string): string => text.slice(0, 10);

/**
 * The day that a date written as an instant means. A full hour up to 08:00 UTC is midnight somewhere between UTC and the
 * Pacific, which is how systems write a date without a time: it stays that date.
 */
export function civilDay(instant: string, timeZone: string): string {
  return /T0[0-8]:00(?::00(?:\.0+)?)?Z$/.test(instant) ? writtenDay(instant) : todayIn(timeZone, instant);
}

/** Prints the condition that `civilDay` takes the day as it is written, for an instant that the copy holds. */
export const printIsWrittenDay = (column: string): string =>
  `(${column} like '%T0_:00:00.000Z' and ${column} not like '%T09:%')`;

/** Of an organization that has neither a zone of its own nor an address that tells one. */
export const timeZoneDefault = 'UTC';

/** A civil date has four digits for its year. */
const lastDate = '9999-12-31';

/** Invoice date plus the days of the payment term, at most the last day there is. */
export function dueDateOf(invoiceDate: string, termDays: number | null | undefined): string {
  const dueDate = addDays(invoiceDate, termDays ?? termDaysDefault);
  return dueDate.length > lastDate.length ? lastDate : dueDate;
}
