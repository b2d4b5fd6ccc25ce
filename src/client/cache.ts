import { LRUCache } from 'lru-cache';
import { createFlights } from './flight.ts';

export interface AnswerCache {
  /** The kept answer, or the one that `load` brings; failures are not kept. */
  readonly get: (request: CachedRequest) => Promise<unknown>;
}

interface CachedRequest {
  readonly operation: string;
  readonly input: object;
  readonly seconds: number;
  readonly load: () => Promise<unknown>;
}

interface Kept {
  readonly answer: unknown;
  readonly since: number;
}

/** Keeps results that change rarely, such as reference catalogs. They are frozen, because callers share them. */
export function createAnswerCache(entriesMax: number, now: () => number): AnswerCache {
  const kept = new LRUCache<string, Kept>({ max: entriesMax });
  const fly = createFlights<unknown>();
  return {
    async get({ operation, input, seconds, load }) {
      const key = `${operation} ${canonical(input)}`;
      const found = kept.get(key);
      // Age is measured by the reader, so that two callers may ask for different freshness.
      if (found && now() < found.since + seconds * 1000) return found.answer;
      return fly(key, async () => {
        const since = now();
        const answer = freeze(await load());
        kept.set(key, { answer, since });
        return answer;
      });
    },
  };
}

/** JSON with sorted keys: equal inputs have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
