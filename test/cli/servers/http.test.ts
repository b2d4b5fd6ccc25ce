import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { connectOverHttp, startHttpCommand, startHttpProcess } from '../support/http.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Builds the environment of a store without a sandbox, which opens at once. */
const buildEmptyStore = (home: string) => ({ WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` });

test('prints one line of JSON when it answers, and says where plans are approved', async () => {
  using folder = createTemporaryFolder();
  await using http = await startHttpCommand([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  const { url, approvalsUrl } = http.ready;
  const port = new URL(url).port;

  expect(http.ready).toEqual({
    url: `http://127.0.0.1:${port}/mcp`,
    approvalsUrl: `http://localhost:${port}/approvals`,
  });
  expect(http.shown().trim().split('\n')).toHaveLength(1);
  // The store of the brokerage is opened with the first request of the API.
  await waitUntil(async () => (await fetch(new URL('/readyz', url))).ok);
  const health = await Promise.all(
    ['healthz', 'readyz'].map(async (name) => (await fetch(new URL(`/${name}`, url))).json()),
  );
  expect(health).toMatchObject([
    { status: 'ok' },
    { status: 'ready', parts: { store: { status: 'ready' }, api: { status: 'ready' }, copy: { status: 'filling' } } },
  ]);
  // The page sends who is not signed in to its own form.
  expect(await (await fetch(approvalsUrl)).text()).toContain('Sign in');
});

test('clients of both protocol eras list and read, and the first client of the protocol too', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpCommand([], { home: folder.path });
  await using modern = await connectOverHttp(http.ready.url);
  await using legacy = await connectOverHttp(http.ready.url, 'legacy');
  const first = new LegacyClient({ name: 'first', version: '1' });
  await first.connect(new LegacyTransport(new URL(http.ready.url)));

  const lists = await Promise.all([modern.client.listTools(), legacy.client.listTools(), first.listTools()]);
  const names = lists.map(({ tools }) => tools.map(({ name }) => name));
  const answers = await Promise.all([modern, legacy].map((agent) => agent.call('list_shipments', { limit: 3 })));
  const ofFirst = await first.callTool({ name: 'list_shipments', arguments: { limit: 3 } });
  await first.close();

  expect(names[0]).toContain('list_shipments');
  expect(names[1]).toEqual(names[0]);
  expect(names[2]).toEqual(names[0]);
  expect(answers[0]?.data.rows).toHaveLength(3);
  expect(answers[1]?.data.rows).toEqual(answers[0]?.data.rows);
  expect(ofFirst.structuredContent).toMatchObject({ rows: answers[0]?.data.rows });
});

test('a client with forms is asked, one without gets an approval on the page of this server', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpCommand([], { home: folder.path });
  const shownForms: string[] = [];
  await using withForms = await connectOverHttp(http.ready.url, 'modern', shownForms);
  await using alone = await connectOverHttp(http.ready.url, 'legacy');
  const [first, second] = (await alone.call('list_quotes', { status: 'QUOTED', limit: 2 })).data.rows;

  const confirmed = await withForms.call('convert_quote', { quote: first.friendlyId });
  const waiting = await alone.call('convert_quote', { quote: second.friendlyId });

  expect(confirmed.data.status).toBe('done');
  expect(waiting.data).toMatchObject({ status: 'approval_required' });
  expect(waiting.data.approval.how.url).toBe(`${http.ready.approvalsUrl}/${waiting.data.approval.id}`);
  expect(shownForms).toHaveLength(1);
});

test('no tool reads a file of the machine for who calls from elsewhere', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpCommand([], { home: folder.path });
  await using agent = await connectOverHttp(http.ready.url);
  const [shipment] = (await agent.call('list_shipments', { limit: 1 })).data.rows;
  const file = path.join(folder.path, 'files', 'pod.pdf');

  const refused = await agent.call('upload_document', {
    path: file,
    attachTo: `shipment:${shipment.friendlyId}`,
    type: 'PROOF_OF_DELIVERY',
  });

  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('Local files are read on stdio only');
});

test('SIGTERM ends it with 0, and a call that had begun still gets its answer', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpProcess([], { home: folder.path });
  await using agent = await connectOverHttp(http.ready.url, 'legacy');
  const answer = agent.call('find_carriers', { query: 'freight' });
  // An answered request proves that the one before it has reached the process.
  await fetch(new URL('/healthz', http.ready.url));

  const ending = http.stop('SIGTERM');

  expect((await answer).data.rows).not.toEqual([]);
  expect(await ending).toMatchObject({ code: 0 });
});

test('an address that other machines reach and a port that is taken are refused in one sentence', async () => {
  using folder = createTemporaryFolder();
  const settings = { home: folder.path, environment: buildEmptyStore(folder.path) };
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  // A listening TCP server always has an address object.
  const { port } = other.address() as AddressInfo;

  const open = await runWaybill(['http', '--host', '0.0.0.0', '--port', '0'], settings);
  const onTakenPort = await runWaybill(['http', '--port', String(port)], settings);
  other.close();

  expect([open.code, onTakenPort.code]).toEqual([2, 2]);
  expect(open.stderr).toMatch(/--host must be 127\.0\.0\.1 or localhost: .* it is 0\.0\.0\.0/);
  expect(onTakenPort.stderr).toMatch(/--port \d+ is taken by another program/);
});

test('readiness can wait for the copy of the records, which it has filled', async () => {
  using folder = await createOpenedHome();
  for (const name of readdirSync(folder.path).filter((file) => file.startsWith('copy-')))
    rmSync(path.join(folder.path, name));
  await using http = await startHttpCommand([], { home: folder.path });
  const readReady = async (query: string) => {
    const response = await fetch(new URL(`/readyz${query}`, http.ready.url));
    return { status: response.status, body: (await response.json()) as { parts: { copy: { status: string } } } };
  };
  await waitUntil(async () => (await readReady('')).status === 200);
  const before = await readReady('');

  const waiting = await readReady('?wait=copy');
  await waitUntil(async () => (await readReady('?wait=copy')).status === 200);

  expect(before.body.parts.copy.status).toBe('filling');
  expect(waiting).toMatchObject({
    status: 503,
    body: { status: 'unavailable', parts: { copy: { status: 'filling', reason: expect.stringContaining('bills') } } },
  });
  expect((await readReady('')).body.parts.copy).toEqual({ status: 'ready' });
});

test('it is not ready while the API cannot be reached, and says so', async () => {
  using folder = createTemporaryFolder();
  const environment = {
    WAYBILL_API_URL: 'http://127.0.0.1:9/v1',
    WAYBILL_CLIENT_ID: 'client',
    WAYBILL_CLIENT_SECRET: 'secret',
  };
  await using http = await startHttpCommand([], { home: folder.path, environment });

  const response = await fetch(new URL('/readyz', http.ready.url));

  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 'unavailable',
    parts: {
      store: { status: 'ready' },
      api: { status: 'unavailable', reason: expect.stringMatching(/cannot reach|not answered/) },
    },
  });
});
