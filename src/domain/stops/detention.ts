import { computeDwell, type VisitedStop } from './dwell.ts';

export interface Detention {
  readonly from: string;
  readonly to: string;
  readonly standingMinutes: number;
  readonly freeMinutes: number;
  /** Hours beyond free time, rounded down to quarters. */
  readonly hours: number;
}

const quarter = 15;

/** Computes how long a truck waited beyond free time. Null if it never waited for a dock, or if that is unknown. */
export function computeDetention(
  stop: VisitedStop,
  { now, freeMinutes }: { readonly now: string; readonly freeMinutes: number },
): Detention | null {
  const dwell = computeDwell(stop, now);
  // Nobody owes money for a trailer that may have been dropped.
  if (!dwell || stop.dropTrailer === null) return null;
  const quarters = Math.floor(Math.max(0, dwell.minutes - freeMinutes) / quarter);
  return {
    from: dwell.since,
    to: stop.actualDeparture ?? now,
    standingMinutes: dwell.minutes,
    freeMinutes,
    hours: quarters / 4,
  };
}
