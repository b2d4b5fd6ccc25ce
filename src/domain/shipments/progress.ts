import { notCanceled, deliveredShipment } from '../freight/shipment.ts';
import { findNextStop, type RouteStop } from '../stops/route.ts';
import { canBeLate } from '../freight/shipment-exceptions.ts';
import { computePunctuality, type StopWindow } from '../stops/stop-window.ts';
import { isMet } from '../rules/rule.ts';

/** A stop as far as the progress of its truck is concerned. */
export interface ProgressStop extends RouteStop {
  readonly type: string;
  /** Window that decides whether it is on time; null without a request or a time zone. */
  readonly window: StopWindow | null;
}

interface RoutedOrder<Stop> {
  readonly status: string;
  readonly stops: readonly Stop[];
}

/** A shipment with its orders, each of which is a route of its own. */
export interface RoutedShipment<Stop> {
  readonly status: string;
  readonly orders: readonly RoutedOrder<Stop>[];
}

/** Progress of a shipment. `late` is null if unknown, or if the shipment can't be late. */
export interface Progress<Stop = unknown> {
  readonly stop: Stop | null;
  /** The truck has arrived there and not left yet: it may have arrived late, and is late no more. */
  readonly isThere: boolean;
  readonly late: boolean | null;
  /** Null unless it is late, or is at the stop and arrived late. */
  readonly minutesLate: number | null;
}

const nothing = { stop: null, isThere: false, late: null, minutesLate: null } as const;

/**
 * Finds the stop that comes next, or where the truck stands; once delivered, whether the final drop was late. Of several
 * orders the latest one counts, else the one that is due first.
 */
export function findProgress<Stop extends ProgressStop>(shipment: RoutedShipment<Stop>, now: string): Progress<Stop> {
  if (!isMet(notCanceled, shipment)) return nothing;
  const orders = listLiveOrders(shipment);
  if (isMet(deliveredShipment, shipment)) return findWorst(orders.map((order) => judgeDelivery(order, now))) ?? nothing;
  const progress = findWorst(orders.map((order) => judgeRoute(order, now))) ?? nothing;
  return canBeLate(shipment.status) ? progress : { ...progress, late: false, minutesLate: null };
}

export const listLiveOrders = <Order extends { readonly status: string }>({
  orders,
}: {
  readonly orders: readonly Order[];
}): readonly Order[] => orders.filter((order) => isMet(notCanceled, order));

/** Lists the stops of all live orders, in route order within each; of a canceled shipment, of what it would have moved. */
export const listRouteStops = <Stop extends RouteStop>(shipment: RoutedShipment<Stop>): readonly Stop[] =>
  (isMet(notCanceled, shipment) ? listLiveOrders(shipment) : shipment.orders).flatMap(({ stops }) => sortRoute(stops));

const sortRoute = <Stop extends RouteStop>(stops: readonly Stop[]): readonly Stop[] =>
  stops.toSorted((a, b) => a.sequence - b.sequence);

function judgeRoute<Stop extends ProgressStop>(order: RoutedOrder<Stop>, now: string): Progress<Stop> | null {
  const next = findNextStop(order.stops);
  if (!next) return null;
  const progress = { stop: next.stop, isThere: next.isThere, ...judgeLateness(next.stop, now) };
  return next.isThere && progress.late ? { ...progress, late: false } : progress;
}

function judgeDelivery<Stop extends ProgressStop>({ stops }: RoutedOrder<Stop>, now: string): Progress<Stop> | null {
  const route = sortRoute(stops);
  const drop = route.findLast(({ type }) => type === 'DROP') ?? route.at(-1);
  return drop?.actualArrival ? { ...nothing, ...judgeLateness(drop, now) } : null;
}

function judgeLateness(stop: ProgressStop, now: string): Pick<Progress, 'late' | 'minutesLate'> {
  const { status, minutesLate } = computePunctuality(stop.window, stop.actualArrival ?? null, now);
  if (status === 'unknown') return { late: null, minutesLate: null };
  return { late: status === 'late', minutesLate: status === 'late' ? minutesLate : null };
}

function findWorst<Stop extends ProgressStop>(all: readonly (Progress<Stop> | null)[]): Progress<Stop> | undefined {
  const knownProgress = all.filter((progress) => progress !== null);
  return knownProgress.toSorted((a, b) => (b.minutesLate ?? 0) - (a.minutesLate ?? 0) || getDue(a) - getDue(b))[0];
}

const getDue = ({ stop }: Progress<ProgressStop>): number =>
  stop?.window ? Date.parse(stop.window.end) : Number.MAX_SAFE_INTEGER;

/** Returns the miles that the truck drives: orders of one shipment travel together. Null where nobody measured any. */
export function getTruckMiles(orders: readonly { readonly mileage: number | null }[]): number | null {
  const miles = orders.flatMap(({ mileage }) => mileage ?? []);
  return miles.length === 0 ? null : Math.max(...miles);
}
