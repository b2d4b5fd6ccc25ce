import { WaybillError } from '../../errors.ts';

const timerMsMax = 2 ** 31 - 1;

export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

interface DeadlineOptions {
  /** Infinity for a signal that only its parents abort. */
  readonly ms: number;
  readonly reason: () => WaybillError;
  /** Signals that end it early. */
  readonly parents: readonly (AbortSignal | undefined)[];
}

/** Starts a signal that aborts after `ms` or with a parent; disposing stops the timer and lets go of the parents. */
export function startDeadline({ ms, reason, parents }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  const timer = ms === Infinity ? undefined : setTimeout(() => controller.abort(reason()), Math.min(ms, timerMsMax));
  const links = parents.filter((parent) => parent !== undefined).map((parent) => follow(parent, controller));
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const unlink of links) unlink();
    },
  };
}

/** Settles like the work, or rejects when the signal aborts; the work itself need not know the signal. */
export function waitOrAbort<Value>(work: Value | PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopReason(signal.reason));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Throws where the caller has stopped the request. */
export function requireRunning(signal: AbortSignal): void {
  if (signal.aborted) throw stopReason(signal.reason);
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export async function pause(sleep: Sleep, ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await waitOrAbort(sleep(ms, signal), signal);
}

function follow(parent: AbortSignal, controller: AbortController): () => void {
  const stop = () => controller.abort(stopReason(parent.reason));
  if (parent.aborted) stop();
  parent.addEventListener('abort', stop, { once: true });
  return () => parent.removeEventListener('abort', stop);
}

function stopReason(reason: unknown): WaybillError {
  if (reason instanceof WaybillError) return reason;
  return new WaybillError('CANCELLED', 'the caller stopped the request', { cause: reason });
}
