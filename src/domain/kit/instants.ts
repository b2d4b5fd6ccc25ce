/** Clocks of one brokerage may differ by so much. What is dated further ahead was dated by a clock that was wrong. */
export const clockToleranceMs = 60_000;

/** Whether a stored instant (ISO 8601, or milliseconds) lies in the future, so that nothing may follow from it. */
export const isFuture = (at: string | number, now: string): boolean => toMs(at) > Date.parse(now) + clockToleranceMs;

/** Whether something may still be trusted that was made at an instant and lasts for a time. */
export const isFresh = (at: string | number, now: string, forMs: number): boolean =>
  !isFuture(at, now) && Date.parse(now) - toMs(at) < forMs;

/** Whether something that lasts for a time from when it was made, and whose end is stored, may still be trusted. */
export const isBefore = (end: string | number, now: string, forMs: number): boolean =>
  toMs(end) > Date.parse(now) && !isFuture(toMs(end) - forMs, now);

/** The last end that something which lasts for a time can have; a stored end behind it was set by a clock that was wrong. */
export const latestEnd = (now: string, forMs: number): string =>
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
