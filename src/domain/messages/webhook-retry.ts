const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after the first failed attempt, the second and so on. After the last one there are no more attempts. */
const retryDelaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour] as const;

/** No notification waits longer for its next attempt. */
export const longestRetryMs = Math.max(...retryDelaysMs);

/** Computes the time of the next attempt after `attempts` failures, or null if there are no more. */
export function computeNextAttempt(attempts: number, now: string): string | null {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(Date.parse(now) + delayMs).toISOString();
}
