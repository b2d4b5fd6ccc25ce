import { sql } from 'kysely';
import type { FilterField } from '../../contract/kit/filter-fields.ts';
import { getLocalDay, readInstant } from '../../domain/places/local-time.ts';
import { hasWholeCents } from '../../domain/money/cents.ts';

/** SQLite refuses patterns of more than 50,000 bytes; no name or note is longer than this. */
const textMax = 4000;

const instantForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

interface Storing {
  readonly isCents: boolean;
  /** Converts a text to the form that the column has. */
  readonly textOf: (text: string) => string;
  /** IANA zone of a day that is compared with instants. */
  readonly timeZone: string;
  readonly refuse: (message: string) => Error;
}

/** First and last instant of a day. */
export class Day {
  readonly start: string;
  readonly end: string;
  constructor(date: string, timeZone: string) {
    ({ start: this.start, end: this.end } = getLocalDay(date, timeZone));
  }
}

/** Converts the caller's value to the form that the column stores. `refuse` builds the error for an invalid value. */
export function toStoredValue(field: FilterField, value: unknown, storing: Storing): unknown {
  if (Array.isArray(value)) return value.map((item) => toStoredValue(field, item, storing));
  const { isCents, timeZone, refuse } = storing;
  if (typeof value === 'number') return isCents ? toStoredAmount(value) : value;
  if (typeof value !== 'string') return value;
  if (value.length > textMax) throw refuse(`is longer than ${textMax} characters`);
  if (field.kind === 'uuid') return value.toLowerCase();
  if (field.kind !== 'date' && field.kind !== 'datetime') return storing.textOf(value);
  const instant = parseInstant(value, timeZone);
  if (instant === undefined) throw refuse('must be a date or date-time such as 2026-01-31T17:00:00Z');
  const [day] = value.split(/[T ]/i);
  if (field.kind === 'date') return day;
  return day === value ? new Day(day, timeZone) : instant;
}

/**
 * Converts an amount to cents. Stored amounts have whole cents, but callers may compare them with fractions of a cent.
 */
function toStoredAmount(amount: number): unknown {
  return hasWholeCents(amount) ? Math.round(amount * 100) : sql`cast(${amount * 100} as double precision)`;
}

/** Returns the instant in UTC; a text without a zone is in the given one. Undefined when there is no such day or time. */
function parseInstant(text: string, timeZone: string): string | undefined {
  const [, day] = instantForm.exec(text) ?? [];
  if (day === undefined || !isDay(day) || Number.isNaN(Date.parse(text))) return undefined;
  return readInstant(text, timeZone);
}

/** Returns true if a day exists. Date.parse reads February 31 as March 3. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
