import { canonicalJson } from '../contract/kit/canonical.ts';
import { WaybillError } from '../errors.ts';
import { waitOrAbort, requireRunning } from './transport/abort.ts';
import type { CallOptions, Meta, OperationInput, RawResponse } from './calls/call-options.ts';
import type { requestOperation } from './request.ts';

type RequestOperation = ReturnType<typeof requestOperation>;

/** Reads of one client of which equal ones that are in flight are one request. */
export interface SharedReads {
  /** Reads the response. Each caller parses it alone, so none of them can change another's records. */
  readonly request: RequestOperation;
  /** Does work that writes: a read that starts behind its begin or its end joins none that started before. */
  readonly write: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

type WaitingCaller = Pick<CallOptions, 'remainingMs'>;

interface ReadFlight {
  readonly response: Promise<RawResponse>;
  readonly controller: AbortController;
  /** Options of the callers who still wait. */
  readonly waiting: Set<WaitingCaller>;
  meta: Meta | undefined;
}

/** Shares reads of calls that name `sharedFor` with equal ones for the same identity; other requests go out alone. */
export function createSharedReads(request: RequestOperation): SharedReads {
  const flights = new Map<string, ReadFlight>();
  let writes = 0;

  async function join(
    key: string,
    start: (caller: WaitingCaller) => ReadFlight,
    options: CallOptions,
  ): Promise<RawResponse> {
    if (options.signal) requireRunning(options.signal);
    const caller = { remainingMs: options.remainingMs };
    const flight = flights.get(key) ?? start(caller);
    flight.waiting.add(caller);
    try {
      const { signal } = options;
      const response = await (signal ? waitOrAbort(flight.response, signal) : flight.response);
      if (flight.meta !== undefined) options.onResponse?.(flight.meta);
      return response;
    } finally {
      flight.waiting.delete(caller);
      // An equal read that comes now must not join a request that ends because nobody waits for it.
      if (flight.waiting.size === 0) {
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(new WaybillError('CANCELLED', 'the callers stopped the request'));
      }
    }
  }

  return {
    async request(read, options) {
      const { sharedFor } = options;
      if (sharedFor === undefined) return request(read, options);
      const key = createKey(read, sharedFor, writes);
      const start = (caller: WaitingCaller) => {
        const flight = startFlight(request, { read, caller }, options);
        flights.set(key, flight);
        const removeFlight = () => void (flights.get(key) === flight && flights.delete(key));
        flight.response.then(removeFlight, removeFlight);
        return flight;
      };
      return join(key, start, options);
    },
    async write(work) {
      writes += 1;
      try {
        return await work();
      } finally {
        writes += 1;
      }
    },
  };
}

const createKey = (
  { name, input }: { readonly name: string; readonly input: OperationInput },
  sharedFor: string,
  writes: number,
): string => canonicalJson([writes, sharedFor, name, input]);

/**
 * Starts a request that belongs to all who wait for it: it ends with the last of them, and not with the first. The caller
 * who starts it waits from the beginning: a request first looks how long it may be held back.
 */
function startFlight(
  request: RequestOperation,
  { read, caller }: { readonly read: Parameters<RequestOperation>[0]; readonly caller: WaitingCaller },
  { signal: _signal, remainingMs: _remainingMs, onResponse: _onResponse, ...options }: CallOptions,
): ReadFlight {
  const controller = new AbortController();
  const waiting: ReadFlight['waiting'] = new Set([caller]);
  const response = request(read, {
    ...options,
    signal: controller.signal,
    remainingMs: () => findLongestTime(waiting),
    onResponse: (meta) => void (flight.meta = meta),
  });
  const flight: ReadFlight = { response, controller, waiting, meta: undefined };
  return flight;
}

/** Returns the time of the caller who can wait longest; undefined where one of them waits without end. */
function findLongestTime(waiting: ReadFlight['waiting']): number | undefined {
  const times = [...waiting].map(({ remainingMs }) => remainingMs?.() ?? Infinity);
  const longest = Math.max(0, ...times);
  return longest === Infinity ? undefined : longest;
}
