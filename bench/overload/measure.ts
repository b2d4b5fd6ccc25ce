import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getSandboxDatabase } from '../../src/cli/opening/stores/store-address.ts';
import { startIssuer } from '../../test/support/sign-in/issuer.ts';
import { bundledCommand, endChild, readFirstLine, readPeakMemory, startNode } from '../children.ts';
import { runLoad } from '../http/load.ts';
import type { BenchRun } from '../lifecycle.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { computeMedian, computePercentile, roundValue } from '../stats.ts';
import { readShipmentIds, type MeasuredStore } from '../store.ts';
import { type UnreadRequest, measureHealth, sendUnread } from './unread.ts';

const requestsPerConnection = 30;
const ordinaryClients = 64;

interface LoadedServer {
  /** Origin without a path. */
  readonly origin: string;
  readonly pid: number | undefined;
  readonly request: UnreadRequest;
  end(): Promise<void>;
}

/** Measures health and memory of both servers while connections send reads whose responses nobody reads. */
export async function measureUnread(
  store: MeasuredStore,
  counts: readonly number[],
  forMs: number,
): Promise<ReportTable> {
  const rows: ReportCell[][] = [];
  for (const [name, start] of [
    ['waybill service, pages of 250 shipments', startService],
    ['waybill http, tools/list', startHttp],
  ] as const)
    for (const connections of counts) {
      const server = await start(store);
      try {
        const before = readPeakMemory(server.pid) ?? 'unknown';
        const close = await sendUnread({
          url: server.origin,
          connections,
          requests: requestsPerConnection,
          request: server.request,
        });
        const times = await measureHealth(server.origin, forMs);
        close();
        const [p50, p99, slowest] = [computeMedian(times), computePercentile(times, 0.99), Math.max(...times)].map(
          roundValue,
        );
        rows.push([name, connections, p50 ?? '', p99 ?? '', slowest ?? '', before, readPeakMemory(server.pid) ?? '']);
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

async function startService(store: MeasuredStore): Promise<LoadedServer> {
  const child = startNode([bundledCommand, 'service', '--port', '0', '--database', store.databaseUrl], {
    environment: { WAYBILL_HOME: store.home },
    showErrors: true,
  });
  // The line that the command prints when it answers.
  const ready = JSON.parse(await readFirstLine(child)) as { authUrl: string; clientId: string; clientSecret: string };
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

async function startHttp(store: MeasuredStore): Promise<LoadedServer> {
  const child = startNode([bundledCommand, 'http', '--port', '0'], {
    environment: { WAYBILL_HOME: store.home, WAYBILL_DATABASE_URL: store.databaseUrl, WAYBILL_TOOLSETS: 'all' },
    showErrors: true,
  });
  // The line that the command prints when it answers.
  const { url } = JSON.parse(await readFirstLine(child)) as { url: string };
  const ordinary = [{ tool: 'describe_metrics', input: () => ({}) }];
  await runLoad({ urls: [url], clients: ordinaryClients, calls: ordinaryClients * 10, loadCalls: ordinary });
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

interface VersionComparison {
  /** Each with the path of its command. */
  readonly versions: readonly (readonly [name: string, command: string])[];
  /** The versions take turns so often, so that what else the machine does falls on all of them. */
  readonly rounds: number;
  /** Calls of get_shipment that are measured in each round, alone and beside. */
  readonly reads: number;
}

interface Waits {
  readonly alone: number[];
  readonly beside: number[];
  readonly analysesPerSecond: number[];
  peakMb: number;
}

/** Measures what one person waits for one shipment while another has many analyses under way. */
export async function measureBeside(
  run: BenchRun,
  store: MeasuredStore,
  { versions, rounds, reads }: VersionComparison,
): Promise<ReportTable> {
  const measured = new Map(
    versions.map(([name, command]) => {
      const waits: Waits = { alone: [], beside: [], analysesPerSecond: [], peakMb: 0 };
      return [name, { command, home: run.copyOf(store.home), waits }];
    }),
  );
  const inOrder = [...measured.values()];
  for (let round = 0; round < rounds; round += 1)
    for (const nth of inOrder.keys()) {
      // Each round begins with another version.
      const { command, home, waits } = inOrder[(round + nth) % inOrder.length] as (typeof inOrder)[number];
      await measureRound({ command, home, databaseUrl: getSandboxDatabase(home), reads, waits });
    }
  const toRow = ([name, { waits }]: readonly [string, { readonly waits: Waits }]): ReportCell[] => [
    name,
    roundValue(computeMedian(waits.alone)),
    roundValue(computeMedian(waits.beside)),
    roundValue(computePercentile(waits.beside, 0.95)),
    roundValue(computeMedian(waits.analysesPerSecond)),
    waits.peakMb,
  ];
  return {
    title: `get_shipment of one person while another has ${analyses} analyze connections, brokerage on ${store.title}`,
    columns: ['', 'alone p50 ms', 'beside p50 ms', 'beside p95 ms', 'analyses/s beside', 'peak RSS MB'],
    rows: [...measured].map(toRow),
    notes: [`${rounds} rounds of ${reads} reads, each alone and beside.`],
  };
}

interface OverloadRound {
  readonly command: string;
  readonly home: string;
  readonly databaseUrl: string;
  readonly reads: number;
  readonly waits: Waits;
}

async function measureRound({ command, home, databaseUrl, reads, waits }: OverloadRound): Promise<void> {
  const origin = `http://localhost:${port}`;
  const issuer = await startIssuer(`${origin}/mcp`, people);
  const signInFile = path.join(home, 'sign-in.json');
  writeFileSync(signInFile, JSON.stringify({ issuer: issuer.url, client: { id: 'desktop' } }));
  const child = startNode([command, 'http', '--port', String(port)], {
    environment: {
      WAYBILL_HOME: home,
      WAYBILL_DATABASE_URL: databaseUrl,
      WAYBILL_SIGN_IN: signInFile,
      WAYBILL_PUBLIC_URL: origin,
      WAYBILL_TOOLSETS: 'all',
    },
    showErrors: true,
  });
  try {
    await readFirstLine(child);
    const urls = [`${origin}/mcp`];
    const [ann = '', ben = ''] = await Promise.all(
      Object.keys(people).map(async (name) => `Bearer ${await issuer.token(name, { livesFor: 3600 })}`),
    );
    const analyze = {
      tool: 'analyze',
      input: () => ({ measures: ['revenue', 'margin_percent'], by: ['customer', 'month'], period: 'last 90 days' }),
    };
    const ids = await readShipmentIds(databaseUrl, reads);
    const readShipment = { tool: 'get_shipment', input: (place: number) => ({ shipment: ids[place % ids.length] }) };
    const measureReads = async () =>
      (await runLoad({ urls, clients: 1, calls: reads, loadCalls: [readShipment], authorizations: [ben] })).times;
    // The copy of the records is filled with the first ones.
    await runLoad({ urls, clients: 1, calls: 3, loadCalls: [analyze], authorizations: [ann] });
    await measureReads();
    waits.alone.push(...(await measureReads()));
    const stop = new AbortController();
    const load = runLoad({
      urls,
      clients: analyses,
      calls: Number.POSITIVE_INFINITY,
      loadCalls: [analyze],
      authorizations: [ann],
      signal: stop.signal,
    });
    // Where the reads fail first, their error is the one to see.
    load.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1000));
    waits.beside.push(...(await measureReads()));
    stop.abort();
    const { times, seconds } = await load;
    waits.analysesPerSecond.push(times.length / seconds);
    waits.peakMb = Math.max(waits.peakMb, readPeakMemory(child.pid) ?? 0);
  } finally {
    await endChild(child);
    await issuer[Symbol.asyncDispose]();
  }
}
