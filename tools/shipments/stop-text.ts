import { computeStopWindow, findStopZone } from '../../src/domain/freight/judged-stop.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { computePunctuality, type Punctuality } from '../../src/domain/freight/stop-window.ts';
import { formatPlace } from '../../src/domain/places/stop-place.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

export type OrderRecord = ShipmentRecord['orders'][number];
export type StopRecord = OrderRecord['stops'][number];

export const punctualityOf = (stop: StopRecord, now: string): Punctuality =>
  computePunctuality(computeStopWindow(stop), stop.actualArrival, now);

/** `08:00-10:00`, the clock times without their dates; empty when none are requested. */
export const hoursText = ({ requestedStartTime, requestedEndTime }: StopRecord): string =>
  [...new Set([requestedStartTime, requestedEndTime])].filter(Boolean).join('-');

/** An instant at a stop in its local time, or in UTC where its zone is unknown. */
export function instantText(instant: string | null, stop: StopRecord): string | null {
  return instant === null ? null : formatLocalTime(instant, findStopZone(stop) ?? 'UTC');
}

/** `PICK Dallas, TX`. */
export const stopName = (stop: StopRecord): string => `${stop.type} ${formatPlace(stop)}`;

/** Minutes as people say them: `95 min`, `7 h 20 min`, `3 d 4 h`. */
export function durationText(minutes: number): string {
  const size = Math.abs(minutes);
  if (size < 120) return `${size} min`;
  if (size < 48 * 60) return `${Math.floor(size / 60)} h${size % 60 === 0 ? '' : ` ${size % 60} min`}`;
  const hours = Math.floor(size / 60);
  return `${Math.floor(hours / 24)} d${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`;
}

/** `late by 95 min`, `on time`, `not due yet`, `unknown`. */
export function punctualityText({ status, minutesLate }: Punctuality): string {
  if (status === 'late') return `late by ${durationText(minutesLate ?? 0)}`;
  if (status === 'on_time') return 'on time';
  return status === 'pending' ? 'not due yet' : 'unknown whether late';
}
