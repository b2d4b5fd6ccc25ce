const minuteMs = 60_000;
let minutes = 0;

/**
 * Sets the clock months back for some work. Each time it is another minute: a client needs a token of that time, of
 * which it gets only so many in a minute.
 */
export async function runLongAgo<Result>(clock: { now: string }, work: () => Promise<Result>): Promise<Result> {
  const { now } = clock;
  clock.now = new Date(Date.parse('2026-06-01T15:00:00.000Z') + minutes * minuteMs).toISOString();
  minutes += 1;
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}
