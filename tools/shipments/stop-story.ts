import { computeDwell } from '../../src/domain/freight/dwell.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import type { Punctuality } from '../../src/domain/freight/stop-window.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { siteOf } from '../records/stop-places.ts';
import { computeStopWindow } from '../../src/domain/freight/judged-stop.ts';
import { formatWindow } from '../../src/domain/shipments/stop-words.ts';
import { durationText, instantText, punctualityOf, punctualityText, type StopRecord } from './stop-text.ts';

interface Visit {
  readonly now: string;
  /** Of the shipment. */
  readonly status: string;
  readonly freeTimeMinutes: number;
}

/** A stop as the story of its shipment tells it. */
export function storyStop(stop: StopRecord, visit: Visit) {
  const dwell = dwellText(stop, visit);
  const address = [stop.address?.line1, stop.address?.zipCode].filter(Boolean).join(', ');
  return {
    id: stop.id,
    type: stop.type,
    place: siteOf(stop),
    ...(address !== '' && { address }),
    window: formatWindow(stop),
    arrived: instantText(stop.actualArrival, stop),
    left: instantText(stop.actualDeparture, stop),
    punctuality: reachedText(stop, visit.status, punctualityOf(stop, visit.now)),
    ...(dwell !== null && { dwell }),
    ...(stop.notes && { notes: stop.notes }),
    ...momentsOf(stop),
  };
}

/** The same as instants, for who draws them: the texts above are local times. */
function momentsOf(stop: StopRecord) {
  const window = computeStopWindow(stop);
  return {
    ...(window && { windowFrom: window.start, windowTo: window.end }),
    ...(stop.actualArrival && { arrivedAt: stop.actualArrival }),
    ...(stop.actualDeparture && { leftAt: stop.actualDeparture }),
  };
}

/** A truck that left without a recorded arrival was there: how late is not known. Nobody waits for what is not due. */
function reachedText(stop: StopRecord, status: string, punctuality: Punctuality): string {
  if (stop.actualArrival) return punctualityText(punctuality);
  if (status === 'CANCELED') return 'canceled';
  if (stop.actualDeparture) return 'unknown whether late';
  return canBeLate(status) || status === 'DELIVERED' ? punctualityText(punctuality) : `not expected while ${status}`;
}

/** `2 h 15 min since arrival Fri, Nov 20, 2:05 PM CST, free time 2 h, 15 min over`: the clock and the rule by name. */
function dwellText(stop: StopRecord, { now, freeTimeMinutes }: Visit): string | null {
  const dwell = computeDwell({ ...stop, window: computeStopWindow(stop) }, now);
  if (dwell === null) return null;
  const since = `${dwell.from === 'arrival' ? 'arrival' : 'the start of its window'} ${instantText(dwell.since, stop)}`;
  const over = dwell.minutes - freeTimeMinutes;
  const rule = `free time ${durationText(freeTimeMinutes)}${over > 0 ? `, ${durationText(over)} over` : ''}`;
  return `${durationText(dwell.minutes)} ${stop.actualDeparture ? 'from' : 'since'} ${since}, ${rule}`;
}

const text = (value: string) => recordText(value, 'list');

export function stopLine(stop: ReturnType<typeof storyStop>): string {
  const { type, place, address, window, arrived, left, punctuality, dwell, notes } = stop;
  const parts = [
    window,
    [arrived && `arrived ${arrived}`, left && `left ${left}`].filter(Boolean).join(', '),
    punctuality,
    dwell === undefined ? '' : `there ${dwell}`,
    notes === undefined ? '' : `notes ${recordText(notes)}`,
  ];
  const where = address === undefined ? text(place) : `${text(place)} ${text(address)}`;
  return `- ${type} ${where}: ${parts.filter((part) => part !== '' && part !== null).join('; ')}`;
}
