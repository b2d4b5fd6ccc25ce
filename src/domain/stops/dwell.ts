import type { StopWindow } from './stop-window.ts';

export interface Dwell {
  readonly minutes: number;
  /** Instant at which waiting began. */
  readonly since: string;
  readonly from: 'arrival' | 'window';
}

export interface VisitedStop {
  readonly actualArrival?: string | null | undefined;
  readonly actualDeparture?: string | null | undefined;
  readonly window: StopWindow | null;
  /** Null if unknown. */
  readonly dropTrailer: boolean | null;
}

/**
 * Computes how long a truck has waited at a stop: from its arrival, or from the start of the window if it came
 * early. Null if it never arrived, or if the trailer is dropped, which may stay as long as the shipper likes. A trailer that may
 * have been dropped counts as waiting.
 */
export function computeDwell(
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
