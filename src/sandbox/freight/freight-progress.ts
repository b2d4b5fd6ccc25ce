import type { LoadStatus } from '../../domain/freight/load.ts';
import { hour } from '../kit/clock.ts';

/** Arrival and departure of the truck at a stop; epoch milliseconds. */
export interface Visit {
  readonly type: 'PICK' | 'DROP';
  readonly arrival: number;
  readonly departure: number;
}

/** One truck's trip, past and future. */
export interface Trip {
  readonly bookedAt: number | null;
  readonly dispatchedAt: number | null;
  /** In the order of the route. */
  readonly visits: readonly Visit[];
}

/** A truck that has left the shipper reports for an hour before it counts as under way. */
const leavingMs = hour;

/** The status of a load follows from what its truck has done. */
export function loadStatusOf({ bookedAt, dispatchedAt, visits }: Trip, isPast: (at: number) => boolean): LoadStatus {
  if (bookedAt === null || !isPast(bookedAt)) return 'SOURCING';
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) return 'BOOKED';
  if (isPast(last.departure)) return 'DELIVERED';
  if (isPast(last.arrival)) return 'UNLOADING';
  if (isPast(first.departure + leavingMs)) return 'IN_TRANSIT';
  if (isPast(first.departure)) return 'PICKED_UP';
  if (isPast(first.arrival)) return 'LOADING';
  return dispatchedAt !== null && isPast(dispatchedAt) ? 'DISPATCHED' : 'BOOKED';
}

/** The statuses of a booked load in their order. The result of loadStatusOf changes at these instants. */
export function milestonesOf({ dispatchedAt, visits }: Trip): { readonly status: LoadStatus; readonly at: number }[] {
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) return [];
  const steps: readonly (readonly [LoadStatus, number])[] = [
    ['DISPATCHED', Math.min(dispatchedAt ?? first.arrival, first.arrival)],
    ['LOADING', first.arrival],
    ['PICKED_UP', first.departure],
    ['IN_TRANSIT', Math.min(first.departure + leavingMs, last.arrival)],
    ['UNLOADING', last.arrival],
    ['DELIVERED', last.departure],
  ];
  // A truck that loads and unloads at one place is everything between at the moment it leaves.
  let latest = Number.NEGATIVE_INFINITY;
  return steps.map(([status, at]) => ({ status, at: (latest = Math.max(latest, at)) }));
}
