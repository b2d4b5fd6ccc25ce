import { backfill, type Copying } from './update.ts';

/** Reads what is missing of the copy behind the answers, until all is there or the copy is closed. */
export interface Filling {
  /** Goes on where it stopped, with these first; nothing when it is running. */
  start(names: readonly string[]): void;
  readonly isRunning: () => boolean;
  /** Returns the fault that ended it last; undefined while it is running or where it ended without one. */
  readonly fault: () => unknown;
  /** The next page is written, or there is none any more. */
  page(): Promise<void>;
  settled(): Promise<void>;
}

/** A fault is noted, and the next question tries again. */
export function fillBehind(copying: Copying): Filling {
  let running: Promise<void> | undefined;
  let next = Promise.withResolvers<void>();
  const wanted = new Set<string>();
  let fault: unknown;

  const turnPage = () => {
    next.resolve();
    next = Promise.withResolvers();
  };

  async function run(): Promise<void> {
    try {
      await backfill(copying, { wanted: () => wanted, onPage: async () => turnPage() });
    } catch (error) {
      fault = error;
      if (!copying.signal.aborted)
        copying.log('warn', 'The copy of the records could not be filled further; the next question goes on with it.', {
          cause: String(error),
        });
    } finally {
      running = undefined;
      turnPage();
    }
  }

  return {
    start(names) {
      for (const name of names) wanted.add(name);
      if (running) return;
      fault = undefined;
      running = run();
    },
    isRunning: () => running !== undefined,
    fault: () => fault,
    page: () => next.promise,
    settled: async () => running,
  };
}
