import type { ClientLog, CallOptions, Meta } from '../calls/call-options.ts';
import { nothingChangedHeader } from '../../contract/kit/nothing-changed.ts';
import { type ErrorCode, WaybillError } from '../../errors.ts';
import type { ApiClock } from '../calls/api-clock.ts';
import { waitOrAbort, startDeadline, pause, requireRunning, type Sleep } from './abort.ts';
import { readText } from './json-response.ts';
import { computeBackoffMs, retryAfterSeconds } from './backoff.ts';
import type { Limits } from './limits.ts';
import type { Network } from './connections.ts';
import { toNetworkFailure } from './network.ts';
import type { Pacing } from './pacing.ts';
import { formatHostAndPort } from './path.ts';
import { hasProblem, type RefusedResponse, readRequestId } from './problem.ts';

/** Settings and state that all requests of one client share. */
export interface Transport {
  readonly network: Network;
  readonly limits: Limits;
  /** Returns the epoch milliseconds of this machine, not of a sandbox. */
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

/** One request and how its response is read; what may be done about failures follows from it. */
export interface ApiExchange<Result> {
  /** Names the request in the log: the operation, never the address. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made anew for each attempt, since a stream can be sent only once. */
  readonly body?: (() => NonNullable<RequestInit['body']>) | undefined;
  /** Sending it twice does no harm: it reads, or the API is known to answer a repeated key with its first answer. */
  readonly isRepeatable: boolean;
  /** A failure after sending leaves open whether the change was made. */
  readonly isWrite: boolean;
  /** A refusal of a later attempt says that the earlier ones were not carried out either, as it does under a key that the API keeps. */
  readonly isKeyed?: boolean;
  readonly bearer?: Bearer | undefined;
  readonly pacing?: Pacing | undefined;
  /** The answer is the API's own, whose time is noted; a bucket's is not. */
  readonly clock?: ApiClock | undefined;
  readonly redirect?: 'follow' | 'manual';
  readonly attemptTimeoutMs?: number;
  readonly overallTimeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onOpen?: CallOptions['onOpen'];
  readonly recheck?: CallOptions['recheck'];
  readonly remainingMs?: CallOptions['remainingMs'];
  readonly read: (response: Response, signal: AbortSignal, meta: Meta) => Promise<Result>;
  readonly problem: (refusal: RefusedResponse) => WaybillError;
}

type AttemptOutcome<Result> = { readonly result: Result } | Failure;

interface Failure {
  /** A WaybillError, or whatever else was thrown. */
  readonly error: unknown;
  readonly status?: number | undefined;
  readonly isTransient: boolean;
  /** The API refused it: this attempt was not carried out. */
  readonly isRefused?: boolean;
  /** The body says why, so it comes from the API and not from a proxy in between. */
  readonly isExplained?: boolean;
  /** True if no part of the request arrived. */
  readonly isUnsent?: boolean;
  /** Used in the attempt, so that a refused one can be dropped. */
  readonly token?: string | undefined;
}

const successStatuses: readonly number[] = [200, 201, 204];
const transientStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

/** The statuses with which an API says that it has not carried out a request; others may come from a proxy on the way back. */
const refusalStatuses: readonly number[] = [
  400, 401, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 422, 428, 429, 431, 501,
];

function isRefusal(status: number, headers: Headers, { code }: WaybillError): boolean {
  if (code === 'STILL_RUNNING' || code === 'OUTCOME_UNKNOWN') return false;
  return refusalStatuses.includes(status) || headers.get(nothingChangedHeader) === 'true';
}

/** Statuses of an API that has not looked yet whether it carried the request out before. */
const precheckStatuses: readonly number[] = [401, 403, 429, 503, 504];

/** Tracks if a write may have been carried out: never before it leaves, and afterwards until an answer says that it was not. */
function createOpenState({ isWrite, isKeyed = true, onOpen }: ApiExchange<unknown>) {
  let isOpen = false;
  const set = (next: boolean) => {
    isOpen = next;
    onOpen?.(next);
  };
  return {
    isOpen: () => isOpen,
    /** Returns what an attempt that has ended calls with its failure. */
    leave(): (failure: Failure) => void {
      const wasOpen = isOpen;
      if (isWrite) set(true);
      return ({ status = 0, isRefused = false, isExplained = false, isUnsent = false }) => {
        if (!isWrite) return;
        if (isUnsent) set(wasOpen);
        if (!isRefused) return;
        // A bare 409 may be that of a request which is still at work.
        const settlesEarlier = isKeyed && isExplained && !precheckStatuses.includes(status);
        set(wasOpen && !settlesEarlier);
      };
    },
  };
}

type OpenState = ReturnType<typeof createOpenState>;

/** Sends a request. Every request goes through here, with every rule about retries. */
export async function send<Result>(transport: Transport, exchange: ApiExchange<Result>): Promise<Result> {
  const state = createOpenState(exchange);
  try {
    return await sendUntilDone(transport, exchange, state);
  } catch (error) {
    // An attempt may have been carried out, whatever is said of the last one and whatever was thrown.
    throw state.isOpen() ? toOpenError(transport, exchange, error) : error;
  }
}

async function sendUntilDone<Result>(
  transport: Transport,
  exchange: ApiExchange<Result>,
  state: OpenState,
): Promise<Result> {
  const { limits, now, closed } = transport;
  const overallMs = exchange.overallTimeoutMs ?? limits.overallTimeoutMs;
  const endsAt = now() + (overallMs === Infinity ? limits.waitMsMax : overallMs);
  using overall = startDeadline({
    ms: overallMs,
    reason: () => buildTimeoutError(exchange.url, overallMs),
    parents: [exchange.signal, closed],
  });
  /** Computes the moment until which an unsent request may wait. */
  const computeWaitEnd = () => Math.min(endsAt, now() + (exchange.remainingMs?.() ?? Infinity));
  let mayRenewToken = true;
  let retries = 0;
  let wasRefused = false;
  for (let attempts = 1; ; attempts += 1) {
    const heldMs = await holdBack(transport, exchange, {
      endsAt: state.isOpen() ? endsAt : computeWaitEnd(),
      signal: overall.signal,
    });
    // What may have been done is settled by its key alone: the record may have changed by that very attempt.
    if ((heldMs > 0 || wasRefused) && !state.isOpen()) await exchange.recheck?.();
    const outcome = await tryOnce(transport, exchange, { attempts, signal: overall.signal, state });
    if ('result' in outcome) return outcome.result;
    const { error } = outcome;
    wasRefused = outcome.isRefused ?? false;
    // Anything that is not a failure of the network is a fault of this program, which trying again would hide.
    if (!(error instanceof WaybillError)) throw error;

    if (outcome.status === 401 && outcome.token !== undefined && mayRenewToken) {
      mayRenewToken = false;
      exchange.bearer?.invalidate(outcome.token);
      continue;
    }
    const mayRepeat = exchange.isRepeatable || !state.isOpen();
    if (!mayRepeat || !outcome.isTransient || retries >= limits.retriesMax) throw error;
    const requestedSeconds = error.retryAfterSeconds;
    const waitMs =
      requestedSeconds === undefined ? computeBackoffMs(retries, transport.random, limits) : requestedSeconds * 1000;
    if (now() + waitMs >= (state.isOpen() ? endsAt : computeWaitEnd()))
      throw requestedSeconds === undefined ? error : buildTooLongError(error, exchange.pacing, requestedSeconds);
    transport.log('info', 'API call is tried again', { operation: exchange.operation, error: error.code, waitMs });
    await pause(transport.sleep, waitMs, overall.signal);
    retries += 1;
  }
}

interface AttemptContext {
  readonly attempts: number;
  /** Signal of the whole call. */
  readonly signal: AbortSignal;
  readonly state: OpenState;
}

async function tryOnce<Result>(
  transport: Transport,
  exchange: ApiExchange<Result>,
  { attempts, signal, state }: AttemptContext,
): Promise<AttemptOutcome<Result>> {
  const { limits, now, log, network } = transport;
  requireRunning(signal);
  // A token that cannot be had has been tried for already: its error is final.
  const token = await exchange.bearer?.get(signal);
  const ms = exchange.attemptTimeoutMs ?? limits.attemptTimeoutMs;
  using limit = startDeadline({ ms, reason: () => buildTimeoutError(exchange.url, ms), parents: [signal] });
  const startedAt = now();
  const init = requestInit(exchange, token, limit.signal);
  const facts = { operation: exchange.operation, attempt: attempts };
  const end = state.leave();
  try {
    const response = await waitOrAbort(network.fetch(exchange.url, init), limit.signal);
    exchange.pacing?.observe(response.headers);
    const { status } = response;
    const requestId = readRequestId(response.headers);
    log('debug', 'API call answered', { ...facts, status, requestId, durationMs: now() - startedAt });
    if (!successStatuses.includes(status)) {
      const failure = await readRefusal(transport, exchange, response, token, limit.signal);
      end(failure);
      return failure;
    }
    exchange.clock?.observe(response.headers);
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { result: await exchange.read(response, limit.signal, { status, requestId, attempts, isReplay }) };
  } catch (thrown) {
    const failure = limit.signal.aborted
      ? { error: buildTimeoutError(exchange.url, ms), isTransient: true }
      : toNetworkFailure(thrown, exchange.url);
    if (failure) end(failure);
    requireRunning(signal);
    if (!failure) return { error: thrown, isTransient: false };
    log('debug', 'API call failed', { ...facts, error: failure.error.code, durationMs: now() - startedAt });
    return failure;
  }
}

function requestInit(exchange: ApiExchange<unknown>, token: string | undefined, signal: AbortSignal): RequestInit {
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
  exchange: ApiExchange<unknown>,
  response: Response,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Failure> {
  const { status, headers } = response;
  const text = await readText(response, limits.problemBytesMax, signal);
  const secrets = token === undefined ? [] : [token];
  const waitSeconds = retryAfterSeconds(headers, now());
  if (status === 429 && waitSeconds !== undefined) exchange.pacing?.hold(waitSeconds);
  const error = exchange.problem({ status, headers, text, now: now(), secrets });
  return {
    error,
    status,
    token,
    isRefused: isRefusal(status, headers, error),
    isExplained: hasProblem(text),
    isTransient: transientStatuses.includes(status) || error.code === 'STILL_RUNNING',
  };
}

const inDoubtText = 'the change may have been made';

/**
 * Converts a failure to an error which says that the write may have been carried out. The cause of an unforeseen
 * failure goes to the log.
 */
function toOpenError({ log }: Transport, { operation }: ApiExchange<unknown>, error: unknown): WaybillError {
  if (!(error instanceof WaybillError)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log('warn', 'The answer to a write could not be read.', { operation, cause });
    const message = `the answer to ${operation} could not be read; ${inDoubtText}`;
    return new WaybillError('OUTCOME_UNKNOWN', message, { isOpen: true, cause: error });
  }
  const { code, message, requestId, retryAfterSeconds: waitSeconds, details, command } = error;
  const text = /may have been made/.test(message) ? message : `${message.replace(/\.$/, '')}; ${inDoubtText}`;
  return new WaybillError(openCodes.has(code) ? code : 'OUTCOME_UNKNOWN', text, {
    requestId,
    retryAfterSeconds: waitSeconds,
    details,
    command,
    isOpen: true,
    cause: error,
  });
}

/** Codes that say why it is not known; of all others the last attempt says nothing about the ones before. */
const openCodes: ReadonlySet<ErrorCode> = new Set([
  'STILL_RUNNING',
  'GATEWAY_TIMEOUT',
  'UNREACHABLE',
  'TIMEOUT',
  'CANCELLED',
  'BAD_RESPONSE',
  'OUTCOME_UNKNOWN',
]);

/** Waits during a pause that the API requested, and spreads calls when few remain; returns the milliseconds waited. */
async function holdBack(
  transport: Transport,
  { pacing }: ApiExchange<unknown>,
  { endsAt, signal }: { readonly endsAt: number; readonly signal: AbortSignal },
): Promise<number> {
  if (!pacing) return 0;
  const heldMs = pacing.heldMs();
  if (heldMs > 0 && transport.now() + heldMs >= endsAt)
    throw buildRateLimitError(pacing.limit(), Math.ceil(heldMs / 1000));
  const waitMs = heldMs + pacing.turnMs();
  await pause(transport.sleep, waitMs, signal);
  return waitMs;
}

function buildTimeoutError(url: string, ms: number): WaybillError {
  return new WaybillError('TIMEOUT', `no answer from ${formatHostAndPort(url)} within ${ms / 1000} s`);
}

/** Builds the error of a request that the API refuses until the minute is over. */
export function buildRateLimitError(
  perMinute: number | undefined,
  seconds: number,
  extras: Pick<WaybillError, 'details' | 'requestId' | 'cause'> = {
    details: [],
    requestId: undefined,
    cause: undefined,
  },
): WaybillError {
  const requests = perMinute === undefined ? 'only so many requests' : `${perMinute} requests`;
  const message = `The API allows ${requests} a minute and they are used up; ask again in ${seconds} s.`;
  return new WaybillError('RATE_LIMIT_EXCEEDED', message, { ...extras, retryAfterSeconds: seconds });
}

function buildTooLongError(error: WaybillError, pacing: Pacing | undefined, seconds: number): WaybillError {
  if (error.code === 'RATE_LIMIT_EXCEEDED') {
    const { details, requestId } = error;
    return buildRateLimitError(pacing?.limit(), seconds, { details, requestId, cause: error });
  }
  return new WaybillError(error.code, `${error.message}; it may be called again in ${seconds} s`, {
    details: error.details,
    requestId: error.requestId,
    retryAfterSeconds: seconds,
    cause: error,
  });
}
