import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { percentile } from './stats.ts';

/** What this process is told, as JSON on its stdin. */
export interface LoadOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  /** Taken in turn; one for each request. */
  readonly targets: readonly { readonly path: string; readonly body?: string }[];
  readonly connections: number;
  readonly seconds: number;
  readonly requestsMax: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const warmUpMs = 500;

/** Runs in a process of its own, so that making requests takes no time from answering them. */
async function run(order: LoadOrder): Promise<LoadResult> {
  const { connections } = order;
  const pool = new Pool(order.url, { connections, pipelining: 1 });
  const times: number[] = [];
  let failures = 0;
  let next = 0;
  const startedAt = performance.now() + warmUpMs;
  const endsAt = startedAt + order.seconds * 1000;

  async function one(): Promise<void> {
    const target = order.targets[next % order.targets.length] ?? { path: '/' };
    next += 1;
    const sentAt = performance.now();
    const { statusCode, body } = await pool.request({
      path: target.path,
      method: order.method,
      headers: order.headers,
      body: target.body ?? null,
    });
    await body.dump();
    if (sentAt < startedAt) return;
    times.push(performance.now() - sentAt);
    if (statusCode >= 300) failures += 1;
  }

  async function keepAsking(): Promise<void> {
    while (performance.now() < endsAt && next < order.requestsMax) await one();
  }

  await Promise.all(Array.from({ length: connections }, keepAsking));
  const seconds = (Math.min(performance.now(), endsAt) - startedAt) / 1000;
  await pool.close();
  return {
    requests: times.length,
    failures,
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

// Written by the process that started this one.
const order = JSON.parse(await text(process.stdin)) as LoadOrder;
process.stdout.write(`${JSON.stringify(await run(order))}\n`);
