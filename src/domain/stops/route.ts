import { getToday } from '../kit/dates.ts';
import type { StopType } from './stop.ts';

/** The fields of a stop that show progress along the route. */
export interface RouteStop {
  readonly sequence: number;
  readonly actualArrival?: string | null | undefined;
  readonly actualDeparture?: string | null | undefined;
}

export interface NextStop<Stop> {
  readonly stop: Stop;
  /** The truck has arrived and not left yet. */
  readonly isThere: boolean;
}

/**
 * Finds the stop where the truck is, or goes next. A stop without actuals before one with actuals was passed; the
 * record is incomplete, not the trip. Null when every stop is done or there are none.
 */
export function findNextStop<Stop extends RouteStop>(stops: readonly Stop[]): NextStop<Stop> | null {
  const route = stops.toSorted((a, b) => a.sequence - b.sequence);
  const reached = route.findLastIndex((stop) => stop.actualArrival || stop.actualDeparture);
  const last = route[reached];
  if (last && !last.actualDeparture) return { stop: last, isThere: true };
  const next = route[reached + 1];
  return next ? { stop: next, isThere: false } : null;
}

type TypedStop = { readonly type: StopType };

/** Finds the first pickup, or the first stop if the route has no pickup. */
export const findFirstPickup = <Stop extends TypedStop>(route: readonly Stop[]): Stop | undefined =>
  route.find(({ type }) => type === 'PICK') ?? route[0];

/** Finds the last delivery, or the last stop if the route has no delivery. */
export const findLastDrop = <Stop extends TypedStop>(route: readonly Stop[]): Stop | undefined =>
  route.findLast(({ type }) => type === 'DROP') ?? route.at(-1);

export interface RoutedStop extends TypedStop {
  readonly timeZone: string | null;
  readonly actualArrival: string | null;
  readonly actualDeparture: string | null;
  readonly requestedStartDate: string | null;
  readonly requestedEndDate: string | null;
}

interface RouteDays {
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
}

type Requested = Pick<RoutedStop, 'requestedStartDate' | 'requestedEndDate'>;

/** Returns the earliest day requested at the shipper. */
export const getRequestedPickUp = (stop: Requested): string | null => stop.requestedStartDate ?? stop.requestedEndDate;

/** Returns the latest day requested at the receiver. */
export const getRequestedDelivery = (stop: Requested): string | null =>
  stop.requestedEndDate ?? stop.requestedStartDate;

/**
 * Finds the days of a route's first pick and last drop: as they happened, else as requested. `timeZone` decides which
 * day it is at a place of unknown zone.
 */
export function findRouteDays(stops: readonly RoutedStop[], timeZone: string): RouteDays {
  const getDay = (stop: RoutedStop, at: string | null) =>
    at === null ? null : getToday(stop.timeZone ?? timeZone, at);
  const first = findFirstPickup(stops);
  const last = findLastDrop(stops);
  return {
    pickUpDate: first
      ? (getDay(first, first.actualDeparture ?? first.actualArrival) ?? getRequestedPickUp(first))
      : null,
    deliveryDate: last ? (getDay(last, last.actualArrival) ?? getRequestedDelivery(last)) : null,
  };
}
