import { computeDwell } from '../../src/domain/stops/dwell.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import type { Punctuality } from '../../src/domain/stops/stop-window.ts';
import { describeCode, formatCode } from '../../src/domain/text/code-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatSite } from '../records/stop-places.ts';
import { computeStopWindow } from '../../src/domain/stops/judged-stop.ts';
import { formatWindow } from '../../src/domain/shipments/stop-words.ts';
import {
  formatDuration,
  formatInstant,
  computeStopPunctuality,
  formatPunctuality,
  type ShipmentStopRecord,
} from './stop-text.ts';

interface StopStory {
  readonly now: string;
  /** Status of the shipment. */
  readonly status: string;
  readonly freeTimeMinutes: number;
}

/** Builds a stop of the story of its shipment. */
export function buildStoryStop(stop: ShipmentStopRecord, visit: StopStory) {
  const dwell = describeDwell(stop, visit);
  const address = [stop.address?.line1, stop.address?.zipCode].filter(Boolean).join(', ');
  return {
    id: stop.id,
    type: stop.type,
    place: formatSite(stop),
    ...(address !== '' && { address }),
    window: formatWindow(stop),
    arrived: formatInstant(stop.actualArrival, stop),
    left: formatInstant(stop.actualDeparture, stop),
    punctuality: describeArrival(stop, visit.status, computeStopPunctuality(stop, visit.now)),
    ...(dwell !== null && { dwell }),
    ...(stop.notes && { notes: stop.notes }),
    ...getMoments(stop),
  };
}

/** Returns the times of a stop as instants, for charts. The texts of the story are local times. */
function getMoments(stop: ShipmentStopRecord) {
  const window = computeStopWindow(stop);
  return {
    ...(window && { windowFrom: window.start, windowTo: window.end }),
    ...(stop.actualArrival && { arrivedAt: stop.actualArrival }),
    ...(stop.actualDeparture && { leftAt: stop.actualDeparture }),
  };
}

/**
 * Describes the punctuality of a stop. A truck that left without a recorded arrival was there, so its lateness is
 * unknown.
 */
function describeArrival(stop: ShipmentStopRecord, status: string, punctuality: Punctuality): string {
  if (stop.actualArrival) return formatPunctuality(punctuality);
  if (status === 'CANCELED') return 'canceled';
  if (stop.actualDeparture) return 'unknown whether late';
  return canBeLate(status) || status === 'DELIVERED'
    ? formatPunctuality(punctuality)
    : `not expected while ${formatCode(status)}`;
}

/**
 * Describes the dwell time with its start and its rule: `2 h 15 min since arrival Fri, Nov 20, 2:05 PM CST, free time
 * 2 h, 15 min over`.
 */
function describeDwell(stop: ShipmentStopRecord, { now, freeTimeMinutes }: StopStory): string | null {
  const dwell = computeDwell({ ...stop, window: computeStopWindow(stop) }, now);
  if (dwell === null) return null;
  const since = `${dwell.from === 'arrival' ? 'arrival' : 'the start of its window'} ${formatInstant(dwell.since, stop)}`;
  const over = dwell.minutes - freeTimeMinutes;
  const rule = `free time ${formatDuration(freeTimeMinutes)}${over > 0 ? `, ${formatDuration(over)} over` : ''}`;
  return `${formatDuration(dwell.minutes)} ${stop.actualDeparture ? 'from' : 'since'} ${since}, ${rule}`;
}

const quoteText = (value: string) => recordText(value, 'list');

export function formatStop(stop: ReturnType<typeof buildStoryStop>): string {
  const { type, place, address, window, arrived, left: departed, punctuality, dwell, notes } = stop;
  const parts = [
    window,
    [arrived && `arrived ${arrived}`, departed && `left ${departed}`].filter(Boolean).join(', '),
    punctuality,
    dwell === undefined ? '' : `there ${dwell}`,
    notes === undefined ? '' : `notes ${recordText(notes)}`,
  ];
  const where = address === undefined ? quoteText(place) : `${quoteText(place)} ${quoteText(address)}`;
  return `- ${describeCode(type)} ${where}: ${parts.filter((part) => part !== '' && part !== null).join('; ')}`;
}
