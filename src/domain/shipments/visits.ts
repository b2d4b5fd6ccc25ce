import { computeDwell, type VisitedStop } from '../stops/dwell.ts';
import { computePunctuality } from '../stops/stop-window.ts';

type ReachedStop = Pick<VisitedStop, 'window' | 'actualArrival'>;

/**
 * Finds the latest arrival in minutes after the end of its window, negative before it.
 * Null if no stop has both an arrival and a window.
 */
export function findLatestArrival(stops: readonly ReachedStop[]): number | null {
  const arrivals = stops.flatMap(({ window, actualArrival }) =>
    actualArrival ? (computePunctuality(window, actualArrival, actualArrival).minutesLate ?? []) : [],
  );
  return arrivals.length === 0 ? null : Math.max(...arrivals);
}

/** Sums the minutes that trucks waited at the stops that they have left, and counts those stops. */
export function sumDwell(stops: readonly VisitedStop[]): { readonly minutes: number | null; readonly stops: number } {
  const dwells = stops.flatMap((stop) =>
    stop.actualDeparture ? (computeDwell(stop, stop.actualDeparture) ?? []) : [],
  );
  const minutes = dwells.reduce((sum, dwell) => sum + dwell.minutes, 0);
  return { minutes: dwells.length === 0 ? null : minutes, stops: dwells.length };
}
