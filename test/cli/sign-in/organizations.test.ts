import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countCases } from '../../support/depth.ts';
import { createTemporaryFolder } from '../support/waybill.ts';
import type { HttpAgent } from '../support/http.ts';
import { decideOnPage, signInAs } from './browser-visit.ts';
import { callMessage, type SignedInDesk, startSignedInDesk } from './signed-in-desk.ts';

const buildPerson = (name: string, organization: string) => ({
  email: `${name}@example.com`,
  email_verified: true,
  roles: ['admin'],
  organization,
});

// The same people names, and the same records, in both: only the organization tells them apart.
const accounts = {
  anna: buildPerson('anna', 'acme'),
  gina: buildPerson('gina', 'globex'),
  stray: buildPerson('stray', 'umbrella'),
  loose: { ...buildPerson('loose', ''), organization: '' },
};
const folder = createTemporaryFolder();
let desk: SignedInDesk;

beforeAll(async () => {
  const store = (name: string) => ({ databaseUrl: `sqlite:${path.join(folder.path, `${name}.db`)}` });
  desk = await startSignedInDesk({
    accounts,
    signIn: { organizations: { acme: store('acme'), globex: store('globex') } },
  });
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const callsMax = countCases({ usual: 200, deep: 1000 });

type OrganizationCall = [tool: string, input: Record<string, unknown>];

/** All that one organization has and does, in three ways. */
const readings: readonly OrganizationCall[] = [
  ['api_read', { operation: 'paymentTerms.filter', input: { pageSize: 100 } }],
  ['audit_log', { limit: 50 }],
  ['list_approvals', {}],
];

const getReading = (index: number): OrganizationCall => readings[index % readings.length] ?? ['list_approvals', {}];

const buildTermCall = (name: string): OrganizationCall => [
  'api_write',
  { operation: 'paymentTerms.create', input: { name } },
];

/** Lists the names of the payment terms that one organization sees. */
async function listTerms(agent: HttpAgent): Promise<readonly string[]> {
  const { data } = await agent.call('api_read', { operation: 'paymentTerms.filter', input: { pageSize: 100 } });
  return [...JSON.stringify(data).matchAll(/(Acme|Globex) [0-9]+/g)].map(([name]) => name);
}

test(`in ${callsMax} calls that come interleaved nobody sees or changes anything of the other organization`, async () => {
  await using anna = await desk.connect('anna');
  await using gina = await desk.connect('gina');
  const sides = [
    { agent: anna, own: 'Acme', other: 'Globex' },
    { agent: gina, own: 'Globex', other: 'Acme' },
  ] as const;
  const crossings: string[] = [];
  const failures: string[] = [];
  const runStep = async (index: number) => {
    const { agent, own: ownName, other } = sides[index % 2] ?? sides[0];
    const isWrite = index % 40 < 2;
    const answer = isWrite
      ? await agent.call(...buildTermCall(`${ownName} ${index}`))
      : await agent.call(...getReading(index));
    if (new RegExp(`${other} [0-9]`).test(JSON.stringify(answer.data))) crossings.push(answer.text);
    if (isWrite && !answer.text.startsWith('DONE')) failures.push(answer.text);
  };
  for (let begin = 0; begin < callsMax; begin += 20)
    await Promise.all(Array.from({ length: 20 }, (_, offset) => runStep(begin + offset)));

  expect(failures).toEqual([]);
  expect(crossings).toEqual([]);
  const [acme, globex] = await Promise.all([listTerms(anna), listTerms(gina)]);
  expect(acme.length).toBe(callsMax / 40);
  expect(acme.filter((name) => !name.startsWith('Acme'))).toEqual([]);
  expect(globex.length).toBe(callsMax / 40);
  expect(globex.filter((name) => !name.startsWith('Globex'))).toEqual([]);
});

test('a plan of one organization is nothing to the people of another: not on the page, and not to run', async () => {
  await using anna = await desk.connect('anna');
  await using gina = await desk.connect('gina');
  await anna.call('api_write', {
    operation: 'customers.create',
    input: { name: 'Acme 9001', status: 'ACTIVE' },
  });
  const { data, text } = await anna.call('api_write', {
    operation: 'customers.update',
    input: { id: 'Acme 9001', creditLimit: 250_000 },
  });
  const id = (data as { approval?: { id: string } }).approval?.id;
  if (id === undefined) throw new Error(text);

  const ran = await gina.call('run_approved', { approvalId: id });
  const { visit, arrived } = await signInAs(desk, 'gina');

  expect(ran.text).toContain('no approval');
  expect(arrived.html).not.toContain(id);
  expect((await visit.get(`/approvals/${id}`)).status).toBe(404);
  expect((await decideOnPage(visit, id, 'deny')).status).toBe(404);
});

test.each([
  ['an organization that is not served here', 'stray', 'is not served here'],
  ['no organization', 'loose', 'names no organization'],
])('%s is refused with 403 and the reason', async (_what, subject, reason) => {
  const answer = await desk.post(callMessage('find', { query: 'x' }), `Bearer ${await desk.issuer.token(subject)}`);

  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(reason);
});

test('a cookie says which organization it is of, and is worth nothing with the name of another one', async () => {
  const { visit } = await signInAs(desk, 'anna');
  const [name = '', secret = ''] = [...visit.cookies].find(([cookie]) => cookie.startsWith('waybill')) ?? [];
  expect(secret).toMatch(/^acme\./);

  const answer = await fetch(`${desk.origin}/approvals`, {
    redirect: 'manual',
    headers: { cookie: `${name}=${secret.replace('acme', 'globex')}` },
  });
  expect(answer.headers.get('location')).toMatch(/^\/approvals\/sign-in/);
});

test('a file is sent to and read at the addresses of its own organization only', async () => {
  await using anna = await desk.connect('anna');
  await using gina = await desk.connect('gina');
  const paper = Buffer.from('Received in good order.');
  const announcement = { fileName: 'pod.txt', fileSize: paper.length, type: 'OTHER' };
  const send = (address: string) =>
    fetch(address, { method: 'PUT', body: paper, headers: { 'content-type': 'text/plain' } });

  const { id, uploadUrl } = (await anna.call('upload_document', announcement)).data.record;
  const elsewhere = await Promise.all(
    ['/organizations/globex', '/organizations/umbrella', ''].map((place) =>
      send(uploadUrl.replace('/organizations/acme', place)),
    ),
  );
  const sent = await send(uploadUrl);
  const ownDocument = await anna.call('get_document', { document: id, address: true });
  const hidden = await gina.call('get_document', { document: id, address: true });
  const read = await fetch(ownDocument.data.record.downloadUrl);

  expect(uploadUrl).toMatch(new RegExp(`^${desk.origin}/organizations/acme/files/[^/]+$`));
  expect(elsewhere.map(({ status }) => status)).toEqual([403, 404, 404]);
  expect(sent.status).toBe(200);
  // The tool reads the file by the same address.
  expect(ownDocument.data).toMatchObject({ text: paper.toString(), record: { status: 'UPLOADED' } });
  expect(hidden.data).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await read.text()).toBe(paper.toString());
});
