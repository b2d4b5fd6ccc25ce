import type { Limits } from './limits.ts';

/** The API counts requests per minute. */
const windowMs = 60_000;

/** Shared by all calls of a client, so that together they slow down before the API refuses. */
export interface Pacing {
  /** Takes a turn and says how long to wait for it: 0 unless few requests remain. */
  readonly turnMs: () => number;
  /** Returns the milliseconds until requests may be sent again after the API requested a pause. */
  readonly heldMs: () => number;
  readonly hold: (seconds: number) => void;
  readonly observe: (headers: Headers) => void;
  /** Returns the requests per minute that the API allowed last. */
  readonly limit: () => number | undefined;
}

interface RemainingRequests {
  readonly limit: number;
  readonly remaining: number;
  readonly at: number;
}

export function createPacing(limits: Pick<Limits, 'paceBelow' | 'paceMsMax' | 'holdMsMax'>, now: () => number): Pacing {
  let seen: RemainingRequests | undefined;
  let reportedLimit: number | undefined;
  let nextTurnAt = 0;
  let heldUntil = 0;

  return {
    turnMs() {
      const at = now();
      if (!seen || at - seen.at >= windowMs) return 0;
      // No response has counted the calls under way yet.
      seen = { ...seen, remaining: Math.max(seen.remaining - 1, 0) };
      const gap = computeGapMs(seen, limits.paceBelow);
      if (gap === 0) return 0;
      const turnAt = Math.min(Math.max(at, nextTurnAt), at + limits.paceMsMax);
      nextTurnAt = turnAt + gap;
      return turnAt - at;
    },
    heldMs: () => Math.max(heldUntil - now(), 0),
    hold(seconds) {
      heldUntil = Math.max(heldUntil, now() + Math.min(seconds * 1000, limits.holdMsMax));
      seen = undefined;
    },
    observe(headers) {
      const limit = count(headers, 'x-ratelimit-limit');
      const remaining = count(headers, 'x-ratelimit-remaining');
      if (!limit || remaining === undefined) return;
      reportedLimit = limit;
      seen = { limit, remaining, at: now() };
    },
    limit: () => reportedLimit,
  };
}

/**
 * Computes the gap between requests: none above the threshold, then growing so that the last requests of a minute fill
 * about three quarters of it.
 */
function computeGapMs({ limit, remaining }: RemainingRequests, paceBelow: number): number {
  const share = Math.max(remaining, 1) / limit;
  return share >= paceBelow ? 0 : (windowMs / limit) * (paceBelow / share - 1);
}

function count(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
