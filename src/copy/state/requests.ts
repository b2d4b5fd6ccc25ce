import { setTimeout as wait } from 'node:timers/promises';
import { waitOrAbort } from '../../client/transport/abort.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { WaybillError } from '../../errors.ts';
import type { Collection, CopyRequest, ReadPage } from '../kit/collection.ts';

/** The largest page that the API returns. */
export const pageSize = 250;

export interface ApiSource {
  readonly api: ApiClient;
  /** True if the service runs in this process, so that no requests have to be left for other clients. */
  readonly isEmbedded: boolean;
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Returns this machine's time in epoch milliseconds; by default the steady time of the process. */
  readonly machineNow?: (() => number) | undefined;
  /** Returns true if more old records may be read now; they always may by default. */
  readonly mayReadPast?: (() => boolean) | undefined;
}

/**
 * Reads the later of two times: the process's count goes on if the machine's clock is put back, and the clock goes on
 * while the machine sleeps.
 */
const readSteadyTime = (): number => Math.max(Date.now(), performance.timeOrigin + performance.now());

/** A page with the time of the API's clock at which it was complete. */
export interface DatedPage extends ReadPage {
  readonly readAt: string;
  /** Milliseconds by which the API's clock was ahead of this machine's. */
  readonly aheadMs: number;
}

interface PageRequest extends Omit<CopyRequest, 'pageSize'> {
  /** True to read only the records of the past that are copied. */
  readonly isPast?: boolean;
}

/**
 * Reads one page. It throws if the API did not apply a filter, because such an answer doesn't mean "nothing changed".
 */
export async function readPage(
  { api, machineNow = readSteadyTime }: ApiSource,
  collection: Collection,
  { isPast = false, ...request }: PageRequest,
  signal: AbortSignal,
): Promise<DatedPage> {
  const read = isPast ? collection.readPast : collection.read;
  const page = await read(api, { ...request, pageSize }, { signal, isStrict: true });
  const [ignored] = page.errors;
  if (ignored) throw buildIgnoredFilterError(collection, ignored);
  const readAt = await readApiTime(api, signal);
  return { ...page, readAt, aheadMs: measureAhead({ machineNow }, readAt) };
}

/** Returns by how many milliseconds the API's clock is ahead of this machine's. */
export const measureAhead = ({ machineNow = readSteadyTime }: Pick<ApiSource, 'machineNow'>, apiTime: string): number =>
  Math.round(Date.parse(apiTime) - machineNow());

/** Reads the current time of the API's clock. */
export async function readApiTime(api: ApiClient, signal: AbortSignal): Promise<string> {
  const { aheadMs } = await api.time(signal);
  return new Date(Date.now() + aheadMs).toISOString();
}

function buildIgnoredFilterError(
  { name }: Collection,
  { field, message }: { readonly field: string; readonly message: string },
) {
  return new WaybillError(
    'BAD_RESPONSE',
    `the API did not apply the filter ${field} to ${formatCollectionName(name)} (${message}), so the copy of them stays as it was`,
    { details: [{ field, message }] },
  );
}

/** Formats a collection's name for people: `bill_payment` -> `bill payments`. */
export const formatCollectionName = (name: string): string =>
  ({ freight_order: 'orders', user_account: 'users' })[name] ?? `${name.replaceAll('_', ' ')}s`;

const minuteMs = 60_000;

/**
 * Computes the pause between requests of a backfill, which uses at most half of the requests the API allows in a
 * minute.
 */
export const computeGapMs = ({ api, isEmbedded }: ApiSource): number => {
  const limit = isEmbedded ? undefined : api.requestsPerMinute();
  return limit === undefined ? 0 : (2 * minuteMs) / limit;
};

export const pauseFor = ({ pause = sleep }: ApiSource, ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, signal);

const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal });
};

/**
 * Runs the work again after the wait that the API requests. The wait is outside of the work, so that other work goes
 * on.
 */
export async function runWhenAllowed<Result>(
  source: ApiSource,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAsked = error instanceof WaybillError && error.code === 'RATE_LIMIT_EXCEEDED';
      if (!isAsked || error.retryAfterSeconds === undefined) throw error;
      // The reason for which a wait is ended is the error of the question.
      await waitOrAbort(pauseFor(source, error.retryAfterSeconds * 1000, signal), signal);
    }
  }
}
