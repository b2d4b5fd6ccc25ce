import { LRUCache } from 'lru-cache';
import { WaybillError } from '../../errors.ts';
import type { GateOptions } from '../run/run.ts';

const minuteMs = 60_000;
/**
 * Largest number of people and programs that are counted. Above it, those that have not called for the longest time
 * start again.
 */
const rememberedMax = 10_000;

/** Counts the calls of each person in this process, and refuses those above the policy's number for a minute. */
export function createCallRate({ policy, now }: Pick<GateOptions, 'policy' | 'now'>): (person: string) => void {
  const { callsPerMinute } = policy;
  if (callsPerMinute === null) return () => {};
  const counts = new LRUCache<string, { calls: number }>({
    max: rememberedMax,
    ttl: minuteMs,
    ttlResolution: 0,
    perf: { now: () => Date.parse(now()) },
  });
  return (person) => {
    const counted = counts.get(person);
    if (counted === undefined) {
      counts.set(person, { calls: 1 });
      return;
    }
    counted.calls += 1;
    if (counted.calls > callsPerMinute) throw buildRateLimitError(callsPerMinute, counts.getRemainingTTL(person));
  };
}

function buildRateLimitError(callsPerMinute: number, waitMs: number): WaybillError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new WaybillError(
    'RATE_LIMIT_EXCEEDED',
    `The policy allows each person so many calls of tools in a minute: ${callsPerMinute}. The next one is possible in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
