import { headersFor, type Headers, readPage, type Ready, startService } from './api.ts';
import { endChild, firstLine, peakMemory } from './children.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Cell, Section } from './report.ts';
import { runLoad, startBareServer } from './run-load.ts';
import { ratio, rounded } from './stats.ts';

const seconds = 2;
const requestsMax = 200_000;
const connections = 8;

/** The service over HTTP on one database, beside a bare route of its framework in the same minute. */
export async function measureService(name: string, databaseUrl: string, home: string): Promise<Section> {
  const bare = startBareServer();
  const service = startService(databaseUrl, home);
  try {
    // Both print one line of JSON in this form.
    const { url: bareUrl } = JSON.parse(await firstLine(bare)) as Ready;
    const ready = JSON.parse(await firstLine(service)) as Ready;
    const orders = await serviceOrders(ready, await headersFor(ready));
    const base = await runLoad({
      url: bareUrl,
      method: 'GET',
      headers: {},
      targets: [{ path: '/' }],
      connections,
      seconds,
      requestsMax,
    });
    const rows = [row('bare hono route', base, base)];
    for (const [title, order] of orders) rows.push(row(title, await runLoad(order), base));
    return {
      title: `Service on ${name} over HTTP, ${connections} connections, ${seconds} s each`,
      columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'to the bare route', 'failed'],
      rows,
      notes: [
        `Peak memory of the service: ${peakMemory(service.pid) ?? 'unknown'} MB; of the bare server: ${peakMemory(bare.pid) ?? 'unknown'} MB.`,
      ],
    };
  } finally {
    await Promise.all([service, bare].map((child) => endChild(child)));
  }
}

async function serviceOrders(ready: Ready, headers: Headers): Promise<readonly (readonly [string, LoadOrder])[]> {
  const { data: shipments } = await readPage(ready, headers, '/shipments/filter');
  const numbers = shipments.map(({ friendlyId }) => friendlyId);
  const common = { url: ready.authUrl, headers, connections, seconds, requestsMax };
  const post = (path: string, body: object): LoadOrder => ({
    ...common,
    method: 'POST',
    targets: [{ path: `/v1${path}`, body: JSON.stringify(body) }],
  });
  return [
    [
      'one shipment',
      { ...common, method: 'GET', targets: shipments.map(({ id }) => ({ path: `/v1/shipments/${id}` })) },
    ],
    ['page of 50 shipments', post('/shipments/filter', { pageSize: 50 })],
    ['track 10 references', post('/shipments/track', { searches: numbers.slice(0, 10) })],
    ['track 100 references', post('/shipments/track', { searches: numbers.slice(0, 100) })],
  ];
}

function row(title: string, { perSecond, p50Ms, p99Ms, failures }: LoadResult, base: LoadResult): readonly Cell[] {
  return [title, Math.round(perSecond), rounded(p50Ms), rounded(p99Ms), ratio(perSecond, base.perSecond), failures];
}
