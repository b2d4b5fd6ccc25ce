import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import { nextStop } from '../../src/domain/freight/route.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { windowOfStop } from '../../src/domain/freight/judged-stop.ts';
import { durationText, type OrderRecord, punctualityOf, type StopRecord } from './stop-text.ts';

/** How far a shipment is. `late` is null where it is not known, or where nothing can be late. */
export interface Progress {
  readonly stop: StopRecord | null;
  /** The truck has arrived there and not left yet: it may have arrived late, and is late no more. */
  readonly isThere: boolean;
  readonly late: boolean | null;
  /** Only when late, or when it stands at the stop and arrived late. */
  readonly minutesLate: number | null;
}

const nothing: Progress = { stop: null, isThere: false, late: null, minutesLate: null };

/**
 * Of the stop that comes next, or where the truck stands; once delivered, whether the final drop was late. Every order is a
 * route of its own: of several the latest one counts, else the one that is due first.
 */
export function progressOf(shipment: ShipmentRecord, now: string): Progress {
  if (shipment.status === 'CANCELED') return nothing;
  const orders = liveOrders(shipment);
  if (shipment.status === 'DELIVERED') return worst(orders.map((order) => deliveryOf(order, now))) ?? nothing;
  const progress = worst(orders.map((order) => underWay(order, now))) ?? nothing;
  return canBeLate(shipment.status) ? progress : { ...progress, late: false, minutesLate: null };
}

/** `95 min`, `no`, or `no, came 95 min late` of a truck that stands at the stop; of a row whose `late` is known. */
export function lateText({ late, minutesLate }: { readonly late?: unknown; readonly minutesLate?: unknown }): string {
  if (typeof minutesLate !== 'number') return 'no';
  return late === true ? durationText(minutesLate) : `no, came ${durationText(minutesLate)} late`;
}

export const liveOrders = ({ orders }: ShipmentRecord): readonly OrderRecord[] =>
  orders.filter(({ status }) => status !== 'CANCELED');

/** Stops of all live orders, in route order within each; of a canceled shipment, of what it would have moved. */
export const stopsOf = (shipment: ShipmentRecord): readonly StopRecord[] =>
  (shipment.status === 'CANCELED' ? shipment.orders : liveOrders(shipment)).flatMap(({ stops }) =>
    stops.toSorted((a, b) => a.sequence - b.sequence),
  );

function underWay(order: OrderRecord, now: string): Progress | null {
  const next = nextStop(order.stops);
  if (!next) return null;
  const progress = { stop: next.stop, isThere: next.isThere, ...lateness(next.stop, now) };
  return next.isThere && progress.late ? { ...progress, late: false } : progress;
}

function deliveryOf({ stops }: OrderRecord, now: string): Progress | null {
  const route = stops.toSorted((a, b) => a.sequence - b.sequence);
  const drop = route.findLast(({ type }) => type === 'DROP') ?? route.at(-1);
  return drop?.actualArrival ? { ...nothing, ...lateness(drop, now) } : null;
}

function lateness(stop: StopRecord, now: string): Pick<Progress, 'late' | 'minutesLate'> {
  const { status, minutesLate } = punctualityOf(stop, now);
  if (status === 'unknown') return { late: null, minutesLate: null };
  return { late: status === 'late', minutesLate: status === 'late' ? minutesLate : null };
}

function worst(all: readonly (Progress | null)[]): Progress | undefined {
  const known = all.filter((progress) => progress !== null);
  return known.toSorted((a, b) => (b.minutesLate ?? 0) - (a.minutesLate ?? 0) || dueOf(a) - dueOf(b))[0];
}

function dueOf({ stop }: Progress): number {
  const window = stop && windowOfStop(stop);
  return window ? Date.parse(window.end) : Number.MAX_SAFE_INTEGER;
}
