import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { headersFor, readMany, type Ready, startService } from './api.ts';
import { endChild, firstLine, peakMemory, startNode } from './children.ts';
import { bundledCommand } from './startup.ts';
import type { Cell, Section } from './report.ts';
import { startBareServer } from './run-load.ts';
import { atEachWidth, row, scaleColumns, type Store } from './scale.ts';
import type { Case } from './scale-cases.ts';

const modules = path.join(import.meta.dirname, 'peers', 'node_modules');
const prism = path.join(modules, '@stoplight', 'prism-cli', 'dist', 'index.js');
const jsonServer = path.join(modules, 'json-server', 'lib', 'cli', 'bin.js');
const startMaxMs = 60_000;
const recordsMax = 2000;

export const peersMissing =
  existsSync(prism) && existsSync(jsonServer)
    ? null
    : 'Peers not measured: `npm run bench:peers` installs them in bench/peers.';

interface Peer {
  readonly name: string;
  readonly args: readonly string[];
  readonly url: string;
  /** Where it answers as soon as it is ready. */
  readonly ready: string;
  readonly cases: readonly Case[];
}

/** The same reads from a mock server of our OpenAPI document and from a server over a file of our own records. */
export async function measurePeers({ title, databaseUrl, home }: Store): Promise<Section> {
  const bare = startBareServer();
  const service = startService(databaseUrl, home);
  try {
    // Both print one line of JSON in this form.
    const { url: bareUrl } = JSON.parse(await firstLine(bare)) as Ready;
    const ready = JSON.parse(await firstLine(service)) as Ready;
    const headers = await headersFor(ready);
    const { records: shipments } = await readMany(ready, headers, '/shipments/filter', recordsMax);
    const { records: terms } = await readMany(ready, headers, '/payment-terms/filter', recordsMax);
    const ids = { shipments: shipments.map(({ id }) => id), terms: terms.map(({ id }) => id) };
    const base = await atEachWidth({ url: bareUrl, headers: {} }, gets('bare hono route', ['/']));
    const rows: (readonly Cell[])[] = [row('bare hono route', base, base)];
    for (const each of casesFor('waybill', '/v1', ids))
      rows.push(row(each.title, await atEachWidth({ url: ready.authUrl, headers }, each), base));
    const notes = [`waybill: peak memory ${peakMemory(service.pid) ?? 'unknown'} MB.`];
    for (const peer of [await prismPeer(home, ids), await jsonPeer(home, ids, { shipments, terms })]) {
      const child = startNode(peer.args, { cwd: home });
      // It tells every request, and a full pipe would stop it.
      child.stdout.resume();
      try {
        await answering(peer.ready);
        for (const each of peer.cases)
          rows.push(row(each.title, await atEachWidth({ url: peer.url, headers }, each), base));
        notes.push(`${peer.name}: peak memory ${peakMemory(child.pid) ?? 'unknown'} MB.`);
      } finally {
        await endChild(child);
      }
    }
    return { title, columns: scaleColumns, rows, notes };
  } finally {
    await Promise.all([service, bare].map((child) => endChild(child)));
  }
}

interface Ids {
  readonly shipments: readonly string[];
  readonly terms: readonly string[];
}

const gets = (title: string, paths: readonly string[]): Case => ({
  title,
  method: 'GET',
  targets: paths.map((each) => ({ path: each })),
});

const casesFor = (name: string, base: string, { shipments, terms }: Ids): readonly Case[] => [
  gets(
    `${name}: payment term`,
    terms.map((id) => `${base}/payment-terms/${id}`),
  ),
  gets(
    `${name}: shipment`,
    shipments.map((id) => `${base}/shipments/${id}`),
  ),
  {
    title: `${name}: page of 50 shipments`,
    method: 'POST',
    targets: [{ path: `${base}/shipments/filter`, body: JSON.stringify({ pageSize: 50 }) }],
  },
];

/** Answers with examples made from the schemas; it holds no records. */
async function prismPeer(home: string, ids: Ids): Promise<Peer> {
  const document = path.join(home, 'openapi.json');
  writeFileSync(document, execFileSync(process.execPath, [bundledCommand, 'openapi'], { maxBuffer: 64 * 1024 * 1024 }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'prism',
    args: [prism, 'mock', '-h', '127.0.0.1', '-p', String(port), document],
    url,
    ready: `${url}/payment-terms/${ids.terms[0] ?? ''}`,
    cases: casesFor('prism', '', ids),
  };
}

/** Keeps what it is given in one file and pages through it with query parameters. */
async function jsonPeer(
  home: string,
  ids: Ids,
  records: Readonly<Record<keyof Ids, readonly object[]>>,
): Promise<Peer> {
  const file = path.join(home, 'records.json');
  writeFileSync(file, JSON.stringify({ shipments: records.shipments, 'payment-terms': records.terms }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [term, shipment] = casesFor('json-server', '', ids);
  return {
    name: `json-server over ${ids.shipments.length} shipments`,
    args: [jsonServer, '--host', '127.0.0.1', '--port', String(port), '--quiet', file],
    url,
    ready: `${url}/payment-terms`,
    cases: [
      ...(term && shipment ? [term, shipment] : []),
      gets('json-server: page of 50 shipments', ['/shipments?_page=1&_limit=50']),
    ],
  };
}

async function answering(url: string): Promise<void> {
  const until = performance.now() + startMaxMs;
  for (;;) {
    const isReady = await fetch(url, { headers: { authorization: 'Bearer any' } }).then(
      ({ ok }) => ok,
      // Not listening yet.
      () => false,
    );
    if (isReady) return;
    if (performance.now() > until) throw new Error(`${url} did not answer`);
    await setTimeout(200);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
