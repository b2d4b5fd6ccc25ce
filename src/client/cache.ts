import { LRUCache } from 'lru-cache';
import { createFlights } from './transport/flight.ts';

export interface ResultCache {
  /** Returns the cached result, or loads it with `load`; failures are not cached. */
  readonly get: (request: CachedRequest) => Promise<unknown>;
}

interface CachedRequest {
  readonly operation: string;
  readonly input: object;
  readonly seconds: number;
  readonly load: () => Promise<unknown>;
}

interface CachedResult {
  readonly result: unknown;
  readonly since: number;
}

/** Keeps results that change rarely, such as reference catalogs. They are frozen, because callers share them. */
export function createResultCache(entriesMax: number, now: () => number): ResultCache {
  const results = new LRUCache<string, CachedResult>({ max: entriesMax });
  const fly = createFlights<unknown>();
  return {
    async get({ operation, input, seconds, load }) {
      const key = `${operation} ${toCanonicalJson(input)}`;
      const cached = results.get(key);
      // Age is measured by the reader, so that two callers may ask for different freshness.
      if (cached && now() < cached.since + seconds * 1000) return cached.result;
      return fly(key, async () => {
        const since = now();
        const result = freeze(await load());
        results.set(key, { result, since });
        return result;
      });
    },
  };
}

/** Formats a value as JSON with sorted keys: equal inputs have equal text. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([firstName], [secondName]) => (firstName < secondName ? -1 : 1)))
      : part,
  );
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
