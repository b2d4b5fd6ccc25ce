import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { RecordTable } from '../../src/store/schema.ts';
import { onBothDatabases, onOneDatabase } from '../support/stores/databases.ts';
import { insertRow } from '../support/records/fixtures.ts';
import { buildSampleBody } from '../support/service/samples.ts';
import { type ApiAnswer, type ApiCaller, startService } from '../support/service/service.ts';

const entries = catalogue();

/** The table of the record that a path names. */
const tables: Readonly<Record<string, RecordTable>> = {
  carriers: 'carrier',
  customers: 'customer',
  locations: 'location',
  vendors: 'vendor',
  'carrier-contacts': 'carrier_contact',
  'carrier-factors': 'carrier_factor',
  'carrier-payment-methods': 'carrier_payment_method',
  'vendor-contacts': 'vendor_contact',
  'vendor-payment-methods': 'vendor_payment_method',
  companies: 'company',
  'customer-contacts': 'customer_contact',
  'location-contacts': 'location_contact',
  teams: 'team',
  'saved-searches': 'saved_search',
  'payment-terms': 'payment_term',
  users: 'user_account',
  'webhook-subscriptions': 'webhook_subscription',
  quotes: 'quote',
  stops: 'stop',
  orders: 'freight_order',
  shipments: 'shipment',
  loads: 'load',
  services: 'service',
  documents: 'document',
  bills: 'bill',
  'bill-payments': 'bill_payment',
  invoices: 'invoice',
  payments: 'payment',
  'credit-memos': 'credit_memo',
};

const nobody = '00000000-0000-4000-8000-000000000000';
const formatPath = ({ path }: CatalogueEntry, id: string = nobody) => `/v1${path.replaceAll(/\{\w+\}/g, id)}`;

const ask = (caller: ApiCaller, entry: CatalogueEntry, body?: unknown, headers?: Record<string, string>) =>
  caller.request(entry.method, formatPath(entry), entry.method === 'GET' ? undefined : body, headers);

/** Lists the operations whose answer is not as promised. */
async function listBroken(
  askedEntries: readonly CatalogueEntry[],
  isKept: (entry: CatalogueEntry) => Promise<boolean>,
): Promise<string[]> {
  const names: string[] = [];
  for (const entry of askedEntries) if (!(await isKept(entry))) names.push(entry.name);
  return names;
}

const isProblem = ({ headers, body }: ApiAnswer, code: string) =>
  headers.get('content-type') === 'application/problem+json' &&
  (headers.get('x-request-id') ?? '') !== '' &&
  Object.keys(body).join() === 'error' &&
  body.error.code === code &&
  body.error.message.length > 10;

const isNamed = ({ body }: ApiAnswer, field: string) =>
  body.error?.details?.some((detail: { field: string }) => detail.field === field) === true;

test('a client that may only read is refused every operation that changes something, and no other', async () => {
  await using api = await startService('SQLite', { scopes: 'read' });

  const reads = entries.filter(({ effect }) => effect === 'read');
  const writes = entries.filter(({ effect }) => effect !== 'read');

  expect(await listBroken(writes, async (entry) => isProblem(await ask(api, entry), 'FORBIDDEN'))).toEqual([]);
  expect(await listBroken(reads, async (entry) => (await ask(api, entry)).status !== 403)).toEqual([]);
});

test('a client that may only write is refused every operation that reads', async () => {
  await using api = await startService('SQLite', { scopes: 'write' });

  const reads = entries.filter(({ effect }) => effect === 'read');

  expect(await listBroken(reads, async (entry) => isProblem(await ask(api, entry), 'FORBIDDEN'))).toEqual([]);
});

test('every answer says which request it belongs to and how many requests are left', async () => {
  await using api = await startService('SQLite', { rateLimitPerMinute: 5000 });

  const silent = await listBroken(entries, async (entry) => {
    const { headers } = await ask(api, entry, undefined, { 'x-request-id': `desk-${entry.name}` });
    const remaining = Number(headers.get('x-ratelimit-remaining'));
    return (
      headers.get('x-request-id') === `desk-${entry.name}` &&
      headers.get('x-ratelimit-limit') === '5000' &&
      remaining >= 5000 - entries.length &&
      remaining < 5000
    );
  });

  expect(silent).toEqual([]);
});

test('what is asked outside the operations says which request it belongs to as well', async () => {
  await using api = await startService('SQLite');
  const paths = ['/healthz', '/readyz', '/openapi.json', '/files/abc', '/v1/nothing', '/oauth2/token', '/'];

  for (const path of paths) {
    const answer = await api.request('GET', path, undefined, { 'x-request-id': 'desk-1' });
    const insane = await api.request('GET', path, undefined, { 'x-request-id': 'a b\tc' });

    expect([path, answer.headers.get('x-request-id')]).toEqual([path, 'desk-1']);
    expect(insane.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  }
});

onOneDatabase('every operation', (database) => {
  test('what is malformed is refused: unknown fields, broken JSON, anything but an object', async () => {
    await using api = await startService(database);
    const writing = entries.filter(({ method }) => method !== 'GET');

    const isRefusedFor = (field: string, body: unknown) => async (entry: CatalogueEntry) => {
      const answer = await ask(api, entry, body);
      return answer.status === 400 && isProblem(answer, 'BAD_REQUEST') && isNamed(answer, field);
    };

    expect(await listBroken(writing, isRefusedFor('colour', { colour: 'red' }))).toEqual([]);
    expect(await listBroken(writing, isRefusedFor('body', '{"name": '))).toEqual([]);
    expect(await listBroken(writing, isRefusedFor('body', '[]'))).toEqual([]);
    expect(await listBroken(writing, isRefusedFor('body', '"text"'))).toEqual([]);
    expect(await listBroken(writing, isRefusedFor('body', 'null'))).toEqual([]);
    expect(await listBroken(writing, isRefusedFor('body', `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`))).toEqual(
      [],
    );
  });
});

onBothDatabases('an operation that names a record', (database) => {
  test('a record of another organization does not exist, by id or by key', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const offers = entries.filter(({ path }) => path.includes('{id}'));
    const otherRows = new Map<string, { id: string }>();
    for (const [place, table] of Object.entries(tables))
      otherRows.set(place, await insertRow(api, table, { key: 'theirs' }));
    const leaks: string[] = [];

    for (const entry of offers) {
      const record = otherRows.get(entry.path.split('/')[1] ?? '');
      if (record === undefined) throw new Error(`say in which table ${entry.name} finds its record`);
      const { id } = record;
      const addresses = [formatPath(entry, id), formatPath(entry, id.toUpperCase()), `${formatPath(entry, id)}?by=id`];
      for (const address of [...addresses, formatPath(entry, 'theirs'), `${formatPath(entry, 'theirs')}?by=key`]) {
        const answer = await stranger.request(
          entry.method,
          address,
          entry.operation.body ? buildSampleBody(entry) : undefined,
        );
        const isKept = answer.status === 404 && isProblem(answer, 'NOT_FOUND');
        if (!isKept) leaks.push(`${entry.name} ${address} ${answer.status}`);
      }
    }

    expect(leaks).toEqual([]);
  });
});
