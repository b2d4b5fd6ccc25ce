import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pattern } from './list-patterns.ts';

/** A run of one separator, with what stands before and after it. */
export interface SeparatorRun {
  readonly before: string;
  readonly unit: string;
  readonly times: number;
  readonly after: string;
}

export interface Feed {
  readonly pattern: Pattern;
  readonly runs: readonly SeparatorRun[];
}

/**
 * CPU seconds after which a single run counts as endless. A linear pattern takes some thousandths of a second, a
 * quadratic one a minute; a busy machine does not change CPU time.
 */
const hangCpuSeconds = 8;
const pollMs = 200;

/** Builds in another thread, which is a copy of the product for itself, the patterns that the files build. */
export async function buildPatterns(files: readonly string[]): Promise<readonly Pattern[]> {
  const worker = new Worker(new URL('./build-patterns.ts', import.meta.url), { workerData: files });
  const [patterns] = await once(worker, 'message');
  await worker.terminate();
  // The thread posts its list of patterns and nothing else.
  return patterns as readonly Pattern[];
}

/** Runs every pattern over its texts in another thread and describes each pair that does not end. */
export async function findHangs(feeds: readonly Feed[]): Promise<readonly string[]> {
  const hangs: string[] = [];
  for (let first = 0; first < feeds.length;) {
    const hang = await runFrom(feeds, first);
    if (hang === undefined) break;
    hangs.push(describeHang(feeds[hang.at], hang.runAt));
    first = hang.at + 1;
  }
  return hangs;
}

interface Position {
  readonly at: number;
  readonly runAt: number;
}

/** Runs the patterns from `first` on, until all have ended or one has to be ended. */
async function runFrom(feeds: readonly Feed[], first: number): Promise<Position | undefined> {
  const position = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL('./feed-patterns.ts', import.meta.url), {
    workerData: { feeds, first, position },
  });
  const watch = new AbortController();
  const end = once(worker, 'message').then(() => undefined);
  const hang = watchForHang(worker, position, watch.signal);
  try {
    return await Promise.race([end, hang]);
  } finally {
    watch.abort();
    await worker.terminate();
  }
}

async function watchForHang(worker: Worker, position: Int32Array, signal: AbortSignal): Promise<Position | undefined> {
  let last = { at: -1, runAt: -1, cpuSeconds: 0 };
  while (!signal.aborted) {
    await pause(pollMs);
    if (signal.aborted) return undefined;
    // A thread that has just ended has none; its message or its error is on the way.
    const usage = await worker.cpuUsage().catch(() => undefined);
    if (!usage) continue;
    const cpuSeconds = usage.user / 1e6;
    const current = { at: Atomics.load(position, 0), runAt: Atomics.load(position, 1), cpuSeconds };
    if (current.at !== last.at || current.runAt !== last.runAt) last = current;
    else if (current.cpuSeconds - last.cpuSeconds > hangCpuSeconds) return current;
  }
  return undefined;
}

function describeHang(feed: Feed | undefined, runAt: number): string {
  const run = feed?.runs[runAt];
  if (feed === undefined || run === undefined) throw new Error('A thread named a pattern that it was not given.');
  const { file, line, source, flags } = feed.pattern;
  const text = `${JSON.stringify(run.before)} + ${run.times} x ${JSON.stringify(run.unit)} + ${JSON.stringify(run.after)}`;
  return `${file}:${line} /${source}/${flags} does not end on ${text}`;
}
