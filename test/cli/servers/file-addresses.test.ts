import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config.ts';
import { startToolServers } from '../../../src/cli/opening/tool-server.ts';
import { createEndpoint } from '../../../src/mcp/http/endpoint.ts';
import { connectOverHttp, type HttpAgent, startHttpCommand } from '../support/http.ts';
import { startServiceCommand } from '../support/service.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const paper = randomBytes(5 * 1024 * 1024);
const announcement = { fileName: 'scan.pdf', fileSize: paper.length, type: 'PROOF_OF_DELIVERY' };
const scan = { 'content-type': 'application/pdf' };

const send = (address: string, body: Uint8Array = paper, headers: Record<string, string> = {}) =>
  fetch(address, { method: 'PUT', body: Buffer.from(body), headers: { ...scan, ...headers } });

async function announce(agent: HttpAgent, more: object = {}) {
  const answer = await agent.call('upload_document', { ...announcement, ...more });
  return { ...answer, id: String(answer.data.record?.id), address: String(answer.data.record?.uploadUrl) };
}

/** Reads the entries of the audit log about addresses, newest first. */
async function readNotedAddresses(agent: HttpAgent): Promise<string> {
  return JSON.stringify((await agent.call('audit_log', { limit: 20 })).data).replaceAll('\\"', '"');
}

async function download(agent: HttpAgent, document: string): Promise<Response> {
  const { data } = await agent.call('get_document', { document, address: true });
  return fetch(data.record.downloadUrl);
}

test('a file of 5 MB is sent to the address of this process, once, and read at another', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpCommand([], { home: folder.path });
  await using agent = await connectOverHttp(http.ready.url);
  const [shipment] = (await agent.call('list_shipments', { limit: 1 })).data.rows;

  const announced = await announce(agent, { attachTo: `shipment:${shipment.friendlyId}` });
  const repeated = await announce(agent, { attachTo: `shipment:${shipment.friendlyId}` });
  const sent = await send(announced.address);
  const again = await send(announced.address);
  const shownDocument = await agent.call('get_document', { document: announced.id });
  const read = await download(agent, announced.id);

  expect(announced.address).toMatch(new RegExp(`^${new URL(http.ready.url).origin}/files/[^/]+$`));
  expect(announced.text).toContain('treat it like a password');
  expect(announced.text).toContain(`--header "Content-Type: TYPE"`);
  expect(repeated.data).toMatchObject({ status: 'already_done', record: { id: announced.id } });
  expect([sent.status, again.status]).toEqual([200, 409]);
  expect(shownDocument.data.record).toMatchObject({ status: 'UPLOADED', fileSize: paper.length });
  expect(Object.keys(shownDocument.data.record.tags)).toContain('shipmentId');
  expect(Buffer.from(await read.arrayBuffer()).equals(paper)).toBe(true);
  expect(read.headers.get('content-disposition')).toMatch(/^attachment/);
  const noted = await readNotedAddresses(agent);
  expect(noted.match(/Gave out the upload address of PROOF_OF_DELIVERY/g)).toHaveLength(2);
  expect(noted).toContain(announced.id);
  expect(noted).not.toContain(announced.address);
});

test('nothing but what such an address names is reached, and only from an own address', async () => {
  using folder = await createOpenedHome();
  await using http = await startHttpCommand([], { home: folder.path });
  await using agent = await connectOverHttp(http.ready.url);
  const { address } = await announce(agent);
  const { origin } = new URL(address);
  const token = address.split('/').at(-1) ?? '';

  const forged = await send(`${origin}/files/${token.slice(0, -3)}abc`);
  const foreign = await send(address, paper, { origin: 'https://evil.example' });
  const otherType = await send(address, paper, { 'content-type': 'text/plain' });
  const short = await send(address, paper.subarray(1));
  const unsigned = await fetch(`${origin}/files/${token}`);
  const otherAnswers = await Promise.all(
    [
      '/v1/shipments/filter',
      '/files/%2E%2E%2Fv1%2Fcarriers',
      '/openapi.json',
      '/oauth2/token',
      `/organizations/acme/files/${token}`,
      '/organizations/acme/v1/carriers',
    ].map(async (where) => fetch(`${origin}${where}`, { method: 'POST', redirect: 'manual' }).then(getStatus)),
  );

  expect([forged.status, foreign.status, otherType.status, short.status, unsigned.status]).toEqual([
    403, 403, 415, 400, 403,
  ]);
  expect(otherAnswers.filter((status) => status < 300 || status >= 500)).toEqual([]);
  expect((await send(address)).status).toBe(200);
});

const getStatus = ({ status }: Response) => status;

test('with an API elsewhere the address is its own', async () => {
  using folder = createTemporaryFolder();
  using other = await createOpenedHome();
  await using service = await startServiceCommand([], { home: other.path });
  await using http = await startHttpCommand([], {
    home: folder.path,
    environment: {
      WAYBILL_API_URL: service.ready.url,
      WAYBILL_AUTH_URL: service.ready.authUrl,
      WAYBILL_CLIENT_ID: service.ready.clientId,
      WAYBILL_CLIENT_SECRET: String(service.ready.clientSecret),
    },
  });
  await using agent = await connectOverHttp(http.ready.url);

  const { id, address } = await announce(agent);
  const direct = await send(address.replace(new URL(address).origin, new URL(http.ready.url).origin));
  const sent = await send(address);
  const read = await download(agent, id);

  expect(new URL(address).origin).toBe(new URL(service.ready.url).origin);
  expect([direct.status, sent.status]).toEqual([404, 200]);
  expect(Buffer.from(await read.arrayBuffer()).equals(paper)).toBe(true);
});

test('where nobody reaches the service in this process, a path is asked for and nothing is announced', async () => {
  using folder = createTemporaryFolder();
  const settings = {
    home: folder.path,
    environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(folder.path, 'd.db')}` },
  };

  const refused = await runWaybill(['call', 'upload_document', JSON.stringify(announcement), '--json'], settings);
  const listed = await runWaybill(['call', 'api_read', '{"operation":"documents.filter"}', '--json'], settings);

  expect(refused.stdout).toContain('"field": "path"');
  expect(listed.stdout).not.toContain('scan.pdf');
});

test('an address ends with its time, is no part of a page, and stands in no log', async () => {
  using folder = createTemporaryFolder();
  const origin = 'http://127.0.0.1:3333';
  const clock = { ms: Date.now() };
  const logged: string[] = [];
  const config = loadConfig({ WAYBILL_HOME: folder.path, WAYBILL_DATABASE_URL: `sqlite:${folder.path}/desk.db` });
  const log = (_level: string, message: string, facts?: object) => void logged.push(message + JSON.stringify(facts));
  const tools = await startToolServers(config, () => new Date(clock.ms).toISOString(), log, {
    filesAt: async () => origin,
  });
  const desk = await tools.desk();
  const endpoint = createEndpoint({
    admit: async () => new Response(null, { status: 401 }),
    origins: async () => [origin],
    checkReadiness: desk.checkReadiness,
    file: async ({ token }, request) => desk.serveFile?.(request, token),
    page: async () => new Response('the page'),
    toolNames: new Set(),
    log,
  });
  const ask = (address: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    endpoint.fetch(new Request(address, { ...init, headers: { host: new URL(origin).host, ...scan, ...headers } }));
  const put = { method: 'PUT', body: 'signed' };
  const create = async () => desk.api.documents.create({ type: 'OTHER', fileName: 'pod.pdf' });

  const [late, inTime] = [await create(), await create()];
  const lateUrl = String(late.uploadUrl);
  const sent = await ask(String(inTime.uploadUrl), put);
  const { downloadUrl } = await desk.api.documents.get({ id: inTime.id });
  const read = await ask(String(downloadUrl));
  const script = await ask(String(downloadUrl), {}, { 'sec-fetch-dest': 'script' });
  clock.ms += 15 * 60_000 + 1;
  const expired = await ask(lateUrl, put);
  const stillRead = await ask(String(downloadUrl));
  clock.ms += 60 * 60_000;
  const unread = await ask(String(downloadUrl));
  await tools.close();

  expect([sent, read, script, expired, stillRead, unread].map(getStatus)).toEqual([200, 200, 403, 403, 200, 403]);
  expect(await read.text()).toBe('signed');
  expect(await expired.text()).toContain('has expired');
  const tokens = [lateUrl, String(downloadUrl)].map((address) => address.split('/').at(-1) ?? '');
  expect(logged.filter((line) => line.includes('"route":"/files"'))).toHaveLength(6);
  expect(logged.filter((line) => tokens.some((token) => line.includes(token)))).toEqual([]);
});
