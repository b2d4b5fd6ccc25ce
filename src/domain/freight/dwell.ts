import type { StopWindow } from './stop-window.ts';

export interface Dwell {
  readonly minutes: number;
  /** Where the clock began. */
  readonly since: string;
  readonly from: 'arrival' | 'window';
}

export interface VisitedStop {
  readonly actualArrival?: string | null | undefined;
  readonly actualDeparture?: string | null | undefined;
  readonly window: StopWindow | null;
  /** Null where the API does not say it. */
  readonly dropTrailer: boolean | null;
}

/**
 * How long a truck has stood at a stop, or stood there: from its arrival, or from the start of the window where it came
 * early. Null where it never arrived, and of a trailer that is dropped, which may stand as long as the shipper likes; one that may
 * have been dropped counts as waiting.
 */
export function dwellOf(
  { actualArrival, actualDeparture, window, dropTrailer }: VisitedStop,
  now: string,
): Dwell | null {
  if (!actualArrival || dropTrailer === true) return null;
  const isEarly = window !== null && Date.parse(window.start) > Date.parse(actualArrival);
  const since = isEarly ? window.start : actualArrival;
  const minutes = Math.floor((Date.parse(actualDeparture ?? now) - Date.parse(since)) / 60_000);
  // It came and left before anybody owed it a dock.
  if (minutes < 0 && actualDeparture) return null;
  return { minutes: Math.max(0, minutes), since, from: isEarly ? 'window' : 'arrival' };
}
