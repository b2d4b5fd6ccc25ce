import {
  type ExceptionKind,
  exceptionKinds,
  type ShipmentException,
  shipmentExceptions,
  type WatchedStop,
} from '../../src/domain/freight/shipment-exceptions.ts';
import type { PodStatuses } from '../../src/domain/freight/pod.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from './shipment-progress.ts';
import { durationText, hasDate, type StopRecord, windowOfStop } from './stop-text.ts';

/** What a dispatcher has to look at, worst order first where there are several: each is a route of its own. */
export function exceptionsOf(shipment: ShipmentRecord, podStatuses: PodStatuses, now: string): ShipmentException[] {
  const orders = liveOrders(shipment).filter(({ status }) => status !== 'DELIVERED');
  const routes: readonly (readonly StopRecord[])[] = orders.length > 0 ? orders.map(({ stops }) => stops) : [[]];
  const found = routes.flatMap((stops) => shipmentExceptions(toWatchedShipment(shipment, stops, podStatuses), now));
  return exceptionKinds.flatMap((kind) => worstFirst(found.filter((exception) => exception.kind === kind)).slice(0, 1));
}

/** Longest first; what has no duration comes last. */
export function worstFirst<Item extends { readonly minutes: number | null }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (b.minutes ?? Number.MIN_SAFE_INTEGER) - (a.minutes ?? Number.MIN_SAFE_INTEGER));
}

export const definitions: Readonly<Record<ExceptionKind, string>> = {
  late: 'late = not yet at the next stop and past the end of its window (local time, no grace; drafts, tenders and holds are never late)',
  uncovered: 'uncovered = a load without an active carrier',
  dwelling: 'dwelling = over 120 min at a stop',
  arrived_late: 'arrived late = at the stop now, came after its window',
  no_appointment: 'no appointment = next stop within 48 h without a clock time, or without a date',
  missing_pod: 'missing POD = delivered, not invoiced, no uploaded proof of delivery tied to shipment, order or load',
};

const phrases = {
  late: (minutes) => `late by ${durationText(minutes)}`,
  uncovered: (minutes) =>
    minutes < 0
      ? `uncovered, pickup in ${durationText(minutes)}`
      : `uncovered, pickup was due ${durationText(minutes)} ago`,
  dwelling: (minutes) => `at the stop for ${durationText(minutes)}`,
  arrived_late: (minutes) => `at the stop, came ${durationText(minutes)} late`,
  no_appointment: (minutes) =>
    minutes < 0 ? `no appointment, due in ${durationText(minutes)}` : 'no appointment, due today or earlier',
  missing_pod: (minutes) => `POD missing, delivered ${durationText(minutes)} ago`,
} as const satisfies Record<ExceptionKind, (minutes: number) => string>;

export function exceptionText({ kind, minutes }: Pick<ShipmentException, 'kind' | 'minutes'>): string {
  return minutes === null ? kind.replaceAll('_', ' ') : phrases[kind](minutes);
}

function toWatchedShipment(shipment: ShipmentRecord, stops: readonly StopRecord[], podStatuses: PodStatuses) {
  return {
    status: shipment.status,
    deliveredAt: shipment.deliveredAt,
    billingStatus: shipment.billingStatus,
    podStatuses,
    stops: stops.map(toWatchedStop),
    loadsCovered: shipment.loads
      .filter(({ status }) => status !== 'CANCELED')
      .map(({ carriers }) => carriers.some(({ status }) => status === 'ACTIVE')),
  };
}

function toWatchedStop(stop: StopRecord): WatchedStop {
  const { id, sequence, actualArrival, actualDeparture, dropTrailer } = stop;
  return {
    id,
    sequence,
    actualArrival,
    actualDeparture,
    dropTrailer,
    window: windowOfStop(stop),
    hasDate: hasDate(stop),
  };
}
