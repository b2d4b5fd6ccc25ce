import type { Copying } from './state/copying.ts';
import { backfill } from './update.ts';

/** Background work that reads the missing records of the copy until all are there or the copy is closed. */
export interface Filling {
  /** Continues where it stopped, with these first; does nothing else while it is running. */
  start(names: readonly string[]): void;
  readonly isRunning: () => boolean;
  /** Returns the fault that ended it last; undefined while it is running or where it ended without one. */
  readonly fault: () => unknown;
  /** Resolves when the next page is written, or when it ends. */
  page(): Promise<void>;
  settled(): Promise<void>;
}

/** Turns of a filling that others wait for. */
export interface PageTurns {
  readonly turn: () => void;
  readonly next: () => Promise<void>;
}

export function createPageTurns(): PageTurns {
  let next = Promise.withResolvers<void>();
  return {
    turn() {
      next.resolve();
      next = Promise.withResolvers();
    },
    next: () => next.promise,
  };
}

/** Fills the copy in the thread that answers. A fault is noted, and the next question tries again. */
export function fillBehind(copying: Copying): Filling {
  let running: Promise<void> | undefined;
  const turns = createPageTurns();
  const priorityNames = new Set<string>();
  let fault: unknown;

  async function run(): Promise<void> {
    try {
      await backfill(copying, { getPriorityNames: () => priorityNames, onPage: async () => turns.turn() });
    } catch (error) {
      fault = error;
      if (!copying.signal.aborted) copying.log('warn', unfilledText, { cause: String(error) });
    } finally {
      running = undefined;
      turns.turn();
    }
  }

  return {
    start(names) {
      for (const name of names) priorityNames.add(name);
      if (running) return;
      fault = undefined;
      running = run();
    },
    isRunning: () => running !== undefined,
    fault: () => fault,
    page: turns.next,
    settled: async () => running,
  };
}

export const unfilledText = 'The copy of the records could not be filled further; the next question goes on with it.';
