const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait after the first failed attempt, the second and so on; after the last one it is given up. */
const retryDelaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour] as const;

/** No notification waits longer for its next attempt. */
export const longestRetryMs = Math.max(...retryDelaysMs);

/** When a notification is tried again that failed for the `attempts`th time; null when it is given up. */
export function nextAttemptAt(attempts: number, now: string): string | null {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(Date.parse(now) + delayMs).toISOString();
}
