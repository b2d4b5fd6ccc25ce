import { getDocumentPlace, getSandboxDatabase } from '../../src/cli/opening/stores/store-address.ts';
import { type Brokerage, openService } from '../../src/cli/opening/stores/brokerage.ts';
import { loadConfig } from '../../src/cli/config.ts';
import { createEmbeddedService } from '../../src/cli/opening/stores/embedded.ts';
import type { DatabaseThreads } from '../../src/cli/program-context.ts';
import { createServiceThread } from '../../src/cli/threads/service-thread.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { createSqliteThreads } from '../../src/store/sqlite/threads.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { computeMedian, formatRatio, roundValue } from '../stats.ts';

/** One kind of work, which is done again and again. */
interface WorkCase {
  readonly title: string;
  readonly work: (round: number) => Promise<unknown>;
}

interface Cost {
  /** Processor time of all threads of this process. */
  readonly cpuUs: number;
  readonly wallUs: number;
}

const blocks = 5;
const origin = 'http://bench.invalid';

/** Does the same work on the same file in this thread and in threads, in turns. */
export async function measureThreads(home: string, rounds: number): Promise<ReportTable> {
  const threads = createSqliteThreads();
  const direct = await openBrokerage(home, undefined);
  const threaded = await openBrokerage(home, async () => threads);
  try {
    const sides = [await listCases(direct), await listCases(threaded)] as const;
    const rows: ReportCell[][] = [];
    for (const [place, directCase] of sides[0].entries()) {
      const threadedCase = sides[1][place];
      if (threadedCase === undefined) throw new Error(`${directCase.title} is measured once`);
      rows.push(await compare(directCase, threadedCase, rounds));
    }
    return buildComparison(
      `SQLite in this thread and in threads: one call, median of ${blocks} blocks of ${rounds}`,
      'in threads',
      rows,
    );
  } finally {
    await direct.close();
    await threaded.close();
  }
}

/** Does the same requests of the same store at a service in this thread and at one in a thread of its own, in turns. */
export async function measureServiceThread(home: string, rounds: number): Promise<ReportTable> {
  const thread = createServiceThread(() => {});
  const config = { ...loadConfig({ WAYBILL_HOME: home }), serviceThread: async () => thread };
  const direct = await openBrokerage(home, undefined);
  const threaded = createEmbeddedService(
    config,
    () => new Date().toISOString(),
    () => {},
  );
  try {
    const idAt = await readIds(direct);
    const directCases = await listRequests(direct.service.fetchUncounted, idAt);
    const threadedCases = await listRequests(async (request) => threaded.fetchUncounted(request), idAt);
    const rows: ReportCell[][] = [];
    for (const [place, directCase] of directCases.entries()) {
      const threadedCase = threadedCases[place];
      if (threadedCase === undefined) throw new Error(`${directCase.title} is measured once`);
      rows.push(await compare(directCase, threadedCase, rounds));
    }
    return buildComparison(
      `The service in this thread and in one of its own: one call, median of ${blocks} blocks of ${rounds}`,
      'in a thread',
      rows,
    );
  } finally {
    await direct.close();
    await threaded.close();
  }
}

const buildComparison = (title: string, threaded: string, rows: readonly (readonly ReportCell[])[]): ReportTable => ({
  title,
  columns: ['', 'CPU us', threaded, 'ratio', 'wall us', threaded, 'ratio'],
  rows,
  notes: ['CPU is that of all threads of the process.'],
});

async function compare(direct: WorkCase, threaded: WorkCase, rounds: number): Promise<ReportCell[]> {
  const costs: [Cost[], Cost[]] = [[], []];
  // The first block warms up.
  for (let block = 0; block <= blocks; block += 1)
    for (const [place, each] of [direct, threaded].entries()) {
      const cost = await measureBlock(each, block * rounds, rounds);
      if (block > 0) costs[place]?.push(cost);
    }
  return [
    direct.title,
    ...(['cpuUs', 'wallUs'] as const).flatMap((unit) => {
      const [mainCost, threadCost] = costs.map((side) => computeMedian(side.map((cost) => cost[unit])));
      if (mainCost === undefined || threadCost === undefined) throw new Error('nothing was measured');
      return [roundValue(mainCost), roundValue(threadCost), formatRatio(threadCost, mainCost)];
    }),
  ];
}

async function measureBlock({ work }: WorkCase, from: number, rounds: number): Promise<Cost> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) await work(from + round);
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuUs: (user + system) / rounds, wallUs: (wallMs * 1000) / rounds };
}

function openBrokerage(home: string, databaseThreads: DatabaseThreads | undefined): Promise<Brokerage> {
  const config = loadConfig({ WAYBILL_HOME: home });
  return openService({
    databaseUrl: getSandboxDatabase(home),
    documents: getDocumentPlace(config),
    encryption: config,
    mail: config.mail,
    isBoundToLoopback: true,
    publicUrl: () => origin,
    seed: 'none',
    now: () => new Date().toISOString(),
    log: () => {},
    databaseThreads,
  });
}

async function listCases(brokerage: Brokerage): Promise<readonly WorkCase[]> {
  const idAt = await readIds(brokerage);
  return [...listStatements(brokerage.database, idAt), ...(await listRequests(brokerage.service.fetchUncounted, idAt))];
}

/** Reads the ids of shipments, which the rounds take in turns. */
async function readIds({ database }: Brokerage): Promise<(round: number) => string> {
  const rows = await database.reader.selectFrom('shipment').select('id').orderBy('id').limit(1000).execute();
  return (round) => rows[round % rows.length]?.id ?? '';
}

async function listRequests(
  fetch: (request: Request) => Promise<Response>,
  idAt: (round: number) => string,
): Promise<readonly WorkCase[]> {
  const send = await createSender(fetch);
  return [
    { title: 'request: one shipment', work: (round) => send('GET', `/shipments/${idAt(round)}`) },
    {
      title: 'request: page of 50 shipments',
      work: () => send('POST', '/shipments/filter', { pageSize: 50 }),
    },
    { title: 'request: 5 quotes', work: () => send('POST', '/quotes/filter', { pageSize: 5 }) },
    {
      title: 'request: a new payment term',
      work: () => send('POST', '/payment-terms', { name: 'Net 17' }),
    },
  ];
}

function listStatements(database: BrokerageDatabase, idAt: (round: number) => string): readonly WorkCase[] {
  const { reader } = database;
  return [
    {
      title: 'statement: one row',
      work: (round) => reader.selectFrom('shipment').selectAll().where('id', '=', idAt(round)).execute(),
    },
    {
      title: 'statement: 50 rows',
      work: (round) =>
        reader.selectFrom('shipment').selectAll().where('id', '>', idAt(round)).orderBy('id').limit(50).execute(),
    },
    {
      title: 'transaction: one row changed',
      work: (round) =>
        database.transaction((tx) =>
          tx.updateTable('counter').set({ value: round }).where('name', '=', 'bench').execute(),
        ),
    },
  ];
}

type ThreadSend = (method: string, path: string, body?: object) => Promise<string>;

async function createSender(fetch: (request: Request) => Promise<Response>): Promise<ThreadSend> {
  const form = { grant_type: 'client_credentials', client_id: SANDBOX_CLIENT_ID, client_secret: SANDBOX_CLIENT_SECRET };
  const granted = await fetch(
    new Request(`${origin}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const response = await fetch(
      new Request(`${origin}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} ended with ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
}
