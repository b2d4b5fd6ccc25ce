import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { insertCarrier, insertCustomer } from '../support/records/fixtures.ts';
import { openAccount } from '../../src/store/sealed-columns.ts';
import { testCipher } from '../support/cipher.ts';
import { createShipment } from '../support/records/shipments.ts';
import { listFactDifferences } from './expected-facts.ts';
import { type CopiedService, compareWithStore, readSandboxId, signal, startCopied } from './copied.ts';

const getHome = ({ service }: CopiedService) => ({
  database: service.database,
  organizationId: service.organizationId,
});

const addMinutes = ({ service }: CopiedService, minutes: number) => {
  service.clock.now = new Date(Date.parse(service.clock.now) + minutes * 60_000).toISOString();
};

const toJsonResponse = (body: object, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const readNames = (copy: { read: (query: string) => Promise<readonly Readonly<Record<string, unknown>>[]> }) =>
  copy.read('select name from customer order by name').then((rows) => rows.map(({ name }) => name));

test('a whole copy asks once for each kind of record when nothing has changed', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  addMinutes(copied, 30);
  copied.requests.length = 0;

  await copy.update(signal, ['shipment', 'bill']);

  expect(copied.requests.map(({ path }) => path)).toEqual(['/v1/shipments/filter', '/v1/bills/filter']);
  expect(await copy.progress()).toMatchObject({ isWhole: true, completeFrom: null });
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
});

test('the file belongs to its user alone, and a query cannot change it', async () => {
  await using copied = await startCopied();
  const copy = await copied.open();

  expect(statSync(copied.url.slice('sqlite:'.length)).mode & 0o777).toBe(0o600);
  await expect(copy.read('delete from customer')).rejects.toThrow('readonly');
});

/** Columns of the copy by which people are reached, or in which they write freely; another one is a decision. */
const personalColumns = ['carrier.email', 'carrier.phone', 'credit_memo.notes', 'customer.phone', 'user_account.email'];
const isPersonal = /phone|mail|contact|notes|address|username/;
const isForbidden = /account_|bank|routing|aba|swift|iban|clabe|wire|method|remit|url|token|secret|file|content|pdf/;

test('of people the copy has the columns that are listed here, and none of payments, files and tokens', async () => {
  await using copied = await startCopied();
  const copy = await copied.open();
  const tables = await copy.read("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
  const columns = await Promise.all(
    tables.map(async ({ name }) =>
      (await copy.read(`pragma table_info(${String(name)})`)).map(
        (column) => `${String(name)}.${String(column['name'])}`,
      ),
    ),
  );

  expect(tables.length).toBeGreaterThan(25);
  expect(
    columns
      .flat()
      .filter((column) => isPersonal.test(column))
      .toSorted(),
  ).toEqual(personalColumns);
  expect(columns.flat().filter((column) => isForbidden.test(column.split('.')[1] ?? ''))).toEqual([]);
});

/** Lists the brokerage's details of payments, files and credentials, as they are before encryption. */
async function listSecrets({ service: { database }, credentials }: CopiedService): Promise<readonly string[]> {
  const methods = await Promise.all(
    (['carrier_payment_method', 'vendor_payment_method'] as const).map(async (table) => {
      const rows = await database.reader.selectFrom(table).selectAll().execute();
      return rows.flatMap((row) => [...Object.values(openAccount(testCipher, table, row)), row.aba_ach, row.id]);
    }),
  );
  const documents = await database.reader.selectFrom('document').select('file_name').execute();
  const secrets = [...methods.flat(), ...documents.map(({ file_name }) => file_name), credentials.clientSecret];
  return secrets.filter((secret) => secret !== null).filter((secret) => secret !== '');
}

test('neither payment methods, digits of accounts, files nor tokens get into the file', async () => {
  await using copied = await startCopied({ shipments: 60 });
  const tokens: string[] = [];
  copied.between.fetch = (request, next) => {
    tokens.push(request.headers.get('authorization')?.slice('Bearer '.length) ?? '');
    return next(request);
  };
  const copy = await copied.open();
  await copy.complete(signal);
  const [customer] = await copy.read('select name from customer');
  await copy.close();

  const folder = path.dirname(copied.url.slice('sqlite:'.length));
  const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))));
  const secrets = [...(await listSecrets(copied)), ...new Set(tokens.filter((token) => token !== ''))];

  expect(bytes.includes(String(customer?.['name']))).toBe(true);
  expect(secrets.length).toBeGreaterThan(300);
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
});

test('a filter that the API does not apply ends the update with a sentence, and nothing is taken for unchanged', async () => {
  await using copied = await startCopied();
  const home = getHome(copied);
  await insertCustomer(home, { name: 'Acme' });
  const copy = await copied.open();
  await copy.complete(signal);
  const { asOf } = await copy.progress();
  await insertCustomer(home, { name: 'Borealis' });
  copied.between.fetch = async (request, next) => {
    const answer = await next(request);
    if (!request.url.endsWith('/v1/customers/filter')) return answer;
    const errors = [{ field: 'updatedAt', message: 'is not a field of this collection' }];
    return toJsonResponse({ ...((await answer.json()) as object), data: [], errors });
  };

  await expect(copy.update(signal)).rejects.toThrow(
    'the API did not apply the filter updatedAt to customers (is not a field of this collection), so the copy of them stays as it was',
  );
  expect(await readNames(copy)).toEqual(['Acme']);
  expect((await copy.progress()).collections[0]).toMatchObject({ name: 'customers', asOf: expect.any(String) });
  expect(asOf).not.toBeNull();

  copied.between.fetch = (request, next) => next(request);
  await copy.update(signal);
  expect(await readNames(copy)).toEqual(['Acme', 'Borealis']);
});

test('a cursor that has expired begins the list anew where it was, and nothing is missing', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const copy = await copied.open();
  let refused = 0;
  copied.between.fetch = async (request, next) => {
    const body = request.url.endsWith('/filter') ? ((await request.clone().json()) as { cursor?: string }) : {};
    if (body.cursor === undefined || refused >= 6) return next(request);
    refused += 1;
    const message = 'has expired (24 hours): start again without a cursor';
    return toJsonResponse({ error: { code: 'BAD_REQUEST', message, details: [{ field: 'cursor', message }] } }, 400);
  };

  await copy.complete(signal);

  expect(refused).toBe(6);
  const bounded = copied.requests.filter(({ body }) => body.filter?.createdAt !== undefined);
  expect(bounded.length).toBeGreaterThan(0);
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
});

test('an API that is asked too often is left alone for as long as it says, and then the same page is asked for', async () => {
  await using copied = await startCopied({ shipments: 150 });
  const copy = await copied.open();
  let requests = 0;
  copied.between.fetch = (request, next) => {
    requests += 1;
    const isRefused = requests > 20 && requests <= 26;
    if (!isRefused) return next(request);
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'The limit of requests per minute is used up.' };
    return toJsonResponse({ error }, 429, { 'retry-after': '57' });
  };

  await copy.complete(signal);

  expect(copied.waits).toContain(57_000);
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
});

test('a backfill leaves at least half of the requests of a minute to others, unless the service is in the same process', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const limit = (response: Response) => {
    response.headers.set('x-ratelimit-limit', '300');
    response.headers.set('x-ratelimit-remaining', '290');
    return response;
  };
  copied.between.fetch = async (request, next) => limit(await next(request));

  const remote = await copied.open(false);
  await remote.complete(signal);
  const backfilled = copied.waits.length;

  expect(backfilled).toBeGreaterThan(5);
  expect(new Set(copied.waits)).toEqual(new Set([400]));

  copied.waits.length = 0;
  const embedded = await copied.open(true);
  await embedded.forget(signal);
  await embedded.complete(signal);
  expect(copied.waits).toEqual([]);
});

test('an API that was put back to an earlier state is noticed, and the copy filled anew', async () => {
  await using copied = await startCopied();
  const { service } = copied;
  const home = getHome(copied);
  await insertCustomer(home, { name: 'Acme' });
  await createShipment(service);
  const copy = await copied.open();
  await copy.complete(signal);
  addMinutes(copied, 30);
  const lost = await insertCustomer(home, { name: 'Made after the backup' });
  await service.request('PATCH', `/v1/customers/${lost.id}`, { name: 'Changed after the backup' });
  await copy.update(signal);
  expect(await readNames(copy)).toContain('Changed after the backup');

  await service.database.transaction((tx) => tx.deleteFrom('customer').where('id', '=', lost.id).execute());
  await copy.complete(signal);

  expect(await readNames(copy)).not.toContain('Changed after the backup');
  expect(await compareWithStore(copy, service, service.organizationId)).toEqual({});
});

test('an older version makes its own tables, and the newer one again when it comes back', async () => {
  await using copied = await startCopied();
  await insertCarrier(getHome(copied), { name: 'Swift Wheels' });
  const copy = await copied.open();
  await copy.complete(signal);
  await copy.close();
  const other = new DatabaseSync(copied.url.slice('sqlite:'.length));
  other.exec("update migration set name = 'copy-0'; drop table carrier; create table of_another_version (id text)");
  other.close();

  const again = await copied.open();

  expect(await again.read("select name from sqlite_schema where name = 'of_another_version'")).toEqual([]);
  expect(await again.progress()).toMatchObject({ isWhole: false, asOf: null });
  await again.complete(signal);
  expect(await again.read('select name from carrier')).toEqual([{ name: 'Swift Wheels' }]);
});

test('two processes fill one copy together, and neither loses what the other wrote', async () => {
  await using copied = await startCopied({ shipments: 150 });
  const [firstCopy, secondCopy] = [await copied.open(), await copied.open()];

  await Promise.all([firstCopy.complete(signal), secondCopy.complete(signal)]);

  const pages = copied.requests.filter(({ body }) => body.cursor !== undefined).map(({ body }) => body.cursor);
  expect(new Set(pages).size).toBe(pages.length);
  expect(await compareWithStore(firstCopy, copied.service, await readSandboxId(copied))).toEqual({});
});

const Asked = z.looseObject({ cursor: z.string().optional() });
const Page = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

test('a page that another process has read and noted meanwhile is no page that comes twice', async () => {
  await using copied = await startCopied({ shipments: 150 });
  const copy = await copied.open();
  using file = new DatabaseSync(copied.url.slice('sqlite:'.length));
  let noted = 0;
  copied.between.fetch = async (request, next) => {
    const { cursor } = request.url.endsWith('/filter') ? Asked.parse(await request.clone().json()) : {};
    const response = await next(request);
    if (cursor === undefined) return response;
    const [first] = Page.parse(await response.clone().json()).data;
    const note = file.prepare(`insert into page_of_pass (collection, kind, first_id, cursor)
      select collection, kind, ?, cursor from pass where cursor = ?`);
    noted += Number(note.run(first?.id ?? '', cursor).changes);
    return response;
  };

  await copy.complete(signal);

  expect(noted).toBeGreaterThan(0);
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
});

test('an update does not wait for the backfill of another process, and sees what was written before it', async () => {
  await using copied = await startCopied({ shipments: 150 });
  const [filling, asking] = [await copied.open(), await copied.open()];
  await filling.update(signal);
  const whole = filling.complete(signal);
  const caller = await copied.service.callerWith(copied.credentials);
  const { body } = await caller.request('POST', '/v1/customers', { name: 'Written meanwhile', status: 'ACTIVE' });

  await asking.update(signal, ['customer']);

  expect(await asking.read(`select name from customer where id = '${body.id}'`)).toEqual([
    { name: 'Written meanwhile' },
  ]);
  const requests = copied.requests.length;
  await whole;
  expect(copied.requests.length).toBeGreaterThan(requests);
  expect((await asking.progress()).isWhole).toBe(true);
});

test('a stop stands where its location was moved to, though neither order nor shipment changed', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  addMinutes(copied, 60);
  const [stop] = await copy.read('select location_id from order_stop where location_id is not null limit 1');
  const caller = await copied.service.callerWith(copied.credentials);
  await caller.request('PATCH', `/v1/locations/${String(stop?.['location_id'])}`, { address: { city: 'Elgin' } });

  await copy.update(signal);

  const moved = await copy.read(
    `select distinct city from order_stop where location_id = '${String(stop?.['location_id'])}'`,
  );
  expect(moved).toEqual([{ city: 'Elgin' }]);
});

test('verifying finds what was changed, lost and left over in the copy, and repairing mends it', async () => {
  await using copied = await startCopied({ shipments: 150, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  expect((await copy.verify(signal)).flatMap(({ different }) => different)).toEqual([]);
  const file = new DatabaseSync(copied.url.slice('sqlite:'.length));
  file.exec(`
    update bill set owed_cents = owed_cents + 1 where id = (select min(id) from bill);
    delete from load_carrier where load_id = (select max(load_id) from load_carrier);
    delete from customer where id = (select min(id) from customer);
    insert into invoice select '00000000-0000-4000-8000-000000000000', created_at, updated_at, friendly_id, order_id, shipment_id, customer_id, status,
      invoice_date, due_date, amount_cents, paid_cents, credited_cents, owed_cents, currency, reference, payment_term_id, factor_name
      from invoice order by created_at limit 1;
  `);
  file.close();

  const verdicts = await copy.verify(signal, { isWhole: true });
  const mismatches = verdicts.filter(({ different }) => different.length > 0);

  expect(mismatches.map(({ name, different }) => [name, different.length])).toEqual([
    ['customers', 1],
    ['bills', 1],
    ['loads', 1],
    ['invoices', 1],
    // Of the same records, as long as these are wrong.
    ['shipment facts', expect.any(Number)],
  ]);
  await copy.repair(signal, mismatches);
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
  expect(await listFactDifferences(copy, copied, await readSandboxId(copied))).toEqual([]);
});

test('a paper is in the copy while it is a proof of delivery, whatever it was before', async () => {
  await using copied = await startCopied();
  const { service } = copied;
  const document = { fileName: 'pod.pdf', type: 'PROOF_OF_DELIVERY' };
  const proof = (await service.request('POST', '/v1/documents', document)).body;
  const other = (await service.request('POST', '/v1/documents', { ...document, type: 'RATE_CON' })).body;
  const copy = await copied.open();
  await copy.complete(signal);
  expect(await copy.read('select id from document')).toEqual([{ id: proof.id }]);

  await service.request('PATCH', `/v1/documents/${proof.id}`, { type: 'OTHER' });
  await service.request('PATCH', `/v1/documents/${other.id}`, { type: 'PROOF_OF_DELIVERY' });
  await copy.update(signal);

  expect(await copy.read('select id from document')).toEqual([{ id: other.id }]);
});

test.each([7, -7])('a clock of the machine that is %d minutes off loses no change', async (minutes) => {
  await using copied = await startCopied();
  const home = getHome(copied);
  copied.waits.push(minutes * 60_000);
  await insertCustomer(home, { name: 'Acme' });
  const copy = await copied.open();
  await copy.complete(signal);

  for (const name of ['Borealis', 'Cascade', 'Delta']) {
    addMinutes(copied, 4);
    await copied.service.request('POST', '/v1/customers', { name, status: 'ACTIVE' });
    await copy.update(signal);
    expect(await readNames(copy)).toContain(name);
  }
});
