interface Standing {
  readonly arrival: string;
  /** Null while the truck still stands there. */
  readonly departure: string | null;
  /** A truck that comes early waits at its own cost until then. */
  readonly windowStart: string | null;
}

export interface Detention {
  readonly from: string;
  readonly to: string;
  readonly standingMinutes: number;
  readonly freeMinutes: number;
  /** Beyond free time, in whole quarters of an hour. */
  readonly hours: number;
}

const minute = 60_000;
const quarter = 15;

/** What a truck waited beyond free time: from its arrival, or from the start of its window where it came early. */
export function detentionOf(
  { arrival, departure, windowStart }: Standing,
  { now, freeMinutes }: { readonly now: string; readonly freeMinutes: number },
): Detention {
  const isEarly = windowStart !== null && Date.parse(arrival) < Date.parse(windowStart);
  const from = isEarly ? windowStart : arrival;
  const to = departure ?? now;
  const standingMinutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / minute));
  const quarters = Math.floor(Math.max(0, standingMinutes - freeMinutes) / quarter);
  return { from, to, standingMinutes, freeMinutes, hours: quarters / 4 };
}
