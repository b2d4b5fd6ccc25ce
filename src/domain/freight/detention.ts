import { dwellOf, type VisitedStop } from './dwell.ts';

export interface Detention {
  readonly from: string;
  readonly to: string;
  readonly standingMinutes: number;
  readonly freeMinutes: number;
  /** Beyond free time, in whole quarters of an hour. */
  readonly hours: number;
}

const quarter = 15;

/** What a truck waited beyond free time; null where it never waited for a dock, or where the API doesn't say if it did. */
export function detentionOf(
  stop: VisitedStop,
  { now, freeMinutes }: { readonly now: string; readonly freeMinutes: number },
): Detention | null {
  const dwell = dwellOf(stop, now);
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
