import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReaderThreads } from '../../src/store/sqlite/reader-threads.ts';
import { type SqliteThread, startThread } from '../../src/store/sqlite/thread.ts';

const patienceMs = 20;
const restMaxMs = 30_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Threads, and reads in them that end when the test says so. The machine starts no more threads than `startsMax`. */
function openReaders({ startsMax = Infinity } = {}) {
  const started: SqliteThread[] = [];
  const readers = new ReaderThreads({
    threadsMax: 3,
    patienceMs,
    restMaxMs,
    startThread() {
      if (started.length === startsMax) throw new Error('no thread can be started');
      const thread = startThread();
      started.push(thread);
      return thread;
    },
  });
  return {
    started,
    readers,
    /** Begins a read; `end` ends it. */
    begin() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const done = readers.use(() => promise);
      return {
        done,
        async end() {
          resolve();
          await done;
        },
      };
    },
    [Symbol.asyncDispose]: () => readers.end(),
  };
}

test('reads that move share one thread, however many wait', async () => {
  await using opened = openReaders();
  const reads = Array.from({ length: 20 }, () => opened.begin());
  for (const read of reads) {
    await vi.advanceTimersByTimeAsync(patienceMs / 2);
    await read.end();
  }
  expect(opened.started).toHaveLength(1);
});

test('a read that waits behind slow ones has another thread, up to three', async () => {
  await using opened = openReaders();
  const reads = Array.from({ length: 5 }, () => opened.begin());
  await vi.advanceTimersByTimeAsync(patienceMs);
  expect(opened.started).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(patienceMs * 10);
  expect(opened.started).toHaveLength(3);
  await Promise.all(reads.map((read) => read.end()));
});

test('threads that rest are ended, but for the last and for one that is lent', async () => {
  await using opened = openReaders();
  const reads = Array.from({ length: 3 }, () => opened.begin());
  await vi.advanceTimersByTimeAsync(patienceMs * 10);
  await Promise.all(reads.map((read) => read.end()));
  const [first, second, third] = opened.started;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('three threads were expected');
  const giveBack = opened.readers.lend(second);

  await vi.advanceTimersByTimeAsync(restMaxMs * 3);
  expect(opened.started.map((thread) => thread.isOver())).toEqual([true, false, true]);

  giveBack();
  await vi.advanceTimersByTimeAsync(restMaxMs * 3);
  expect(second.isOver()).toBe(false);
  await opened.readers.use(async (thread) => expect(thread).toBe(second));
});

test('reads take turns in the threads that there are where the machine starts no more', async () => {
  await using opened = openReaders({ startsMax: 1 });
  const [first, second] = [opened.begin(), opened.begin()];
  await vi.advanceTimersByTimeAsync(patienceMs * 10);

  await first.end();
  await second.end();

  expect(opened.started).toHaveLength(1);
});

test('a read that waits fails with the reason where the only thread ends and no other can be started', async () => {
  await using opened = openReaders({ startsMax: 1 });
  const [first, second] = [opened.begin(), opened.begin()];
  const failure = second.done.catch((error: unknown) => error);

  await opened.started[0]?.end();
  await first.end();

  expect(await failure).toMatchObject({ message: 'no thread can be started' });
});
