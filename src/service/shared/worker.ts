import type { Log } from '../../log.ts';
import type { Outages } from './outages.ts';

export interface Worker {
  /** Says that there may be work now, so that it need not wait for the next look. */
  wake(): void;
  /** Ends after the piece of work in hand. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** Name of the worker in the log. */
  readonly name: string;
  /** Time that it waits if there was nothing to do or the work failed. */
  readonly everyMs: number;
  readonly log: Log;
  readonly outages: Outages;
  /** Runs one piece of work. Returns true if there may be more right away. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
}

/** Looks for work again and again beside the requests, and never keeps the process alive by itself. */
export function startWorker({ name, everyMs, log, outages, work }: WorkerOptions): Worker {
  const ending = new AbortController();
  let wakeUp = () => {};
  let isAwake = false;
  let isFailing = false;

  const waitForWork = () =>
    new Promise<void>((resolve) => {
      if (isAwake || ending.signal.aborted) return resolve();
      const timer = setTimeout(resolve, everyMs);
      timer.unref();
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function look(): Promise<boolean> {
    try {
      const isMoreLikely = await work(ending.signal);
      outages.noteSuccess('reading');
      if (isFailing) log('info', `${name} works again.`);
      isFailing = false;
      return isMoreLikely;
    } catch (error) {
      if (!ending.signal.aborted && !outages.isExplained(error)) noteFailure(error);
      return false;
    }
  }

  /** Logs a failure. Repeated failures of an hour are one line in the log, not thousands. */
  function noteFailure(error: unknown): void {
    if (!isFailing)
      log('error', `${name} failed and will be tried again.`, {
        cause: error instanceof Error ? error.message : String(error),
      });
    isFailing = true;
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      isAwake = false;
      const isMoreLikely = await look();
      if (!isMoreLikely) await waitForWork();
    }
  }

  const running = run();
  return {
    wake() {
      isAwake = true;
      wakeUp();
    },
    async stop() {
      ending.abort();
      wakeUp();
      await running;
    },
  };
}
