import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { getDocumentPlace } from '../../src/cli/opening/stores/store-address.ts';
import { type Brokerage, openService } from '../../src/cli/opening/stores/brokerage.ts';
import { loadConfig } from '../../src/cli/config.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import { endChild, startNode } from '../children.ts';
import { pageSize, type ReadCase, type ReadRequest, readCases } from './read-cases.ts';
import type { ReportTable } from '../report.ts';
import { recordStatements, type RecordedStatement, takeStatements } from '../statements.ts';
import { computeMedian, computePercentile, formatRatio, roundValue } from '../stats.ts';
import type { MeasuredStore } from '../store.ts';

const bareScript = fileURLToPath(new URL('./bare-reads.ts', import.meta.url));
const warmUpRounds = 25;
const roundsMax = 100;

/** The time of one read of a kind: by the service, and by the bare script with the same SQL. */
interface Pair {
  readonly serviceMs: number;
  readonly bareMs: number;
  readonly statements: number;
}

recordStatements();

/** First reads only: no shipment is read twice and no request is sent twice. The service and the bare script take turns. */
export async function measureReads({ title, databaseUrl, home, shipments }: MeasuredStore): Promise<ReportTable> {
  const config = loadConfig({ WAYBILL_HOME: home });
  const brokerage = await openService({
    databaseUrl,
    documents: getDocumentPlace(config),
    encryption: config,
    mail: config.mail,
    isBoundToLoopback: true,
    publicUrl: () => 'http://bench.invalid',
    seed: 'none',
    now: () => new Date().toISOString(),
    log: () => {},
  });
  const bare = startNode([bareScript, databaseUrl], { showErrors: true });
  const bareTimes = createInterface({ input: bare.stdout })[Symbol.asyncIterator]();
  const readBare = async (statements: readonly RecordedStatement[]) => {
    bare.stdin.write(`${JSON.stringify(statements)}\n`);
    return Number((await bareTimes.next()).value);
  };
  try {
    const send = await createReadSender(brokerage);
    // A page and a shipment of its own for each round.
    const rounds = Math.min(warmUpRounds + roundsMax, Math.floor(shipments / (pageSize + 1)));
    const cases = await readCases(brokerage.database, rounds);
    const pairs = new Map<ReadCase, Pair[]>(cases.map((each) => [each, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const each of cases) {
        const pair = await readOnce(send, readBare, each);
        if (round >= warmUpRounds) pairs.get(each)?.push(pair);
      }
    return {
      title: `First reads on ${title}, ${rounds - warmUpRounds} of each kind, beside their SQL and one JSON.stringify`,
      columns: ['', 'p50 ms', 'p95 ms', 'bare p50', 'bare p95', 'to bare', 'statements'],
      rows: [...pairs].map(([each, casePairs]) => [each.title, ...buildCells(casePairs)]),
      notes: ['The bare script reads second and one statement after another, on one connection.'],
    };
  } finally {
    await endChild(bare);
    await brokerage.close();
  }
}

type SendRead = (request: ReadRequest) => Promise<string>;

async function readOnce(
  send: SendRead,
  readBare: (statements: readonly RecordedStatement[]) => Promise<number>,
  { nextRequest, onAnswer }: ReadCase,
): Promise<Pair> {
  const request = nextRequest();
  takeStatements();
  const startedAt = performance.now();
  const text = await send(request);
  const serviceMs = performance.now() - startedAt;
  const statements = takeStatements();
  onAnswer(text);
  return { serviceMs, bareMs: await readBare(statements), statements: statements.length };
}

function buildCells(pairs: readonly Pair[]): readonly (string | number)[] {
  const service = pairs.map(({ serviceMs }) => serviceMs);
  const bare = pairs.map(({ bareMs }) => bareMs);
  return [
    ...[service, bare].flatMap((times) => [
      roundValue(computeMedian(times)),
      roundValue(computePercentile(times, 0.95)),
    ]),
    formatRatio(computeMedian(service), computeMedian(bare)),
    computeMedian(pairs.map(({ statements }) => statements)),
  ];
}

/** Creates a sender for requests of the sandbox's own client, within its limit of requests. */
async function createReadSender({ service }: Brokerage): Promise<SendRead> {
  const form = { grant_type: 'client_credentials', client_id: SANDBOX_CLIENT_ID, client_secret: SANDBOX_CLIENT_SECRET };
  const url = 'http://bench.invalid';
  const granted = await service.fetch(
    new Request(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async ({ method, path, body }) => {
    const request = new Request(`${url}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const response = await service.fetch(request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} ended with ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
}
