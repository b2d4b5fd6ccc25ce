import { fileURLToPath } from 'node:url';
import { endChild, firstLine, peakMemory, startNode } from './children.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { bundledCommand } from './opening.ts';
import type { Cell, Section } from './report.ts';
import { ratio, rounded } from './stats.ts';

const seconds = 2;
const requestsMax = 200_000;

const generator = fileURLToPath(new URL('./load.ts', import.meta.url));
const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

interface Ready {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Child = ReturnType<typeof startNode>;

/** The service over HTTP on one database, beside a bare route of its framework in the same minute. */
export async function measureService(name: string, databaseUrl: string, home: string): Promise<Section> {
  const bare = startNode([bareServer], { showErrors: true });
  const service = startNode([bundledCommand, 'service', '--port', '0', '--database', databaseUrl], {
    environment: { WAYBILL_HOME: home },
    cwd: home,
    showErrors: true,
  });
  try {
    // Both print one line of JSON in this form.
    const { url: bareUrl } = JSON.parse(await firstLine(bare)) as Ready;
    const ready = JSON.parse(await firstLine(service)) as Ready;
    const orders = await serviceOrders(ready);
    const base = await load({
      url: bareUrl,
      method: 'GET',
      headers: {},
      targets: [{ path: '/' }],
      seconds,
      requestsMax,
    });
    const rows = [row('bare hono route', base, base)];
    for (const [title, order] of orders) rows.push(row(title, await load(order), base));
    return {
      title: `Service on ${name} over HTTP, 8 connections, ${seconds} s each`,
      columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'to the bare route', 'failed'],
      rows,
      notes: [
        `Peak memory of the service: ${peakMemory(service.pid) ?? 'unknown'} MB; of the bare server: ${peakMemory(bare.pid) ?? 'unknown'} MB.`,
      ],
    };
  } finally {
    await Promise.all([service, bare].map((child: Child) => endChild(child)));
  }
}

async function serviceOrders(ready: Ready): Promise<readonly (readonly [string, LoadOrder])[]> {
  const headers = { authorization: `Bearer ${await tokenOf(ready)}`, 'content-type': 'application/json' };
  const shipments = await filter(ready, headers, '/shipments/filter');
  const numbers = shipments.map(({ friendlyId }) => friendlyId);
  const common = { url: ready.authUrl, headers, seconds, requestsMax };
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

interface Known {
  readonly id: string;
  readonly friendlyId: string;
}

async function filter({ url }: Ready, headers: Record<string, string>, path: string): Promise<readonly Known[]> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify({ pageSize: 250 }) });
  const { data } = (await response.json()) as { data: readonly Known[] };
  return data;
}

async function tokenOf({ authUrl, clientId, clientSecret }: Ready): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const child = startNode([generator, JSON.stringify(order)], { showErrors: true });
  try {
    return JSON.parse(await firstLine(child)) as LoadResult;
  } finally {
    await endChild(child);
  }
}

function row(title: string, { perSecond, p50Ms, p99Ms, failures }: LoadResult, base: LoadResult): readonly Cell[] {
  return [title, Math.round(perSecond), rounded(p50Ms), rounded(p99Ms), ratio(perSecond, base.perSecond), failures];
}
