import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { isAmongValues, matchRule } from '../../../src/copy-tables/conditions.ts';
import { createQueries } from '../../../src/copy-tables/query-builder.ts';
import { payableBill } from '../../../src/domain/bills/bill.ts';
import { isComparedTo, matchAll } from '../../../src/domain/rules/rule.ts';
import { listCollections } from '../../../src/mcp/copied/query-tables.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { listQueryGaps } from '../../../src/mcp/copied/unsent-fields.ts';
import { createCopiedRecords } from '../../../src/mcp/tool/copied-records.ts';
import type { CopiedRecords } from '../../../src/mcp/tool/records-copy.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { startCopied, signal } from '../../copy/copied.ts';
import { startDesk } from '../../support/desk.ts';

const db = createQueries(async () => []);

const queries = {
  'a table': [db.selectFrom('bill').select('id'), ['bill']],
  'a table of a record': [db.selectFrom('order_stop as s').select('s.city'), ['freight_order']],
  'a join': [
    db.selectFrom('bill as b').leftJoin('carrier as c', 'c.id', 'b.carrier_id').select(['b.id', 'c.name']),
    ['bill', 'carrier'],
  ],
  'a condition': [
    db
      .selectFrom('invoice as i')
      .select('i.id')
      .where('i.customer_id', 'in', db.selectFrom('customer').select('id').where('name', '=', 'Acme')),
    ['invoice', 'customer'],
  ],
  'a query with a name': [
    db
      .with('late', (name) => name.selectFrom('bill').select('id').where('due_date', '<', '2026-01-01'))
      .selectFrom('late')
      .selectAll(),
    ['bill'],
  ],
  'SQL inside a query': [
    db
      .selectFrom('bill')
      .select(sql<number>`(select count(*) from vendor v where v.id = bill.vendor_id)`.as('vendors')),
    ['bill', 'vendor'],
  ],
  'columns of facts': [
    db.selectFrom('shipment_fact').select(['id', 'pod', 'route']),
    ['shipment', 'document', 'freight_order'],
  ],
  'no other columns of facts': [db.selectFrom('shipment_fact').select('id'), ['shipment']],
} as const;

test.each(Object.entries(queries))('%s: the query names what must be current', (_, [query, collections]) => {
  expect(listCollections(query.compile()).toSorted()).toEqual([...collections].toSorted());
});

test('SQL text names what must be current, as figures print it', () => {
  const text = 'select count(*) from load l, load_carrier lc join "carrier" c on c.id = lc.carrier_id, json_each(?)';

  expect(listCollections({ sql: text, parameters: [] }).toSorted()).toEqual(['carrier', 'load']);
});

test('nothing is written to the copy', async () => {
  await expect(async () =>
    listCollections(
      createQueries(async () => [])
        .deleteFrom('bill')
        .compile(),
    ),
  ).rejects.toThrow('the copy is only read');
});

/** A tool that runs whatever the test gives it. */
function createProbe() {
  const probe: { run: (records: CopiedRecords) => Promise<unknown> } = { run: async () => undefined };
  const reading = tool({
    name: 'probe',
    title: 'Probe',
    description: 'Reads the copy.',
    toolset: 'desk',
    gate: 'none',
    operations: ['customers.filter'],
    input: z.strictObject({}),
    output: z.object({ answer: z.unknown() }),
    async read(ctx) {
      const records = await ctx.records();
      const answer = await probe.run(records);
      return recordResult({ summary: 'Read.', asOf: records.asOf(), lines: [], data: { answer }, untrusted: [] });
    },
  });
  return { probe, reading };
}

test('what a query reads is current because it reads it', async () => {
  const { probe, reading } = createProbe();
  await using desk = await startDesk({ tools: [reading] });
  probe.run = (records) => records.db.selectFrom('customer').select(['name', 'status']).orderBy('name').execute();
  await desk.callTool('probe');
  await desk.api.customers.create({ name: 'Acme', status: 'ACTIVE' });

  const { data } = await desk.callTool('probe');

  expect(data).toMatchObject({ answer: [{ name: 'Acme', status: 'ACTIVE' }] });
});

test('a later query of a question says what is never sent in a table that an earlier one has read', async () => {
  await using copied = await startCopied();
  const copy = await copied.fill();
  const gaps = new Set<string>();
  const records = await createCopiedRecords({
    copy: async () => copy,
    async refresh(names) {
      const extent = await copy.refresh(signal, names);
      const unsentFields = new Set(names.map((name) => `${name}.customer`));
      const noteQuery = (query: string) => {
        for (const { key } of listQueryGaps(query, unsentFields)) gaps.add(key);
      };
      return { ...extent, asOf: extent.asOf ?? '', unsentFields, unread: [], noteQuery };
    },
    signal,
    now: () => copied.service.clock.now,
    countWrites: () => 0,
  });
  await records.db.selectFrom('quote').select('id').execute();
  expect([...gaps]).toEqual([]);

  await records.db
    .selectFrom('quote as q')
    .leftJoin('customer as c', 'c.id', 'q.customer_id')
    .select(['q.id', 'c.name'])
    .execute();

  expect([...gaps]).toEqual(['fields.quote.customer']);
});

test('rules and lists of values are conditions of a query', async () => {
  const { probe, reading } = createProbe();
  await using desk = await startDesk({ tools: [reading] });
  for (const name of ['Acme', 'Brown', 'Cole']) await desk.api.customers.create({ name, status: 'ACTIVE' });
  const isNamedAfter = matchAll(isComparedTo<'name', 'first'>('name', '>=', { given: 'first' }));
  probe.run = (records) =>
    records.db
      .selectFrom('customer as c')
      .select('c.name')
      .where(isAmongValues('c.name', ['Acme', 'Brown', 'Nobody']))
      .where(matchRule(isNamedAfter, 'c', { first: 'B' }))
      .execute();

  const { data } = await desk.callTool('probe');

  expect(data).toMatchObject({ answer: [{ name: 'Brown' }] });
  expect(db.selectFrom('bill as b').select('b.id').where(matchRule(payableBill, 'b')).compile().sql).toContain(
    'b.status',
  );
});

test('several queries are answered as of one moment, however much is written between them', async () => {
  await using copied = await startCopied();
  const copy = await copied.fill();
  const counts = { sql: 'select count(*) as count from customer', parameters: [] };
  const names = { sql: 'select name from customer', parameters: [] };
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const write = async () => {
    for (let place = 0; place < 30 && !ending.signal.aborted; place += 1) {
      await copied.api.customers.create({ name: `Customer ${place}`, status: 'ACTIVE' });
      await copy.update(signal, ['customer']);
    }
  };
  const writing = write().finally(() => ending.abort());
  const differences: unknown[] = [];
  while (!ending.signal.aborted) {
    const [count, rows] = await copy.readTogether([counts, names]);
    if (count?.[0]?.['count'] !== rows?.length) differences.push([count, rows]);
    await new Promise(setImmediate);
  }
  await writing;

  expect(differences).toEqual([]);
  expect(await copy.read(counts.sql)).toEqual([{ count: 30 }]);
});

test('questions that are asked at the same time wait for one another, one that fails too', async () => {
  await using copied = await startCopied();
  await copied.api.customers.create({ name: 'Acme', status: 'ACTIVE' });
  const copy = await copied.fill();
  const names = { sql: 'select name from customer', parameters: [] };
  const broken = { sql: 'select nothing from customer', parameters: [] };

  const answers = await Promise.allSettled([names, broken, names].map((query) => copy.readTogether([query, names])));

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('records are read again by their ids, although the API does not say that they changed', async () => {
  await using copied = await startCopied();
  const [changed, gone] = [
    await copied.api.customers.create({ name: 'Acme', status: 'ACTIVE' }),
    await copied.api.customers.create({ name: 'Brown', status: 'ACTIVE' }),
  ];
  const copy = await copied.fill();
  await copied.api.customers.update({ id: changed.id, name: 'Acme Foods' });
  await copied.api.customers.delete({ id: gone.id });
  const read = () => copy.read('select name from customer order by name');
  expect(await read()).toEqual([{ name: 'Acme' }, { name: 'Brown' }]);

  await copy.readAgain(signal, { customer: [changed.id, gone.id] });

  expect(await read()).toEqual([{ name: 'Acme Foods' }]);
});

async function startTied() {
  const copied = await startCopied({ shipments: 60 });
  copied.past.mayRead = () => false;
  copied.between.fetch = async (request, pass) => {
    if (!request.url.endsWith('/filter')) return pass(request);
    const body: object = JSON.parse(await request.clone().text());
    const { url, method, headers } = request;
    return pass(new Request(url, { method, headers, body: JSON.stringify({ ...body, pageSize: 5 }) }));
  };
  const { data: papers } = await copied.api.documents.filter({
    filter: { type: { equalTo: 'PROOF_OF_DELIVERY' } },
    pageSize: 250,
  });
  const oldest = papers.toReversed().find(({ tags }) => typeof tags?.shipmentId === 'string');
  const copy = await copied.open();
  await copy.update(signal);
  const shipmentId = String(oldest?.tags?.shipmentId);
  const listPapers = () =>
    copy.read('select document_id as id from document_link where record_id = ? order by id', [shipmentId]);
  return { copied, copy, shipmentId, listPapers, [Symbol.asyncDispose]: copied[Symbol.asyncDispose] };
}

test('what belongs to a record is read again by it, page by page, and leaves the copy when it is gone', async () => {
  await using tied = await startTied();
  const { copied, copy, shipmentId, listPapers } = tied;
  expect(await listPapers()).toEqual([]);
  const announced = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((place) =>
      copied.api.documents.create({
        type: 'PROOF_OF_DELIVERY',
        fileName: `pod-${place}.pdf`,
        tags: { shipmentId },
      }),
    ),
  );

  const read = await copy.readAgain(signal, {}, { document: { shipment: [shipmentId] } });

  expect(read).toEqual(['document']);
  expect((await listPapers()).length).toBeGreaterThan(announced.length);
  for (const { id } of announced) await copied.api.documents.delete({ id });
  await copy.readAgain(signal, {}, { document: { shipment: [shipmentId] } });
  expect((await listPapers()).length).toBe(1);
});

test.each([
  [
    'names it as not applied',
    (body: object) => ({ ...body, errors: [{ field: 'filter.shipmentId', message: 'unknown' }] }),
  ],
  ['ignores it', (body: object) => body],
])('an API that %s in a filter is not taken at its word', async (_title, change) => {
  await using tied = await startTied();
  const { copied, copy, shipmentId, listPapers } = tied;
  const { fetch } = copied.between;
  copied.between.fetch = async (request, pass) => {
    const text = await request.clone().text();
    if (!text.includes('shipmentId')) return fetch(request, pass);
    const { url, method, headers } = request;
    const { filter: _ignored, ...body }: { filter?: unknown } = JSON.parse(text);
    const answer = await fetch(new Request(url, { method, headers, body: JSON.stringify(body) }), pass);
    const answered: object = JSON.parse(await answer.text());
    return Response.json(change(answered), {
      status: answer.status,
      headers: { date: answer.headers.get('date') ?? '' },
    });
  };

  const read = await copy.readAgain(signal, {}, { document: { shipment: [shipmentId] } });

  expect(read).toEqual([]);
  expect(await listPapers()).toEqual([]);
});

test('a comparison with 0 or 1 stands in the text, where a partial index is proved from it; other values are parameters', () => {
  const query = createQueries(async () => [])
    .selectFrom('haul_fact')
    .select('id')
    .where('is_live', '=', 1)
    .where('carrier_id', '=', 'one')
    .where('miles', '>', 250);
  const { sql, parameters } = query.compile();

  expect(sql).toBe('select "id" from "haul_fact" where "is_live" = 1 and "carrier_id" = ? and "miles" > ?');
  expect(parameters).toEqual(['one', 250]);
});
