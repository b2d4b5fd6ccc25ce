import type { Limits } from './limits.ts';

const retryAfterSecondsMax = 24 * 3600;

/** Computes an exponential backoff with full jitter: the n-th retry waits anything between nothing and its ceiling. */
export function computeBackoffMs(
  retries: number,
  random: () => number,
  limits: Pick<Limits, 'delayMsFirst' | 'delayMsMax'>,
): number {
  return Math.round(random() * Math.min(limits.delayMsMax, limits.delayMsFirst * 2 ** retries));
}

/**
 * Seconds of a Retry-After header, given as a number or as an HTTP date; undefined when absent or meaningless. A date is
 * measured against the response's own, since the clock of this machine may be wrong.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const from = Number.isNaN(answeredAt) ? now : answeredAt;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - from) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(seconds, 0), retryAfterSecondsMax);
}
