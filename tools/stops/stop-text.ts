import { computeStopWindow, findStopZone } from '../../src/domain/stops/judged-stop.ts';
import { formatLocalTime, formatTimeOfDay } from '../../src/domain/places/local-time.ts';
import { computePunctuality, type Punctuality } from '../../src/domain/stops/stop-window.ts';
import { formatPlace } from '../../src/domain/places/stop-place.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

export type ShipmentOrderRecord = ShipmentRecord['orders'][number];
export type ShipmentStopRecord = ShipmentOrderRecord['stops'][number];

export const computeStopPunctuality = (stop: ShipmentStopRecord, now: string): Punctuality =>
  computePunctuality(computeStopWindow(stop), stop.actualArrival, now);

/** Formats the requested clock times without their dates: "8:00 AM-10:00 AM". The text is empty if none are requested. */
export const formatHours = ({ requestedStartTime, requestedEndTime }: ShipmentStopRecord): string =>
  [...new Set([requestedStartTime, requestedEndTime])]
    .flatMap((time) => (time ? [formatTimeOfDay(time)] : []))
    .join('-');

/** Formats an instant at a stop in its local time, or in UTC if its time zone is unknown. */
export function formatInstant(instant: string | null, stop: ShipmentStopRecord): string | null {
  return instant === null ? null : formatLocalTime(instant, findStopZone(stop) ?? 'UTC');
}

/** Formats a stop: "pickup Dallas, TX". It holds record text. */
export const stopName = (stop: ShipmentStopRecord): string => `${formatCode(stop.type)} ${formatPlace(stop)}`;

/** Formats minutes as people say them: `95 min`, `7 h 20 min`, `3 d 4 h`. */
export function formatDuration(minutes: number): string {
  const size = Math.abs(minutes);
  if (size < 120) return `${size} min`;
  if (size < 48 * 60) return `${Math.floor(size / 60)} h${size % 60 === 0 ? '' : ` ${size % 60} min`}`;
  const hours = Math.floor(size / 60);
  return `${Math.floor(hours / 24)} d${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`;
}

/** Formats punctuality: `late by 95 min`, `on time`, `not due yet`, `unknown`. */
export function formatPunctuality({ status, minutesLate }: Punctuality): string {
  if (status === 'late') return `late by ${formatDuration(minutesLate ?? 0)}`;
  if (status === 'on_time') return 'on time';
  return status === 'pending' ? 'not due yet' : 'unknown whether late';
}
