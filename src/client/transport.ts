import type { ReadRecord } from '../contract/kit/record-version.ts';
import { leavesOpen, WaybillError } from '../errors.ts';
import type { ApiClock } from './api-clock.ts';
import { abortable, deadline, pause, type Sleep } from './abort.ts';
import { readText } from './json-response.ts';
import { backoffMs, retryAfterSeconds } from './backoff.ts';
import type { Limits } from './limits.ts';
import type { Network } from './connections.ts';
import { networkFailure } from './network.ts';
import type { Pacing } from './pacing.ts';
import { hostAndPort } from './path.ts';
import { type Refusal, requestIdOf } from './problem.ts';

/** Facts name operations, statuses and request ids; never addresses, tokens or bodies. */
export type ClientLog = (
  level: 'debug' | 'info' | 'warn',
  message: string,
  facts: Readonly<Record<string, unknown>>,
) => void;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Of a write; made by the client when absent, and the same in every attempt. */
  readonly idempotencyKey?: string | undefined;
  /** Keep the result of a read this long, and accept a kept one of that age; 0 asks anew. */
  readonly cacheSeconds?: number | undefined;
  /** Of a write: it is done only while these records are as they were read. An API that does not know this ignores it. */
  readonly unchanged?: readonly ReadRecord[] | undefined;
  /** Called before an attempt that leaves later than it was asked for, after a pause or a refusal. What it throws ends the call. */
  readonly recheck?: (() => Promise<void>) | undefined;
  /** W3C trace context of whoever calls; an API that reports traces makes its own a part of it. */
  readonly traceparent?: string | undefined;
  /** Called with the response that ended the call well, for an audit. */
  readonly onResponse?: ((meta: Meta) => void) | undefined;
  /** Called when an attempt ended without it being known whether the API has carried it out. */
  readonly onDoubt?: (() => void) | undefined;
}

/** What all requests of one client share. */
export interface Transport {
  readonly network: Network;
  readonly limits: Limits;
  /** Epoch milliseconds, of this machine and not of a sandbox. */
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly log: ClientLog;
  readonly clock: ApiClock;
  /** Aborts when the client is closed. */
  readonly closed: AbortSignal;
}

export interface Bearer {
  readonly get: (signal: AbortSignal) => Promise<string>;
  readonly invalidate: (token: string) => void;
}

export interface Meta {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly attempts: number;
  /** The API repeated a stored response and did nothing new. */
  readonly isReplay: boolean;
}

/** One request and how its response is read; what may be done about failures follows from it. */
export interface Exchange<Result> {
  /** Names the request in the log: the operation, never the address. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made anew for each attempt, since a stream can be sent only once. */
  readonly body?: (() => NonNullable<RequestInit['body']>) | undefined;
  /** Reading, or writing under a key: doing it twice does no harm. */
  readonly isRepeatable: boolean;
  /** A failure after sending leaves open whether the change was made. */
  readonly isWrite: boolean;
  readonly bearer?: Bearer | undefined;
  readonly pacing?: Pacing | undefined;
  /** The answer is the API's own, whose time is noted; a bucket's is not. */
  readonly clock?: ApiClock | undefined;
  readonly redirect?: 'follow' | 'manual';
  readonly attemptTimeoutMs?: number;
  readonly overallTimeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onDoubt?: CallOptions['onDoubt'];
  readonly recheck?: CallOptions['recheck'];
  readonly read: (response: Response, signal: AbortSignal, meta: Meta) => Promise<Result>;
  readonly problem: (refusal: Refusal) => WaybillError;
}

type Outcome<Result> = { readonly result: Result } | Failure;

interface Failure {
  readonly error: WaybillError;
  readonly status?: number | undefined;
  readonly isTransient: boolean;
  /** Nothing of the request arrived. */
  readonly isUnsent?: boolean;
  /** Used in the attempt, so that a refused one can be dropped. */
  readonly token?: string | undefined;
}

const successStatuses: readonly number[] = [200, 201, 204];
const transientStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Only a refusal says for certain that nothing was done; that the request is still at work speaks of another attempt. */
const isRefusal = ({ status = 0, error }: Failure): boolean =>
  status >= 400 && status < 500 && status !== 408 && error.code !== 'STILL_RUNNING';

/** Said before the API looks whether it has carried the request out already. */
const saysNothingOfTheOutcome: readonly number[] = [401, 403, 429];

/** Whether an attempt that left it open is settled by the answer to a later one under the same key. */
const isSettling = (failure: Failure): boolean =>
  isRefusal(failure) && !saysNothingOfTheOutcome.includes(failure.status ?? 0);

/** The attempt may have been carried out: its answer was lost on the way, by a proxy also, or says so itself. */
const isLost = ({ status, error, isUnsent = false }: Failure): boolean =>
  !isUnsent && (status === 502 || leavesOpen(error.code));

/** The one way out: every request, with every rule about trying again. */
export async function send<Result>(transport: Transport, exchange: Exchange<Result>): Promise<Result> {
  const seen = { isOpen: false };
  const note = (failure: Failure) => {
    if (isSettling(failure)) seen.isOpen = false;
    else if (exchange.isWrite && isLost(failure)) seen.isOpen = true;
  };
  try {
    return await sendUntilDone(transport, exchange, { note, isOpen: () => seen.isOpen });
  } catch (error) {
    // An earlier attempt may have been carried out, whatever is said of the last one.
    throw seen.isOpen && error instanceof WaybillError ? unknownOutcome(error) : error;
  }
}

interface Doubts {
  readonly note: (failure: Failure) => void;
  /** Whether an earlier attempt may have been carried out. */
  readonly isOpen: () => boolean;
}

async function sendUntilDone<Result>(
  transport: Transport,
  exchange: Exchange<Result>,
  doubts: Doubts,
): Promise<Result> {
  const { limits, now, closed } = transport;
  const overallMs = exchange.overallTimeoutMs ?? limits.overallTimeoutMs;
  const endsAt = now() + overallMs;
  using overall = deadline({
    ms: overallMs,
    reason: () => timeoutError(exchange.url, overallMs),
    parents: [exchange.signal, closed],
  });
  let mayRenewToken = true;
  let retries = 0;
  let wasRefused = false;
  for (let attempts = 1; ; attempts += 1) {
    const heldMs = await holdBack(transport, exchange, { endsAt, signal: overall.signal });
    // What may have been done is settled by its key alone: the record may have changed by that very attempt.
    if ((heldMs > 0 || wasRefused) && !doubts.isOpen()) await exchange.recheck?.();
    const outcome = await attempt(transport, exchange, { attempts, signal: overall.signal });
    if ('result' in outcome) return outcome.result;
    doubts.note(outcome);
    wasRefused = isRefusal(outcome);

    if (outcome.status === 401 && outcome.token !== undefined && mayRenewToken) {
      mayRenewToken = false;
      exchange.bearer?.invalidate(outcome.token);
      continue;
    }
    if (!exchange.isRepeatable || !outcome.isTransient || retries >= limits.retriesMax) throw outcome.error;
    const asked = outcome.error.retryAfterSeconds;
    const waitMs = asked === undefined ? backoffMs(retries, transport.random, limits) : asked * 1000;
    if (now() + waitMs >= endsAt) throw asked === undefined ? outcome.error : tooLongError(outcome.error, asked);
    transport.log('info', 'API call is tried again', {
      operation: exchange.operation,
      error: outcome.error.code,
      waitMs,
    });
    await pause(transport.sleep, waitMs, overall.signal);
    retries += 1;
  }
}

interface AttemptContext {
  readonly attempts: number;
  /** Of the whole call. */
  readonly signal: AbortSignal;
}

async function attempt<Result>(
  transport: Transport,
  exchange: Exchange<Result>,
  { attempts, signal }: AttemptContext,
): Promise<Outcome<Result>> {
  const { limits, now, log, network } = transport;
  signal.throwIfAborted();
  // A token that cannot be had has been tried for already: its error is final.
  const token = await exchange.bearer?.get(signal);
  const ms = exchange.attemptTimeoutMs ?? limits.attemptTimeoutMs;
  using limit = deadline({ ms, reason: () => timeoutError(exchange.url, ms), parents: [signal] });
  const startedAt = now();
  const seen = { operation: exchange.operation, attempt: attempts };
  try {
    const response = await abortable(
      network.fetch(exchange.url, requestInit(exchange, token, limit.signal)),
      limit.signal,
    );
    exchange.pacing?.observe(response.headers);
    const { status } = response;
    const requestId = requestIdOf(response.headers);
    log('debug', 'API call answered', { ...seen, status, requestId, durationMs: now() - startedAt });
    if (!successStatuses.includes(status)) {
      const failure = await readRefusal(transport, exchange, response, token, limit.signal);
      if (!isRefusal(failure)) exchange.onDoubt?.();
      return failure;
    }
    exchange.clock?.observe(response.headers);
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { result: await exchange.read(response, limit.signal, { status, requestId, attempts, isReplay }) };
  } catch (thrown) {
    const failure = limit.signal.aborted
      ? { error: timeoutError(exchange.url, ms), isTransient: true, isUnsent: false }
      : networkFailure(thrown, exchange);
    if (failure?.isUnsent !== true) exchange.onDoubt?.();
    signal.throwIfAborted();
    // Anything that is not a failure of the network is a fault of this program, which trying again would hide.
    if (!failure) throw thrown;
    log('debug', 'API call failed', { ...seen, error: failure.error.code, durationMs: now() - startedAt });
    return failure;
  }
}

function requestInit(exchange: Exchange<unknown>, token: string | undefined, signal: AbortSignal): RequestInit {
  return {
    method: exchange.method,
    headers: { ...exchange.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(exchange.body ? { body: exchange.body(), duplex: 'half' } : {}),
    // A followed redirect would turn a write into a read and report it as done.
    redirect: exchange.redirect ?? 'manual',
    signal,
  };
}

async function readRefusal(
  { limits, now }: Transport,
  exchange: Exchange<unknown>,
  response: Response,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Failure> {
  const { status, headers } = response;
  const text = await readText(response, limits.problemBytesMax, signal);
  const secrets = token === undefined ? [] : [token];
  const asked = retryAfterSeconds(headers, now());
  if (status === 429 && asked !== undefined) exchange.pacing?.hold(asked);
  const error = exchange.problem({ status, headers, text, now: now(), secrets });
  return {
    error,
    status,
    token,
    isTransient: transientStatuses.includes(status) || error.code === 'STILL_RUNNING',
  };
}

function unknownOutcome(error: WaybillError): WaybillError {
  if (leavesOpen(error.code)) return error;
  return new WaybillError('OUTCOME_UNKNOWN', error.message, {
    requestId: error.requestId,
    retryAfterSeconds: error.retryAfterSeconds,
    cause: error,
  });
}

/** Waits while the API has asked everybody to stay away, and spreads calls when few remain; returns how long. */
async function holdBack(
  transport: Transport,
  { pacing }: Exchange<unknown>,
  { endsAt, signal }: { readonly endsAt: number; readonly signal: AbortSignal },
): Promise<number> {
  if (!pacing) return 0;
  const heldMs = pacing.heldMs();
  if (heldMs > 0 && transport.now() + heldMs >= endsAt) {
    const seconds = Math.ceil(heldMs / 1000);
    throw tooLongError(new WaybillError('RATE_LIMIT_EXCEEDED', 'the rate limit of the API is used up'), seconds);
  }
  const waitMs = heldMs + pacing.turnMs();
  await pause(transport.sleep, waitMs, signal);
  return waitMs;
}

function timeoutError(url: string, ms: number): WaybillError {
  return new WaybillError('TIMEOUT', `no answer from ${hostAndPort(url)} within ${ms / 1000} s`);
}

function tooLongError(error: WaybillError, seconds: number): WaybillError {
  return new WaybillError(error.code, `${error.message}; it may be called again in ${seconds} s`, {
    details: error.details,
    requestId: error.requestId,
    retryAfterSeconds: seconds,
    cause: error,
  });
}
