import { computeDwell, type VisitedStop } from '../freight/dwell.ts';
import { computePunctuality } from '../freight/stop-window.ts';

type Reached = Pick<VisitedStop, 'window' | 'actualArrival'>;

/**
 * Minutes after the end of the window at which the truck came, negative before it; of several stops that of the latest.
 * Null where no arrival can be held against a window.
 */
export function latestArrival(stops: readonly Reached[]): number | null {
  const known = stops.flatMap(({ window, actualArrival }) =>
    actualArrival ? (computePunctuality(window, actualArrival, actualArrival).minutesLate ?? []) : [],
  );
  return known.length === 0 ? null : Math.max(...known);
}

/** How long trucks stood at the stops that they have left, and at how many of them. */
export function dwellAt(stops: readonly VisitedStop[]): { readonly minutes: number | null; readonly stops: number } {
  const dwells = stops.flatMap((stop) =>
    stop.actualDeparture ? (computeDwell(stop, stop.actualDeparture) ?? []) : [],
  );
  const minutes = dwells.reduce((sum, dwell) => sum + dwell.minutes, 0);
  return { minutes: dwells.length === 0 ? null : minutes, stops: dwells.length };
}
