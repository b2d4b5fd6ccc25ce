import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import { createSqliteThreads } from '../../src/store/sqlite/threads.ts';
import { insertCustomer } from '../support/records/fixtures.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type CopiedService, compareWithStore, signal, startCopied } from './copied.ts';

const longEnough = { shareMs: 3_600_000 };

const takeKinds = ({ requests }: CopiedService) =>
  requests.splice(0).map(({ path }) => path.replace('/v1/', '').replace('/filter', ''));

const readSandboxId = async ({ service }: CopiedService) => {
  const rows = await service.database.reader
    .selectFrom('organization')
    .select('id')
    .where('is_sandbox', '=', 1)
    .execute();
  return rows[0]?.id ?? '';
};

const readCustomerNames = (copy: { read: (query: string) => Promise<readonly Readonly<Record<string, unknown>>[]> }) =>
  copy.read('select name from customer order by name').then((rows) => rows.map(({ name }) => name));

test('a question that reads six kinds of records makes six requests when nothing has changed', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  const tables = ['shipment', 'freight_order', 'load', 'bill', 'invoice', 'customer'];
  await copy.refresh(signal, tables);
  copied.requests.length = 0;
  copy.noteWrite();
  await copy.refresh(signal, tables);
  expect(takeKinds(copied).toSorted()).toEqual(
    ['bills', 'customers', 'invoices', 'loads', 'locations', 'orders', 'shipments'].toSorted(),
  );

  const again = await copied.open(true, { shareMs: 1 });
  await again.refresh(signal, tables);
  copied.requests.length = 0;
  await waitUntil(async () => {
    await again.refresh(signal, tables);
    return copied.requests.length > 0;
  });

  expect(takeKinds(copied).toSorted()).toEqual(['bills', 'customers', 'invoices', 'loads', 'orders', 'shipments']);
});

test('questions at the same time, and shortly after one another, share an update', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  copied.requests.length = 0;

  await Promise.all([
    copy.refresh(signal, ['customer', 'shipment']),
    copy.refresh(signal, ['shipment', 'carrier']),
    copy.refresh(signal, ['customer']),
  ]);
  expect(takeKinds(copied).toSorted()).toEqual(['carriers', 'customers', 'shipments']);

  await copy.refresh(signal, ['carrier', 'customer', 'shipment']);
  await copy.refresh(signal, ['shipment', 'vendor']);
  expect(takeKinds(copied)).toEqual(['vendors']);
});

test('what this process wrote is in the next answer, whatever is shared', async () => {
  await using copied = await startCopied();
  const home = { database: copied.service.database, organizationId: copied.service.organizationId };
  const copy = await copied.open(true, longEnough);
  await insertCustomer(home, { name: 'Acme' });
  await copy.refresh(signal, ['customer']);

  await insertCustomer(home, { name: 'Borealis' });
  await copy.refresh(signal, ['customer']);
  expect(await readCustomerNames(copy)).toEqual(['Acme']);
  copy.noteWrite();
  await copy.refresh(signal, ['customer']);

  expect(await readCustomerNames(copy)).toEqual(['Acme', 'Borealis']);
});

test('what was written while an update was under way is in the next answer', async () => {
  await using copied = await startCopied();
  const home = { database: copied.service.database, organizationId: copied.service.organizationId };
  const copy = await copied.open(true, longEnough);
  await insertCustomer(home, { name: 'Acme' });
  await copy.complete(signal);
  const answered = Promise.withResolvers<void>();
  const answerHold = Promise.withResolvers<void>();
  copied.between.fetch = async (request, next) => {
    const answer = await next(request);
    answered.resolve();
    await answerHold.promise;
    return answer;
  };

  const first = copy.refresh(signal, ['customer']);
  await answered.promise;
  await insertCustomer(home, { name: 'Borealis' });
  copy.noteWrite();
  const second = copy.refresh(signal, ['customer']);
  answerHold.resolve();
  await Promise.all([first, second]);

  expect(await readCustomerNames(copy)).toEqual(['Acme', 'Borealis']);
});

test('an update that failed is asked for again by the next question, and one caller who goes away ends nobody else', async () => {
  await using copied = await startCopied();
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  copied.between.fetch = async () =>
    new Response(JSON.stringify({ error: { code: 'FORBIDDEN', message: 'no' } }), { status: 403 });
  await expect(copy.refresh(signal, ['customer'])).rejects.toMatchObject({ code: 'FORBIDDEN' });

  copied.between.fetch = (request, next) => next(request);
  copied.requests.length = 0;
  const leaving = new AbortController();
  const leavingRefresh = copy.refresh(leaving.signal, ['customer']);
  const staying = copy.refresh(signal, ['customer']);
  leaving.abort();

  await expect(leavingRefresh).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await staying).toMatchObject({ isWhole: true, isCurrent: true });
  expect(takeKinds(copied)).toEqual(['customers']);
});

test('the first question is answered from what is there, and the copy is filled behind its answer', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const copy = await copied.open(true, { patienceMs: 0 });

  const first = await copy.refresh(signal, ['shipment', 'bill']);
  expect(first.isWhole).toBe(false);
  await waitUntil(async () => (await copy.progress()).isWhole);

  expect(await copy.refresh(signal, ['shipment', 'bill'])).toMatchObject({ isWhole: true, completeFrom: null });
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
});

test('a first question that has the time waits until what it asked for is whole, and reads that first', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const copy = await copied.open(true, { patienceMs: 600_000 });

  const answered = await copy.refresh(signal, ['bill']);

  expect(answered).toMatchObject({ isWhole: true, isCurrent: true });
  const pages = copied.requests.filter(({ body }) => body.cursor !== undefined).map(({ path }) => path);
  expect(new Set(pages)).toEqual(new Set(['/v1/bills/filter']));
});

test('closing ends what is read behind the answers, and the next one goes on with it', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const copy = await copied.open(true, { patienceMs: 0 });
  await copy.refresh(signal, ['shipment']);
  await waitUntil(async () => copied.requests.some(({ body }) => body.cursor !== undefined));
  await copy.close();
  const before = copied.requests.length;
  const listCursors = () => copied.requests.flatMap(({ body }) => body.cursor ?? []);

  const next = await copied.open(true, { patienceMs: 600_000 });
  expect(copied.requests).toHaveLength(before);
  await next.refresh(signal, ['shipment']);
  await waitUntil(async () => (await next.progress()).isWhole);

  // At most the page in hand was read twice.
  expect(listCursors().length - new Set(listCursors()).size).toBeLessThanOrEqual(1);
  expect(await compareWithStore(next, copied.service, await readSandboxId(copied))).toEqual({});
});

test('a fault behind the answers is noted once, and the next question goes on', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const logged: string[] = [];
  const copy = await copied.open(true, { log: (_level, message) => logged.push(message), patienceMs: 600_000 });
  copied.between.fetch = async (request, next) => {
    const isOlder = request.url.endsWith('/filter') && (await request.clone().text()).includes('cursor');
    if (!isOlder) return next(request);
    return new Response(JSON.stringify({ error: { code: 'FORBIDDEN', message: 'no' } }), { status: 403 });
  };

  expect(await copy.refresh(signal, ['bill'])).toMatchObject({ isWhole: false, isCurrent: true });
  expect(logged).toEqual(['The copy of the records could not be filled further; the next question goes on with it.']);

  copied.between.fetch = (request, next) => next(request);
  expect(await copy.refresh(signal, ['bill'])).toMatchObject({ isWhole: true });
  expect(logged).toHaveLength(1);
});

test('with the first question of a day the copy is compared with the API behind the answer, and mended', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const logged: string[] = [];
  const options = { checksDaily: true, log: (_level: string, message: string) => void logged.push(message) };
  const copy = await copied.open(true, options);
  const other = await copied.open(true, options);
  await copy.complete(signal);
  const replaceVendorNames = () => {
    using file = new DatabaseSync(copied.url.slice('sqlite:'.length));
    file.exec("update vendor set name = 'Somebody else'");
  };
  const isMended = async () => (await copy.read("select 1 from vendor where name = 'Somebody else'")).length === 0;
  const readComparison = async () => (await copy.progress()).comparison;
  replaceVendorNames();

  await copy.refresh(signal, ['carrier']);
  await waitUntil(async () => (await readComparison())?.isRepaired === true);
  const first = await readComparison();
  replaceVendorNames();
  await Promise.all([copy.refresh(signal, ['carrier']), other.refresh(signal, ['carrier'])]);
  await other.close();

  expect(first).toMatchObject({ isRepaired: true });
  expect(first?.different).toBeGreaterThan(0);
  expect(first?.compared).toBeGreaterThan(100);
  expect(await readComparison()).toEqual(first);
  expect(await isMended()).toBe(false);
  expect(logged).toEqual(['Some records of the copy were not as the API shows them; they were read again.']);

  copied.service.clock.now = new Date(Date.parse(copied.service.clock.now) + 86_400_000).toISOString();
  const next = await copied.open(true, options);
  await next.refresh(signal, ['carrier']);
  await waitUntil(isMended);
});

test('a comparison that runs somewhere else is asked for once a day and not done here', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const days: string[] = [];
  const compareElsewhere = async (day: string) => void days.push(day);
  const copy = await copied.open(true, { checksDaily: true, compareElsewhere });
  await copy.complete(signal);

  await copy.refresh(signal, ['carrier']);
  await copy.refresh(signal, ['carrier']);
  await copy.close();

  expect(days).toEqual([copied.service.clock.now.slice(0, 10)]);
  const other = await copied.open(true);
  expect((await other.progress()).comparison).toBeUndefined();
});

test('how many records there are is known without counting them, whatever came and went', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  const caller = await copied.service.callerWith(copied.credentials);
  const made = await caller.request('POST', '/v1/vendors', { name: 'Dock Five', status: 'ACTIVE' });
  await caller.request('POST', '/v1/vendors', { name: 'Dock Six', status: 'ACTIVE' });
  await copy.update(signal);
  await caller.request('DELETE', `/v1/vendors/${made.body.id}`);
  await copy.update(signal);

  const { collections } = await copy.progress();
  const [vendors] = await copy.read('select count(*) as records from vendor');
  const [loads] = await copy.read('select count(*) as records from load');

  expect(collections).toContainEqual(expect.objectContaining({ name: 'vendors', ...vendors }));
  expect(collections).toContainEqual(expect.objectContaining({ name: 'loads', ...loads }));
});

test('records that a question has just read are read again only where they have changed since', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  const caller = await copied.service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
  const [{ id = '' } = {}] = await copy.read('select id from shipment limit 1');
  const readShipment = async () => (await caller.request('GET', `/v1/shipments/${String(id)}`)).body;
  const judge = async () => {
    const shipment = await readShipment();
    const shownRecords = { shipment: [shipment], freight_order: shipment.orders };
    const owner = { shipment: [String(id)] };
    return copy.readCurrent(signal, {
      freshRecords: shownRecords,
      belongings: { bill: owner },
      linked: { customer: [shipment.customerId] },
    });
  };
  copied.requests.length = 0;

  expect(new Set(await judge())).toEqual(new Set(['shipment', 'freight_order', 'bill', 'customer']));
  expect(takeKinds(copied).toSorted()).toEqual(['bills', 'customers']);
  await judge();
  expect(takeKinds(copied)).toEqual([]);

  copied.service.clock.now = new Date(Date.parse(copied.service.clock.now) + 60_000).toISOString();
  await caller.request('PATCH', `/v1/shipments/${String(id)}`, { key: 'changed' });
  await judge();
  expect(takeKinds(copied)).toEqual(['shipments']);
  expect(await copy.read('select updated_at as at from shipment where id = ?', [id])).toEqual([
    { at: (await readShipment()).updatedAt },
  ]);
});

test('papers that the copy has and a question was not shown are read again', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  const [{ id = '' } = {}] = await copy.read(
    "select record_id as id from document_link where record_type = 'shipment' limit 1",
  );
  const belongings = { document: { shipment: [String(id)] } };
  copied.requests.length = 0;

  await copy.readCurrent(signal, { freshRecords: { document: [] }, belongings, linked: {} });

  expect(takeKinds(copied)).toEqual(['documents']);
});

/** Lists the statements that the database of the copy runs during the work. */
async function listStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const queries = vi.spyOn(StatementSync.prototype, 'all');
  try {
    await work();
    return queries.mock.contexts.flatMap((statement) =>
      statement instanceof StatementSync ? [statement.sourceSQL] : [],
    );
  } finally {
    queries.mockRestore();
  }
}

const readTable = (statement: string): string => /\bfrom "?(\w+)/.exec(statement)?.[1] ?? statement;

test('a question that shares an update reads once what the copy knows of itself', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  const tables = ['quote', 'customer', 'freight_order'];
  await copy.refresh(signal, tables);

  const statements = await listStatements(() => copy.refresh(signal, tables));

  expect(statements.map(readTable).toSorted()).toEqual([
    'copied_collection',
    'copied_field',
    'embedded_host',
    'unknown_status',
  ]);
});

test('a question that shares an update sends one message to the thread of the copy, and one for its queries', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, { ...longEnough, threads: createSqliteThreads() });
  await copy.complete(signal);
  const tables = ['quote', 'customer'];
  await copy.refresh(signal, tables);
  const messages = vi.spyOn(Worker.prototype, 'postMessage');

  const { readTogether } = await copy.refresh(signal, tables);
  await readTogether(tables.map((table) => ({ sql: `select count(*) from ${table}`, parameters: [] })));
  const count = messages.mock.calls.length;
  messages.mockRestore();

  expect(count).toBe(2);
});

test('an update asks for all collections together which of them still need work', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open(true, longEnough);
  await copy.complete(signal);
  copy.noteWrite();

  const statements = await listStatements(() => copy.refresh(signal, ['customer', 'carrier', 'vendor']));

  expect(statements.filter((text) => text.includes('from "reread"'))).toHaveLength(1);
  expect(statements.filter((text) => /"(embedded_host|reread)" where "collection"/.test(text))).toEqual([]);
});
