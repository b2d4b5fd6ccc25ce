import { createFieldError } from '../../errors.ts';
import { addDays } from '../kit/dates.ts';
import { resolveInstant, getLocalDay } from '../places/local-time.ts';

/** Fields of a stop that define its window. */
export const windowFields = [
  'requestedStartDate',
  'requestedStartTime',
  'requestedEndDate',
  'requestedEndTime',
] as const;

/** Requested dates and times of a stop in the API's format: civil dates and `HH:mm`, without a time zone. */
export type StopRequest = {
  readonly [Field in (typeof windowFields)[number]]?: string | null | undefined;
};

/** Instants are RFC 3339 UTC. `day`: only a date is known, the whole local day counts. */
export interface StopWindow {
  readonly start: string;
  readonly end: string;
  readonly kind: 'appointment' | 'window' | 'day';
  readonly zone: string;
}

export interface Punctuality {
  readonly status: 'late' | 'on_time' | 'pending' | 'unknown';
  /** Whole minutes after the end of the window, negative before it; null when unknown. Grace is not subtracted. */
  readonly minutesLate: number | null;
}

const minute = 60_000;

/**
 * Builds the window of a stop in its local zone. It ends at the requested end, or at the requested start if there is no end;
 * a date without a time lasts until the end of the local day. Null without any date or without a zone.
 */
export function buildStopWindow(request: StopRequest, zone: string | undefined): StopWindow | null {
  const startDate = request.requestedStartDate ?? request.requestedEndDate;
  const endDate = request.requestedEndDate ?? request.requestedStartDate;
  if (!startDate || !endDate || zone === undefined) return null;
  const start = computeStart(startDate, request.requestedStartTime, zone);
  const end = computeEnd(request, endDate, zone);
  return { start: pickEarlier(start, end), end, kind: getWindowKind(request), zone };
}

/** Builds a window from separate columns, or returns null if one is missing. */
export function toStopWindow({ start, end, kind, zone }: WindowParts): StopWindow | null {
  return start === null || end === null || kind === null ? null : { start, end, kind, zone: zone ?? '' };
}

type WindowParts = { readonly [Part in keyof StopWindow]: StopWindow[Part] | null };

/** Computes whether a truck is on time: its arrival, or now, is at or before the end of the window. */
export function computePunctuality(window: StopWindow | null, actualArrival: string | null, now: string): Punctuality {
  if (!window) return { status: 'unknown', minutesLate: null };
  const past = Date.parse(actualArrival ?? now) - Date.parse(window.end);
  const status = past > 0 ? 'late' : actualArrival === null ? 'pending' : 'on_time';
  // Seconds count against the truck once it is late, and in its favour before.
  return { status, minutesLate: Math.ceil(past / minute) || 0 };
}

function computeStart(date: string, time: string | null | undefined, zone: string): string {
  return time ? resolveInstant({ date, time, zone }) : getLocalDay(date, zone).start;
}

/** Computes the end. When clocks go back, it takes the second of two equal times: a truck is late only if it is late by both. */
function computeEnd(request: StopRequest, date: string, zone: string): string {
  const { requestedStartTime: startTime, requestedEndTime: endTime } = request;
  if (endTime)
    return resolveInstant(
      { date: computeEndDate(request, date, endTime), time: endTime, zone },
      { repeated: 'second' },
    );
  if (request.requestedEndDate || !startTime) return getLocalDay(date, zone).end;
  return resolveInstant({ date, time: startTime, zone }, { repeated: 'second' });
}

/** Computes the date of the end: `22:00-06:00` with one date ends the next morning. */
function computeEndDate(request: StopRequest, date: string, endTime: string): string {
  const overnight = !request.requestedEndDate && request.requestedStartTime && endTime < request.requestedStartTime;
  return overnight ? addDays(date, 1) : date;
}

function getWindowKind(request: StopRequest): StopWindow['kind'] {
  const { requestedStartDate, requestedStartTime, requestedEndDate, requestedEndTime } = request;
  if (!requestedStartTime && !requestedEndTime) return 'day';
  const endsElsewhere = requestedEndDate && (requestedEndDate !== requestedStartDate || !requestedEndTime);
  const isPoint = !endsElsewhere && (!requestedEndTime || requestedEndTime === requestedStartTime);
  return isPoint ? 'appointment' : 'window';
}

/**
 * Refuses a window that ends before it starts. `22:00-06:00` with one date runs into the next morning. `field` is where the
 * stop stands in the request, for refusals: `orders.0.stops.1.`.
 */
export function requireOrderedWindow(request: StopRequest, field: string): void {
  const { requestedStartDate: startDate, requestedEndDate: endDate } = request;
  const { requestedStartTime: startTime, requestedEndTime: endTime } = request;
  if (!endDate) return;
  if (startDate && endDate < startDate)
    throw createFieldError(
      'VALIDATION_ERROR',
      `${field}requestedEndDate`,
      `is before requestedStartDate (${startDate})`,
    );
  if (endDate !== (startDate ?? endDate) || !startTime || !endTime || startTime <= endTime) return;
  throw createFieldError(
    'VALIDATION_ERROR',
    `${field}requestedEndTime`,
    `is before requestedStartTime (${startTime}) of the same day; a window that runs overnight ends on the next date`,
  );
}

/** Picks the start of a window whose start and end are swapped. Its end stays, since lateness depends on it alone. */
function pickEarlier(start: string, end: string): string {
  return start <= end ? start : end;
}
