import { LRUCache } from 'lru-cache';
import { computeSha256 } from '../shared/secrets.ts';
import { limitProblem } from './rate-limit.ts';

/** A token lives for an hour: these are far above what programs need that ask for one when the last has expired. */
export const tokensPerMinute = { ofClientAtAddress: 60, atAddress: 600 } as const;
const countsMax = 100_000;

/** Counts one request for a token; throws 429 with the seconds to wait when the minute is used up. */
type TokenThrottle = (address: string, clientId: string) => void;

/**
 * Counted for a client at one address, so that nobody who guesses keeps a client out that asks from elsewhere, and for
 * an address, so that names of clients are not guessed instead. It is counted in memory, before the store is asked:
 * strangers must not be able to make the store write.
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
