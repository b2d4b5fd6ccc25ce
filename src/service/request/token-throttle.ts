import { LRUCache } from 'lru-cache';
import { computeSha256 } from '../secrets/secrets.ts';
import { limitProblem } from './rate-limit.ts';

/** A token lives for an hour: these are far above what programs need that ask for one when the last has expired. */
export const tokensPerMinute = { ofClientAtAddress: 60, atAddress: 600 } as const;
const countsMax = 100_000;

/** Counts one request for a token; throws 429 with the seconds to wait when the minute is used up. */
type TokenThrottle = (address: string, clientId: string) => void;

/**
 * Creates a throttle of token requests. It counts per client and address, so that an attacker can't lock out a client
 * at another address, and per address, so that client names can't be guessed either. It counts in memory before the
 * store is read: strangers must not be able to make the store write.
 */
export function createTokenThrottle(now: () => string): TokenThrottle {
  // With `max` the room for all of them would be taken now: three megabytes, and most of the time that a service starts in.
  const counts = new LRUCache<string, number>({ maxSize: countsMax, sizeCalculation: () => 1 });

  function count(subject: string, max: number): void {
    const instant = Date.parse(now());
    // A client's name is as long as the caller likes.
    const key = computeSha256(`${Math.floor(instant / 60_000)} ${subject}`);
    const used = counts.get(key) ?? 0;
    if (used >= max) throw limitProblem(instant);
    counts.set(key, used + 1);
  }

  return (address, clientId) => {
    count(address, tokensPerMinute.atAddress);
    count(`${address} ${clientId}`, tokensPerMinute.ofClientAtAddress);
  };
}
