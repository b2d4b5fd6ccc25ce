import { parentPort, workerData } from 'node:worker_threads';
import type { Feed } from './run-patterns.ts';

/** Runs patterns over texts one after another and says through shared memory which pair it is at. */
// The test that starts this thread gives it exactly this.
const { feeds, first, position } = workerData as {
  readonly feeds: readonly Feed[];
  readonly first: number;
  readonly position: Int32Array<SharedArrayBuffer>;
};

const texts = new Map<string, string>();
const textsMax = 200;

/** Builds a text once for many patterns, as one flat string. */
function getText({ before, unit, times, after }: Feed['runs'][number]): string {
  const key = JSON.stringify([before, unit, times, after]);
  const text = texts.get(key) ?? Buffer.from(`${before}${unit.repeat(times)}${after}`).toString();
  if (texts.size > textsMax) texts.clear();
  texts.set(key, text);
  return text;
}

for (const [at, { pattern, runs }] of feeds.entries()) {
  if (at < first) continue;
  const compiled = new RegExp(pattern.source, pattern.flags);
  for (const [runAt, run] of runs.entries()) {
    Atomics.store(position, 0, at);
    Atomics.store(position, 1, runAt);
    const text = getText(run);
    if (compiled.global) text.replace(compiled, '');
    else compiled.exec(text);
  }
}
parentPort?.postMessage('done');
