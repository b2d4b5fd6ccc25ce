import { asJudged, type JudgedStop, windowOfStop, zoneOfStop } from '../../src/domain/freight/judged-stop.ts';
import { localText, zoneAbbreviation } from '../../src/domain/places/local-time.ts';
import { isLate, type Punctuality, stopWindow } from '../../src/domain/freight/stop-window.ts';
import { placeOf } from '../../src/domain/places/stop-place.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

export type OrderRecord = ShipmentRecord['orders'][number];
export type StopRecord = OrderRecord['stops'][number];

export const punctualityOf = (stop: StopRecord, now: string): Punctuality =>
  isLate(windowOfStop(stop), stop.actualArrival, now);

/** `Fri 20 Nov 08:00-10:00 CST`; of a stop whose window was moved after the arrival, also where to. */
export function windowText(stop: StopRecord): string {
  const judged = requestText(asJudged(stop));
  return isWindowMoved(stop) ? `${judged} (moved after arrival to ${requestText(stop)})` : judged;
}

/** Whether the stop shows another window now than it had when the truck arrived. */
export const isWindowMoved = (stop: StopRecord): boolean => requestText(asJudged(stop)) !== requestText(stop);

/** `Fri 20 Nov 08:00-10:00 CST`, `Fri 20 Nov, any time CST`, or what is known without a zone. */
export function requestText(stop: JudgedStop): string {
  if (!stop.requestedStartDate && !stop.requestedEndDate) return 'no date requested';
  const window = stopWindow(stop, zoneOfStop(stop));
  if (!window) return `${requestedText(stop)}, zone unknown`;
  const [start, end] = [partsOf(window.start, window.zone), partsOf(window.end, window.zone)];
  const isOneDay = start.day === end.day;
  if (window.kind === 'day') return `${isOneDay ? start.day : `${start.day} to ${end.day}`}, any time ${end.zone}`;
  if (window.kind === 'appointment') return `${end.day} ${end.clock} ${end.zone}`;
  if (isOneDay && start.zone === end.zone) return `${start.day} ${start.clock}-${end.clock} ${end.zone}`;
  return `${start.day} ${start.clock} ${start.zone} to ${end.day} ${end.clock} ${end.zone}`;
}

/** `08:00-10:00`, the clock times without their dates; empty when none are requested. */
export const hoursText = ({ requestedStartTime, requestedEndTime }: StopRecord): string =>
  [...new Set([requestedStartTime, requestedEndTime])].filter(Boolean).join('-');

/** An instant at a stop in its local time, or in UTC where its zone is unknown. */
export function instantText(instant: string | null, stop: StopRecord): string | null {
  return instant === null ? null : localText(instant, zoneOfStop(stop) ?? 'UTC');
}

/** `PICK Dallas, TX`. */
export const stopName = (stop: StopRecord): string => `${stop.type} ${placeOf(stop)}`;

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

function requestedText(stop: JudgedStop): string {
  const start = [stop.requestedStartDate, stop.requestedStartTime].filter(Boolean).join(' ');
  const end = [stop.requestedEndDate, stop.requestedEndTime].filter(Boolean).join(' ');
  return [start, end].filter((part) => part !== '').join(' to ');
}

function partsOf(instant: string, zone: string) {
  const words = localText(instant, zone).split(' ');
  return { day: words.slice(0, 3).join(' '), clock: words[3] ?? '', zone: zoneAbbreviation(instant, zone) };
}
