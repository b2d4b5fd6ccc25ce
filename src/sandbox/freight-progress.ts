import type { LoadStatus } from '../domain/freight/load.ts';
import { hour } from './clock.ts';

/** When the truck comes to a stop and leaves it; epoch milliseconds. */
export interface Visit {
  readonly type: 'PICK' | 'DROP';
  readonly arrival: number;
  readonly departure: number;
}

/** One truck's trip as it will have been. */
export interface Trip {
  readonly bookedAt: number | null;
  readonly dispatchedAt: number | null;
  /** In the order of the route. */
  readonly visits: readonly Visit[];
}

/** A truck that has left the shipper reports for an hour before it counts as under way. */
const leavingMs = hour;

/** How far the load is at an instant: what the truck has done by then decides. */
export function loadStatusAt({ bookedAt, dispatchedAt, visits }: Trip, at: number): LoadStatus {
  if (bookedAt === null || bookedAt > at) return 'SOURCING';
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) return 'BOOKED';
  if (last.departure <= at) return 'DELIVERED';
  if (last.arrival <= at) return 'UNLOADING';
  if (first.departure + leavingMs <= at) return 'IN_TRANSIT';
  if (first.departure <= at) return 'PICKED_UP';
  if (first.arrival <= at) return 'LOADING';
  return dispatchedAt !== null && dispatchedAt <= at ? 'DISPATCHED' : 'BOOKED';
}

/** The last change of status up to an instant; null when nothing has happened yet. */
export function lastMoveAt({ bookedAt, dispatchedAt, visits }: Trip, at: number): number | null {
  const moves = [bookedAt, dispatchedAt, ...visits.flatMap(({ arrival, departure }) => [arrival, departure])];
  const past = moves.filter((move) => move !== null && move <= at).map(Number);
  return past.length === 0 ? null : Math.max(...past);
}

/** The statuses that a booked load comes to, in their order; what loadStatusAt answers changes at these instants. */
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
