/** Clocks of one brokerage may differ by so much. What is dated further ahead was dated by a clock that was wrong. */
export const clockToleranceMs = 60_000;

/** Checks whether a stored instant (ISO 8601, or milliseconds) is in the future, so that it can't be trusted. */
export const isFuture = (at: string | number, now: string): boolean => toMs(at) > Date.parse(now) + clockToleranceMs;

/** Checks whether something that was made at an instant and lasts for a time is still valid. */
export const isFresh = (at: string | number, now: string, forMs: number): boolean =>
  !isFuture(at, now) && Date.parse(now) - toMs(at) < forMs;

/** Checks whether something that lasts for a time, and whose end is stored, is still valid. */
export const isBefore = (end: string | number, now: string, forMs: number): boolean =>
  toMs(end) > Date.parse(now) && !isFuture(toMs(end) - forMs, now);

/** Computes the latest possible end of something that lasts for a time. A later stored end comes from a wrong clock. */
export const computeLatestEnd = (now: string, forMs: number): string =>
  new Date(Date.parse(now) + forMs + clockToleranceMs).toISOString();

const toMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats the time between two instants, such as `3 hours`; never less than a minute. */
export function formatSpan(from: string, to: string): string {
  const ms = Math.abs(Date.parse(to) - Date.parse(from));
  const [count, unit] =
    ms < hourMs
      ? [Math.max(1, Math.round(ms / minuteMs)), 'minute']
      : ms < 2 * dayMs
        ? [Math.round(ms / hourMs), 'hour']
        : [Math.round(ms / dayMs), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
