import type { LoadStatus } from '../../domain/freight/load.ts';
import { hour } from '../kit/clock.ts';

/** Arrival and departure of the truck at a stop; epoch milliseconds. */
export interface StopTimes {
  readonly type: 'PICK' | 'DROP';
  readonly arrival: number;
  readonly departure: number;
}

/** One truck's trip, past and future. */
export interface TripTimes {
  readonly bookedAt: number | null;
  readonly dispatchedAt: number | null;
  /** In the order of the route. */
  readonly visits: readonly StopTimes[];
}

/** A truck that has left the shipper reports for an hour before it counts as under way. */
const leavingMs = hour;

/** Computes the status of a load from the instants of its trip that have passed. */
export function computeLoadStatus(
  { bookedAt, dispatchedAt, visits }: TripTimes,
  isPast: (at: number) => boolean,
): LoadStatus {
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

/** Lists the statuses of a booked load in order. The result of computeLoadStatus changes at these instants. */
export function listMilestones({
  dispatchedAt,
  visits,
}: TripTimes): { readonly status: LoadStatus; readonly at: number }[] {
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
