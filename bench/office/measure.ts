import { setTimeout as pause } from 'node:timers/promises';
import { type LoadCall, listTools, runLoad } from '../http/load.ts';
import type { BenchRun } from '../lifecycle.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { computeMedian, computePercentile, roundValue } from '../stats.ts';
import { readShipmentIds, type MeasuredStore } from '../store.ts';
import { type Cpu, type Office, openOffice } from './processes.ts';

interface OfficeLoad {
  readonly people: number;
  /** Calls of each kind. */
  readonly calls: number;
  /** Calls of all kinds in turns. */
  readonly mixedCalls: number;
  /** Names of the kinds to measure; all of them when left out. */
  readonly only: readonly string[] | undefined;
  /** Folder for a CPU profile of each process; undefined for none. */
  readonly profileFolder: string | undefined;
}

interface OfficeKind {
  readonly name: string;
  readonly loadCalls: readonly LoadCall[];
  readonly calls: number;
}

/** Measures what calls of signed-in people cost on PostgreSQL, each kind by itself and then in turns. */
export async function measureOffice(run: BenchRun, store: MeasuredStore, load: OfficeLoad): Promise<ReportTable> {
  const { people, calls, mixedCalls, only } = load;
  const office = await openOffice(run, store, load);
  try {
    const [shipment, quotes, analysis, quote] = [await readShipments(store), listQuotes, analyze, createQuote];
    const kinds: readonly OfficeKind[] = [
      { name: 'get_shipment', loadCalls: [shipment], calls },
      { name: 'list_quotes', loadCalls: [quotes], calls },
      { name: 'analyze', loadCalls: [analysis], calls },
      { name: 'create_quote', loadCalls: [quote], calls },
      { name: 'tools/list', loadCalls: [listTools], calls },
      {
        name: 'in turns: 11 reads, 1 write',
        loadCalls: mixCalls([shipment, quotes, analysis], quote),
        calls: mixedCalls,
      },
    ];
    // The copy of the records is filled with the first ones.
    await fillCopy(office);
    const measured: MeasuredKind[] = [];
    for (const kind of kinds.filter(({ name }) => only === undefined || only.includes(name)))
      measured.push(await measureKind(office, kind, people));
    return {
      title: `${people} people with sign-in, brokerage on ${store.title}, ${calls} calls of each kind`,
      columns: [
        '',
        'CPU ms per call',
        'tool server',
        'service',
        'database',
        'API requests per call',
        'state rows written per call',
        'p50 ms',
        'p95 ms',
      ],
      rows: measured.map(({ cells }) => cells),
      notes: [
        'CPU is that of tool server, service and PostgreSQL together. The clients are left out.',
        ...measured.map(({ requests }) => requests),
      ],
    };
  } finally {
    await office.end();
  }
}

interface MeasuredKind {
  readonly cells: ReportCell[];
  /** A line that names the requests of a call. */
  readonly requests: string;
}

async function measureKind(
  office: Office,
  { name, loadCalls, calls }: OfficeKind,
  people: number,
): Promise<MeasuredKind> {
  const { url, authorizations } = office;
  const load = { urls: [url], clients: people, loadCalls, authorizations };
  // The code is compiled while it is first used.
  await runLoad({ ...load, calls: people, from: calls });
  await pause(settleMs);
  const before = await readUsage(office);
  const { times } = await runLoad({ ...load, calls });
  // Writes that a call has left behind its answer belong to it.
  await pause(settleMs);
  const after = await readUsage(office);
  const computeCpuPerCall = (part: keyof Cpu) => (after.cpu[part] - before.cpu[part]) / calls;
  const parts = [computeCpuPerCall('toolServer'), computeCpuPerCall('service'), computeCpuPerCall('database')];
  const requests = countNew(before.requests, after.requests);
  const cells = [
    name,
    roundValue(parts.reduce((sum, part) => sum + part, 0)),
    ...parts.map(roundValue),
    roundValue(requests.reduce((sum, { count }) => sum + count, 0) / calls),
    roundValue((after.stateWrites - before.stateWrites) / calls),
    roundValue(computeMedian(times)),
    roundValue(computePercentile(times, 0.95)),
  ];
  const texts = requests.map(({ route, count }) => `${roundValue(count / calls)} ${route}`);
  return { cells, requests: `API requests per call of ${name}: ${texts.join(', ') || 'none'}.` };
}

interface RouteCount {
  readonly route: string;
  readonly count: number;
}

/** Counts the requests between two moments, most first. */
const countNew = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly RouteCount[] =>
  [...after]
    .map(([route, count]) => ({ route, count: count - (before.get(route) ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);

/** PostgreSQL's own counts of rows come a second late. */
const settleMs = 1500;

async function readUsage(office: Office) {
  return { cpu: office.readCpu(), requests: office.countRequests(), stateWrites: await office.countStateWrites() };
}

async function fillCopy({ url, authorizations }: Office): Promise<void> {
  const isFilled = async () => {
    let answer = '';
    const noteAnswer = (text: string) => (answer = text);
    await runLoad({
      urls: [url],
      clients: 1,
      calls: 1,
      loadCalls: [{ ...analyze, onAnswer: noteAnswer }],
      authorizations,
    });
    return !answer.includes('Read so far');
  };
  while (!(await isFilled())) await pause(settleMs);
}

async function readShipments({ databaseUrl }: MeasuredStore): Promise<LoadCall> {
  const ids = await readShipmentIds(databaseUrl, 1000);
  return { tool: 'get_shipment', input: (place) => ({ shipment: ids[place % ids.length] }) };
}

const listQuotes: LoadCall = { tool: 'list_quotes', input: (place) => ({ limit: 5 + (place % 5) }) };

const analyze: LoadCall = {
  tool: 'analyze',
  input: () => ({ measures: ['revenue', 'margin_percent'], by: ['customer', 'month'], period: 'last 90 days' }),
};

const createQuote: LoadCall = {
  tool: 'create_quote',
  input: (place) => ({
    customer: 'A100001',
    origin: 'Fresno, CA',
    destination: 'Dallas, TX',
    pickup: 'tomorrow 8am',
    delivery: 'in 4 days',
    equipment: 'reefer',
    weight: 20_000 + (place % 20_000),
    again: true,
  }),
};

/** Mixes the calls of an office, which reads far more than it writes. */
const mixCalls = (reads: readonly LoadCall[], write: LoadCall): readonly LoadCall[] => [
  ...Array.from({ length: 11 }, (_, nth) => reads[nth % reads.length] ?? write),
  write,
];
