import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReportCell } from '../report.ts';
import { computePercentile, roundValue } from '../stats.ts';
import { type LoadCall, runLoad } from './load.ts';
import { type HttpServer, waitForCopy } from './servers.ts';

const pollEveryMs = 5;
const slowMs = 50;

/** Names of the columns that `measureHealth` fills. */
export const healthColumns = [
  's',
  'polls',
  'p50 ms',
  'p99 ms',
  'most ms',
  `over ${slowMs} ms`,
  'refused',
  'bare p99 ms',
  'bare most ms',
] as const;

/** Polls `/healthz` while something happens, and a bare server of the same machine beside it. */
export async function measureHealth(
  server: HttpServer,
  bare: HttpServer,
  work: () => Promise<unknown>,
): Promise<readonly ReportCell[]> {
  const startedAt = performance.now();
  const ending = new AbortController();
  const polling = [server, bare].map((each) => poll(new URL('/healthz', each.url), ending.signal));
  await work();
  ending.abort();
  const [measured, compared] = await Promise.all(polling);
  if (measured === undefined || compared === undefined) throw new Error('nothing was polled');
  const { times, refusals } = measured;
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    roundValue(seconds),
    times.length,
    ...[0.5, 0.99, 1].map((share) => roundValue(computePercentile(times, share))),
    times.filter((ms) => ms > slowMs).length,
    refusals,
    ...[0.99, 1].map((share) => roundValue(computePercentile(compared.times, share))),
  ];
}

interface Polled {
  /** Time of each poll, from the moment it was due, ms. */
  readonly times: readonly number[];
  readonly refusals: number;
}

/**
 * Polls an address at a fixed pace. A poll that is due while the last one still waits would have waited as well: it counts
 * from its own moment to that answer, and costs the machine nothing.
 */
async function poll(address: URL, ending: AbortSignal): Promise<Polled> {
  const times: number[] = [];
  let refusals = 0;
  let dueAt = performance.now();
  while (!ending.aborted) {
    // A refused connection is no answer either: it counts with the time until then.
    await fetch(address)
      .then((response) => response.text())
      .catch(() => (refusals += 1));
    const answeredAt = performance.now();
    for (; dueAt < answeredAt; dueAt += pollEveryMs) times.push(answeredAt - dueAt);
    await pause(Math.max(0, dueAt - performance.now()));
  }
  return { times, refusals };
}

const list: LoadCall = { tool: 'list_quotes', input: (place) => ({ limit: 5 + (place % 5) }) };
const groupYear: LoadCall = {
  tool: 'analyze',
  input: () => ({ measures: ['shipments', 'revenue', 'margin'], by: ['lane'], period: 'last 365 days' }),
};

/** Waits until the copy is whole, while a client asks for what is in it already. */
export async function fillCopy({ url }: HttpServer): Promise<void> {
  const asking = callOnce(url, list);
  await waitForCopy(url);
  await asking;
}

/** Has one client ask for a year by lane, again and again. */
export async function groupByLane({ url }: HttpServer, ms: number): Promise<void> {
  await repeat(url, groupYear, ms);
}

/** Holds the lock of each SQLite file of a data folder, while clients go on asking. */
export async function holdLocks({ url }: HttpServer, home: string, ms: number): Promise<void> {
  const locks = readdirSync(home)
    .filter((name) => name.endsWith('.db'))
    .map((name) => new DatabaseSync(path.join(home, name), { timeout: 5000 }));
  try {
    for (const lock of locks) lock.exec('begin immediate');
    await repeat(url, list, ms);
  } finally {
    for (const lock of locks) lock.close();
  }
}

async function repeat(url: string, call: LoadCall, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await Promise.race([callOnce(url, call), pause(until - startedAt)]);
    // A refusal comes at once.
    if (performance.now() - startedAt < pollEveryMs) await pause(pollEveryMs);
  }
}

/** Calls once; a failed call counts as an answer, too. */
const callOnce = (url: string, call: LoadCall): Promise<unknown> =>
  runLoad({ urls: [url], clients: 1, calls: 1, loadCalls: [call] }).catch(() => undefined);
