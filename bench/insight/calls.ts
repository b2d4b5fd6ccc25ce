import { Client } from '@modelcontextprotocol/client';
import { createStdioTransport } from '../calls.ts';
import { bundledCommand, readPeakMemory } from '../children.ts';
import { type Case, cases, readBusiest } from './cases.ts';
import { type CountingDesk, openCountingDesk } from './desk.ts';
import { formatSize, type MeasuredBrokerage } from './worlds.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { computeMedian, computePercentile, formatRatio, roundValue } from '../stats.ts';

/** A call that takes long is made less often. */
const budgetMs = 6000;

/** A tool may take this much longer over the largest world than over the smallest, unless it is that quick. */
const growthMax = 1.5;
const quickMs = 100;

interface Timed {
  readonly times: readonly number[];
  /** CPU time of this process, in which the client, the tools and the brokerage run. */
  readonly cpuTimes: readonly number[];
  readonly requests: number;
}

/** Times of one world, by the title of the case. */
export type MeasuredWorld = ReadonlyMap<string, Timed | string>;

/** Chooses the cases whose titles begin with one of the given words, or all of them. */
export function chooseCases(only: string | undefined): readonly Case[] {
  if (only === undefined) return cases;
  const beginnings = only.split(',');
  const chosen = cases.filter(({ title }) => beginnings.some((beginning) => title.startsWith(beginning)));
  if (chosen.length === 0)
    throw new Error(`--only ${only}: no case begins so. Cases: ${cases.map(({ title }) => title).join(', ')}.`);
  return chosen;
}

export async function measureWorld(
  { home, copy }: MeasuredBrokerage,
  chosen: readonly Case[],
  calls: number,
): Promise<MeasuredWorld> {
  const subject = readBusiest(copy);
  await using desk = await openCountingDesk(home);
  const { tools } = await desk.client.listTools();
  const measured = new Map<string, Timed | string>();
  for (const benchCase of chosen) {
    const isThere = tools.some(({ name }) => name === benchCase.tool);
    measured.set(
      benchCase.title,
      isThere ? await measureCase(desk, benchCase, benchCase.input(subject), calls) : 'no such tool',
    );
  }
  return measured;
}

async function measureCase(
  { client, requests }: CountingDesk,
  { tool }: Case,
  input: Readonly<Record<string, unknown>>,
  calls: number,
): Promise<Timed | string> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let requestCount = 0;
  const call = async () => {
    const before = requests();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const answer = await client.callTool({ name: tool, arguments: input });
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuTimes.push((user + system) / 1000);
    requestCount = requests() - before;
    return answer;
  };
  const first = await call();
  if (first.isError === true) return `refused: ${JSON.stringify(first.structuredContent).slice(0, 100)}`;
  const [warmMs = 0] = times.splice(0);
  cpuTimes.splice(0);
  const count = Math.max(3, Math.min(calls, Math.floor(budgetMs / warmMs)));
  for (let at = 0; at < count; at += 1) await call();
  return { times, cpuTimes, requests: requestCount };
}

/**
 * Builds the table of every case by size, with how much longer it takes in each world than in the first; too much
 * growth has a mark.
 */
export function buildCallsTable(
  worlds: readonly MeasuredBrokerage[],
  chosen: readonly Case[],
  measured: readonly MeasuredWorld[],
  calls: number,
): ReportTable {
  const sizes = worlds.map(({ size }) => formatSize(size));
  return {
    title: `Calls of a real client in this process, at most ${calls} each after a first one`,
    columns: [
      '',
      ...sizes.flatMap((size, at) => [
        `${size} p50`,
        'p95',
        'cpu',
        'requests',
        ...(at > 0 ? ['growth', 'of cpu'] : []),
      ]),
    ],
    rows: chosen.map(({ title }) => [
      title,
      ...measured.flatMap((world, at) => buildCells(world.get(title), at === 0 ? null : measured[0]?.get(title))),
    ]),
    notes: [
      ...measured
        .flatMap((world) => [...world])
        .flatMap(([title, why]) => (typeof why === 'string' ? [`${title}: ${why}`] : [])),
      `* takes more than ${quickMs} ms and more than ${growthMax} times as long as over the first world.`,
      'In ms; cpu is that of a call in the middle. Nothing changed meanwhile, so a question asks the API what is new and reads the rest from the copy; those within two seconds share that.',
      'A case of many requests also waits for the rate limit of the brokerage, which shows as a p95 of many seconds.',
    ],
  };
}

/** Builds the cells of one world; without a smaller one they say nothing of growth. */
function buildCells(
  timed: Timed | string | undefined,
  smaller: Timed | string | undefined | null,
): readonly ReportCell[] {
  const isFirst = smaller === null;
  if (timed === undefined || typeof timed === 'string') return Array<ReportCell>(isFirst ? 4 : 6).fill('-');
  const { times, cpuTimes, requests } = timed;
  const [ms, cpuMs] = [computeMedian(times), computeMedian(cpuTimes)];
  const cells = [roundValue(ms), roundValue(computePercentile(times, 0.95)), roundValue(cpuMs), requests];
  if (isFirst) return cells;
  if (smaller === undefined || typeof smaller === 'string') return [...cells, '-', '-'];
  const [smallerMs, smallerCpuMs] = [computeMedian(smaller.times), computeMedian(smaller.cpuTimes)];
  const mark = ms > quickMs && ms > growthMax * smallerMs ? ' *' : '';
  return [...cells, `${formatRatio(ms, smallerMs)}${mark}`, formatRatio(cpuMs, smallerCpuMs)];
}

/** A process over stdio: its first answer from the start on, the next one, and what it holds after every case. */
export async function measureProcess({ home, copy, size }: MeasuredBrokerage): Promise<readonly ReportCell[]> {
  const subject = readBusiest(copy);
  const wire = createStdioTransport(bundledCommand, home);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const startedAt = performance.now();
  await client.connect(wire);
  try {
    const call = async ({ tool, input }: Case) => {
      const askedAt = performance.now();
      await client.callTool({ name: tool, arguments: { ...input(subject) } });
      return roundValue(performance.now() - askedAt);
    };
    const [, list] = cases;
    if (list === undefined) throw new Error('there are no cases');
    await call(list);
    const first = roundValue(performance.now() - startedAt);
    const second = await call(list);
    const { tools } = await client.listTools();
    for (const benchCase of cases) if (tools.some(({ name }) => name === benchCase.tool)) await call(benchCase);
    return [formatSize(size), first, second, readPeakMemory(wire.pid ?? undefined) ?? 'unknown'];
  } finally {
    await client.close();
  }
}

export const processTable = (rows: readonly (readonly ReportCell[])[]): ReportTable => ({
  title: 'A new process over stdio that is asked for list_shipments',
  columns: ['size', 'start to first answer ms', 'the same again ms', 'peak MB after every case'],
  rows,
});
