import { Client } from '@modelcontextprotocol/client';
import { stdioTransport } from '../calls.ts';
import { bundledCommand, peakMemory } from '../children.ts';
import { type Case, cases, subjectOf } from './cases.ts';
import { type CountingDesk, openCountingDesk } from './desk.ts';
import { formatSize, type World } from './worlds.ts';
import type { Cell, Section } from '../report.ts';
import { median, percentile, ratio, rounded } from '../stats.ts';

/** A call that takes long is made less often. */
const budgetMs = 6000;

/** A tool may take this much longer over the largest world than over the smallest, unless it is that quick. */
const growthMax = 1.5;
const quickMs = 100;

interface Timed {
  readonly times: readonly number[];
  /** Of this process, where the client, the tools and the brokerage run. */
  readonly cpuTimes: readonly number[];
  readonly requests: number;
}

/** How one world did, by the title of the case. */
export type Measured = ReadonlyMap<string, Timed | string>;

export async function measureWorld({ home, copy }: World, calls: number): Promise<Measured> {
  const subject = subjectOf(copy);
  await using desk = await openCountingDesk(home);
  const { tools } = await desk.client.listTools();
  const measured = new Map<string, Timed | string>();
  for (const one of cases) {
    const isThere = tools.some(({ name }) => name === one.tool);
    measured.set(one.title, isThere ? await timeCase(desk, one, one.input(subject), calls) : 'no such tool');
  }
  return measured;
}

async function timeCase(
  { client, requests }: CountingDesk,
  { tool }: Case,
  input: Readonly<Record<string, unknown>>,
  calls: number,
): Promise<Timed | string> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let asked = 0;
  const call = async () => {
    const before = requests();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const answer = await client.callTool({ name: tool, arguments: input });
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuTimes.push((user + system) / 1000);
    asked = requests() - before;
    return answer;
  };
  const first = await call();
  if (first.isError === true) return `refused: ${JSON.stringify(first.structuredContent).slice(0, 100)}`;
  const [warmMs = 0] = times.splice(0);
  cpuTimes.splice(0);
  const count = Math.max(3, Math.min(calls, Math.floor(budgetMs / warmMs)));
  for (let at = 0; at < count; at += 1) await call();
  return { times, cpuTimes, requests: asked };
}

/** Every case by size, and how much longer it takes in each world than in the first; what grows too much has a mark. */
export function callsTable(worlds: readonly World[], measured: readonly Measured[], calls: number): Section {
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
    rows: cases.map(({ title }) => [
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
function buildCells(timed: Timed | string | undefined, smaller: Timed | string | undefined | null): readonly Cell[] {
  const isFirst = smaller === null;
  if (timed === undefined || typeof timed === 'string') return Array<Cell>(isFirst ? 4 : 6).fill('-');
  const { times, cpuTimes, requests } = timed;
  const [ms, cpuMs] = [median(times), median(cpuTimes)];
  const cells = [rounded(ms), rounded(percentile(times, 0.95)), rounded(cpuMs), requests];
  if (isFirst) return cells;
  if (smaller === undefined || typeof smaller === 'string') return [...cells, '-', '-'];
  const [smallerMs, smallerCpuMs] = [median(smaller.times), median(smaller.cpuTimes)];
  const mark = ms > quickMs && ms > growthMax * smallerMs ? ' *' : '';
  return [...cells, `${ratio(ms, smallerMs)}${mark}`, ratio(cpuMs, smallerCpuMs)];
}

/** A process over stdio: its first answer from the start on, the next one, and what it holds after every case. */
export async function measureProcess({ home, copy, size }: World): Promise<readonly Cell[]> {
  const subject = subjectOf(copy);
  const wire = stdioTransport(bundledCommand, home);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const startedAt = performance.now();
  await client.connect(wire);
  try {
    const call = async ({ tool, input }: Case) => {
      const askedAt = performance.now();
      await client.callTool({ name: tool, arguments: { ...input(subject) } });
      return rounded(performance.now() - askedAt);
    };
    const [, list] = cases;
    if (list === undefined) throw new Error('there are no cases');
    await call(list);
    const first = rounded(performance.now() - startedAt);
    const second = await call(list);
    const { tools } = await client.listTools();
    for (const one of cases) if (tools.some(({ name }) => name === one.tool)) await call(one);
    return [formatSize(size), first, second, peakMemory(wire.pid ?? undefined) ?? 'unknown'];
  } finally {
    await client.close();
  }
}

export const processTable = (rows: readonly (readonly Cell[])[]): Section => ({
  title: 'A new process over stdio that is asked for list_shipments',
  columns: ['size', 'start to first answer ms', 'the same again ms', 'peak MB after every case'],
  rows,
});
