import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import type { KyselyPlugin } from 'kysely';

interface MeetingResult {
  /** True if both had begun before either was done. */
  readonly isOverlap: boolean;
  readonly retries: number;
}

/** Point where the transactions of two requests meet, so that they overlap for certain. */
export interface Meeting {
  open(seed: number): void;
  /** Lets every waiting transaction go on. */
  release(): void;
  close(): MeetingResult;
  /**
   * Wraps a store so that its transactions wait for each other at the start, and pause at points that differ from race
   * to race.
   */
  joinStore(store: BrokerageDatabase): BrokerageDatabase;
}

export function createMeeting(): Meeting {
  let expected = 0;
  let underWay = 0;
  let isOverlap = false;
  let retries = 0;
  let seed = 0;
  let meet = Promise.withResolvers<void>();

  async function waitForOther(): Promise<void> {
    if (expected === 0) return;
    expected -= 1;
    if (expected === 0) meet.resolve();
    await meet.promise;
  }

  async function countWork<Result>(work: () => Promise<Result>): Promise<Result> {
    underWay += 1;
    isOverlap ||= underWay > 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  }

  /** A short pause, or none: which one is as good as random. */
  function pause(): Promise<void> {
    seed = (seed * 48_271) % 2_147_483_647;
    const choice = seed % 8;
    if (choice < 4) return Promise.resolve();
    return new Promise((resolve) => {
      if (choice < 7) setImmediate(resolve);
      else setTimeout(resolve, 1);
    });
  }

  return {
    open(nth) {
      expected = 2;
      isOverlap = false;
      retries = 0;
      seed = nth * 7919 + 17;
      meet = Promise.withResolvers();
    },
    release: () => meet.resolve(),
    close() {
      expected = 0;
      return { isOverlap, retries };
    },
    joinStore: (store) => ({
      ...store,
      async transaction(work) {
        if (expected === 0) return store.transaction(work);
        // SQLite lets only one begin: there both stand at the door together.
        if (store.kind === 'sqlite') await waitForOther();
        let tries = 0;
        return countWork(() =>
          store.transaction(async (tx) => {
            if (tries > 0) retries += 1;
            tries += 1;
            if (store.kind === 'postgres') await waitForOther();
            return work(tx.withPlugin(createPausePlugin(pause)));
          }),
        );
      },
    }),
  };
}

const createPausePlugin = (pause: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await pause();
    return result;
  },
});
