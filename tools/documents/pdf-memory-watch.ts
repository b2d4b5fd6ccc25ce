import type { Worker } from 'node:worker_threads';

const watchEveryMs = 50;

interface WatchedWorker {
  readonly end: () => void;
  /** Bytes that the thread has told last. */
  usedBytes: number;
  /** Looks since the thread was asked. */
  unansweredLooks: number;
}

/**
 * Watches the memory of the process while threads read files. Where it grows by more than the limit, the thread that has
 * taken the most is ended, and the others go on.
 */
export function createMemoryWatch(growthBytes: number): (worker: Worker, end: () => void) => () => void {
  const watched = new Map<Worker, WatchedWorker>();
  let before = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const [worker, state] of watched) void askSize(worker, state);
    if (process.memoryUsage.rss() - before <= growthBytes) return;
    const [largest] = [...watched.values()].toSorted((a, b) => estimateSize(b) - estimateSize(a));
    largest?.end();
  }

  return (worker, end) => {
    if (watched.size === 0) {
      before = process.memoryUsage.rss();
      timer = setInterval(look, watchEveryMs);
    }
    watched.set(worker, { end, usedBytes: 0, unansweredLooks: 0 });
    return () => {
      watched.delete(worker);
      if (watched.size === 0) clearInterval(timer);
      // What the thread leaves behind is given back later, and is not the fault of those that go on.
      const remainingBytes = [...watched.values()].reduce((sum, { usedBytes }) => sum + usedBytes, 0);
      before = Math.max(before, process.memoryUsage.rss() - remainingBytes);
    };
  };
}

/** A second without an answer. */
const unansweredMax = 1000 / watchEveryMs;

/** Estimates the size of a thread. A thread that has begun and no longer answers counts as the largest. */
const estimateSize = ({ usedBytes, unansweredLooks }: WatchedWorker): number =>
  usedBytes > 0 && unansweredLooks > unansweredMax ? Number.MAX_SAFE_INTEGER : usedBytes;

const askAgainAfter = 4;

/** Asks a thread for its memory: it answers between two steps of its program. What is asked before it has begun is lost. */
async function askSize(worker: Worker, state: WatchedWorker): Promise<void> {
  state.unansweredLooks += 1;
  if (state.unansweredLooks % askAgainAfter !== 1) return;
  try {
    const {
      used_heap_size: heap,
      external_memory: external,
      malloced_memory: malloced,
    } = await worker.getHeapStatistics();
    state.usedBytes = heap + external + malloced;
    state.unansweredLooks = 0;
  } catch {
    // The thread has ended meanwhile.
  }
}
