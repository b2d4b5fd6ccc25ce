import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startIssuer } from '../../test/support/sign-in/issuer.ts';
import { bundledCommand, endChild, firstLine, peakMemory, startNode } from '../children.ts';
import { runLoad } from '../http/load.ts';
import type { Cell, Section } from '../report.ts';
import { median, percentile, rounded } from '../stats.ts';
import { readShipmentIds, type Store } from '../store.ts';
import { type PipelinedRequest, probeHealth, sendUnread } from './unread.ts';

const requestsPerConnection = 30;
const ordinaryClients = 64;

interface LoadedServer {
  /** Without a path. */
  readonly origin: string;
  readonly pid: number | undefined;
  readonly request: PipelinedRequest;
  end(): Promise<void>;
}

/** Measures health and memory of both servers while connections send reads whose responses nobody reads. */
export async function measureUnread(store: Store, counts: readonly number[], forMs: number): Promise<Section> {
  const rows: Cell[][] = [];
  for (const [name, start] of [
    ['waybill service, pages of 250 shipments', startService],
    ['waybill http, tools/list', startHttp],
  ] as const)
    for (const connections of counts) {
      const server = await start(store);
      try {
        const before = peakMemory(server.pid) ?? 'unknown';
        const close = await sendUnread({
          url: server.origin,
          connections,
          requests: requestsPerConnection,
          request: server.request,
        });
        const times = await probeHealth(server.origin, forMs);
        close();
        const [p50, p99, slowest] = [median(times), percentile(times, 0.99), Math.max(...times)].map(rounded);
        rows.push([name, connections, p50 ?? '', p99 ?? '', slowest ?? '', before, peakMemory(server.pid) ?? '']);
      } finally {
        await server.end();
      }
    }
  return {
    title: `Connections with ${requestsPerConnection} reads each that read no response, brokerage on ${store.title}`,
    columns: ['', 'connections', '/healthz p50 ms', 'p99 ms', 'slowest ms', 'peak RSS MB before', 'peak RSS MB'],
    rows,
    notes: [`Health is asked for ${forMs / 1000} s, every 20 ms while it answers.`],
  };
}

async function startService(store: Store): Promise<LoadedServer> {
  const child = startNode([bundledCommand, 'service', '--port', '0', '--database', store.databaseUrl], {
    environment: { WAYBILL_HOME: store.home },
    showErrors: true,
  });
  // The line that the command prints when it answers.
  const ready = JSON.parse(await firstLine(child)) as { authUrl: string; clientId: string; clientSecret: string };
  const { authUrl: origin, clientId, clientSecret } = ready;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${origin}/oauth2/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { path: '/v1/shipments/filter', headers, body: JSON.stringify({ pageSize: 250 }) };
  const page = await fetch(`${origin}${request.path}`, { method: 'POST', headers, body: request.body });
  if (!page.ok) throw new Error(`a page of shipments failed: ${page.status} ${await page.text()}`);
  await page.arrayBuffer();
  return { origin, pid: child.pid, request, end: () => endChild(child) };
}

async function startHttp(store: Store): Promise<LoadedServer> {
  const child = startNode([bundledCommand, 'http', '--port', '0'], {
    environment: { WAYBILL_HOME: store.home, WAYBILL_DATABASE_URL: store.databaseUrl, WAYBILL_TOOLSETS: 'all' },
    showErrors: true,
  });
  // The line that the command prints when it answers.
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  const ordinary = [{ tool: 'describe_metrics', input: () => ({}) }];
  await runLoad({ urls: [url], clients: ordinaryClients, calls: ordinaryClients * 10, asked: ordinary });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  return {
    origin: new URL(url).origin,
    pid: child.pid,
    request: { path: '/mcp', headers, body },
    end: () => endChild(child),
  };
}

const port = 39_371;
const people = {
  ann: { email: 'ann@example.com', email_verified: true, roles: ['admin'] },
  ben: { email: 'ben@example.com', email_verified: true, roles: ['admin'] },
};
const analyses = 32;
const reads = 100;

/** Measures what one person waits for one shipment while another has many analyses under way. */
export async function measureBeside(store: Store): Promise<Section> {
  const origin = `http://localhost:${port}`;
  const issuer = await startIssuer(`${origin}/mcp`, people);
  const signInFile = path.join(store.home, 'sign-in.json');
  writeFileSync(signInFile, JSON.stringify({ issuer: issuer.url, client: { id: 'desktop' } }));
  const child = startNode([bundledCommand, 'http', '--port', String(port)], {
    environment: {
      WAYBILL_HOME: store.home,
      WAYBILL_DATABASE_URL: store.databaseUrl,
      WAYBILL_SIGN_IN: signInFile,
      WAYBILL_PUBLIC_URL: origin,
      WAYBILL_TOOLSETS: 'all',
    },
    showErrors: true,
  });
  try {
    await firstLine(child);
    const urls = [`${origin}/mcp`];
    const [ann, ben] = await Promise.all(
      Object.keys(people).map(async (name) => `Bearer ${await issuer.token(name, { livesFor: 3600 })}`),
    );
    const analyze = {
      tool: 'analyze',
      input: () => ({ measures: ['revenue', 'margin_percent'], by: ['customer', 'month'], period: 'last 90 days' }),
    };
    const ids = await readShipmentIds(store.databaseUrl, reads);
    const readShipment = { tool: 'get_shipment', input: (place: number) => ({ shipment: ids[place % ids.length] }) };
    const measureReads = async () =>
      (await runLoad({ urls, clients: 1, calls: reads, asked: [readShipment], authorization: ben })).times;
    // The copy of the records is filled with the first ones.
    await runLoad({ urls, clients: 1, calls: 3, asked: [analyze], authorization: ann });
    await measureReads();
    const alone = await measureReads();
    const stop = new AbortController();
    const load = runLoad({
      urls,
      clients: analyses,
      calls: Number.POSITIVE_INFINITY,
      asked: [analyze],
      authorization: ann,
      signal: stop.signal,
    });
    // Where the reads fail first, their error is the one to see.
    load.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const beside = await measureReads();
    stop.abort();
    const { times, seconds } = await load;
    const row = (name: string, measured: readonly number[]): Cell[] => [
      name,
      rounded(median(measured)),
      rounded(percentile(measured, 0.95)),
    ];
    return {
      title: `get_shipment of one person, brokerage on ${store.title}`,
      columns: ['while', 'p50 ms', 'p95 ms'],
      rows: [row('nothing else is asked', alone), row(`another person has ${analyses} analyze connections`, beside)],
      notes: [`${rounded(times.length / seconds)} analyses/s beside; peak RSS ${peakMemory(child.pid) ?? '?'} MB.`],
    };
  } finally {
    await endChild(child);
    await issuer[Symbol.asyncDispose]();
  }
}
