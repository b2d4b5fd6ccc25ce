import { startDeadline } from '../../client/transport/abort.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { buildRateLimitError } from '../../client/transport/transport.ts';
import { WaybillError } from '../../errors.ts';

/** Hosts of tools give up near 60 s: a call is answered well before. */
const callMsMax = 40_000;

/** The end of a tool call's time, until it has written something: what was done is then reported, however long it takes. */
export interface CallDeadline extends Disposable {
  /** Aborts with it, and when the caller goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left; undefined once it is released. */
  readonly remainingMs: () => number | undefined;
  /** Takes the time limit away. */
  readonly release: () => void;
}

interface CallDeadlineOptions {
  /** Signal of the caller. */
  readonly caller: AbortSignal;
  readonly api: () => Pick<ApiClient, 'rateLimit'>;
  readonly ms?: number;
}

/** Starts the time of a tool call. */
export function startCallDeadline({ caller, api, ms = callMsMax }: CallDeadlineOptions): CallDeadline {
  const endsAt = performance.now() + ms;
  const controller = new AbortController();
  const time = startDeadline({ ms, reason: () => buildTimeError(api().rateLimit(), ms), parents: [] });
  const stop = () => controller.abort(caller.aborted ? caller.reason : time.signal.reason);
  if (caller.aborted) stop();
  for (const signal of [caller, time.signal]) signal.addEventListener('abort', stop, { once: true });
  let isReleased = false;
  const release = () => {
    isReleased = true;
    time[Symbol.dispose]();
  };
  return {
    signal: controller.signal,
    remainingMs: () => (isReleased ? undefined : Math.max(endsAt - performance.now(), 0)),
    release,
    [Symbol.dispose]() {
      release();
      caller.removeEventListener('abort', stop);
    },
  };
}

function buildTimeError({ waitSeconds, perMinute }: ReturnType<ApiClient['rateLimit']>, ms: number): WaybillError {
  if (waitSeconds > 0) return buildRateLimitError(perMinute, waitSeconds);
  return new WaybillError('TIMEOUT', `The answer took longer than ${ms / 1000} s, so it was stopped.`);
}
