import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { tools } from '../../tools/index.ts';
import { buildSampleBody } from '../support/service/samples.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';
import type { FormPerson } from '../support/desk/clients.ts';
import type { CallAnswer } from '../support/desk/clients.ts';
import { hostileApi, tag } from './support/hostile-api.ts';

let desk: TestDesk;
let named: Awaited<ReturnType<typeof readNames>>;

beforeAll(async () => {
  desk = await startDesk({ tools, seed: 'few', server: { apiOf: () => hostileApi(desk.api) } });
  named = await readNames();
});
afterAll(() => desk.close());

/** Of each kind of record some that differ from one another. */
async function readNames() {
  const { api } = desk;
  const size = { pageSize: 250 };
  const [shipments, quotes, bills, carriers, documents, customers] = await Promise.all([
    api.shipments.filter(size),
    api.quotes.filter(size),
    api.bills.filter(size),
    api.carriers.filter(size),
    api.documents.filter(size),
    api.customers.filter(size),
  ]);
  const oneOfEach = <Row>({ data }: { readonly data: readonly Row[] }, kindOf: (row: Row) => string) => [
    ...new Map(data.map((row) => [kindOf(row), row])).values(),
  ];
  return {
    shipments: oneOfEach(
      shipments,
      ({ status, billingStatus, services }) => `${status} ${billingStatus} ${services.length > 0}`,
    ),
    quotes: oneOfEach(quotes, ({ status }) => status),
    bills: oneOfEach(bills, ({ status }) => status),
    carriers: carriers.data.filter((_, index) => index % 15 === 0),
    documents: oneOfEach(documents, ({ type, status }) => `${type} ${status}`),
    customers: customers.data.slice(0, 3),
  };
}

/** What is wrong with an answer; nothing where every free text stands on one line between our marks, and is named. */
function faults({ text, data }: CallAnswer) {
  const outside = text.replaceAll(/«[^«»]*»/g, '«»');
  const named = new Set<string>(data.untrusted ?? []);
  return {
    outside: [...outside.matchAll(new RegExp(`.{0,90}${tag}.{0,10}`, 'g'))].map(([found]) => found),
    lines: text.split('\n').filter((line) => line.startsWith(`DONE. ${tag}`)),
    unnamed: [...pointersOf(data)].filter((pointer) => !named.has(pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'))),
  };
}
const none = { outside: [], lines: [], unnamed: [] };

function* pointersOf(value: unknown, pointer = ''): Generator<string> {
  if (typeof value === 'string' && value.includes(tag)) yield pointer;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    yield* pointersOf(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

type Call = readonly [tool: string, input: Record<string, unknown>];

/** The calls whose answers are not as they have to be. */
async function faultyOf(calls: readonly Call[], person: FormPerson = 'none') {
  const answers: [string, unknown][] = [];
  const statuses = new Set<string>();
  for (const [name, input] of calls) {
    const answer = await desk.callTool(name, input, person);
    statuses.add(String(answer.data.status ?? answer.data.error?.code ?? 'read'));
    answers.push([`${name} ${JSON.stringify(input)}`, faults(answer)]);
  }
  return { faulty: answers.filter(([, found]) => JSON.stringify(found) !== JSON.stringify(none)), statuses };
}

const formats = ['table', 'csv', 'json'];

test.each<Call>([
  ['list_shipments', {}],
  ['list_shipments', { exception: 'any' }],
  ['list_quotes', {}],
  ['list_bills', { check: true, limit: 10 }],
  ['find_carriers', { query: 'express' }],
  ['find_carriers', { originState: 'IL', destinationState: 'GA' }],
  ['aging_report', { ledger: 'receivables' }],
  ['aging_report', { ledger: 'payables' }],
  ...['equipment', 'charge_codes', 'special_requirements', 'document_types'].map((catalog): Call => [
    'reference_data',
    { catalog },
  ]),
  ['reference_data', { catalog: 'cities', query: 'Chi' }],
])('%s %j marks every free text in every format', async (name, input) => {
  const { faulty } = await faultyOf(formats.map((format) => [name, { ...input, format }]));

  expect(faulty).toEqual([]);
});

test('so does the answer about one record, whatever its state', async () => {
  const { faulty } = await faultyOf([
    ...named.shipments.map(({ friendlyId }): Call => ['get_shipment', { shipment: friendlyId }]),
    ['track_shipments', { shipments: named.shipments.map(({ friendlyId }) => friendlyId) }],
    ...named.carriers.map(({ friendlyId }): Call => ['get_carrier', { carrier: friendlyId }]),
    ...named.documents.map(({ id }): Call => ['get_document', { document: id }]),
    ...['SHP-1042', 'trucking', 'BILL-00005', 'INV-01042', 'A100001'].map((query): Call => ['find', { query }]),
  ]);

  expect(faulty).toEqual([]);
});

const lists = catalogue().filter(({ effect, path }) => effect === 'read' && !path.includes('{'));

test('so does every raw reading', async () => {
  const { faulty } = await faultyOf(
    lists.flatMap(({ name }) =>
      ['table', 'json'].map((format): Call => [
        'api_read',
        { operation: name, input: inputs[name] ?? {}, format, limit: 5 },
      ]),
    ),
  );

  expect(faulty).toEqual([]);
});

/** Inputs of operations that need one. */
const inputs: Readonly<Record<string, object>> = {
  'shipments.track': { searches: ['SHP-1300', 'SHP-1299'] },
  'globalSearch.run': { query: 'express' },
};

const quoted = { customer: 'A100001', destination: 'Chicago, IL', pickup: '2026-11-24', delivery: '2026-11-26' };

test('so does a refusal that names what there is', async () => {
  const { faulty } = await faultyOf([
    ['create_quote', { ...quoted, origin: 'Dallas, TX', equipment: 'spaceship' }],
    ['create_quote', { ...quoted, origin: 'Dallas, TX', equipment: 'reefer' }],
    ['create_quote', { ...quoted, origin: 'Springfield' }],
    ['get_carrier', { carrier: 'express' }],
  ]);

  expect(faulty).toEqual([]);
});

test('so does every plan of a tool, and what became of it', async () => {
  const calls = [
    ...named.quotes.flatMap(({ friendlyId }): Call[] => [
      ['price_quote', { quote: friendlyId, amount: 99_000 }],
      ['convert_quote', { quote: friendlyId }],
    ]),
    ['create_quote', { ...quoted, origin: 'Dallas, TX' }],
    ...named.bills.map(({ friendlyId }): Call => ['approve_bills', { bills: [friendlyId] }]),
    [
      'approve_bills',
      { bills: named.bills.filter(({ status }) => status === 'IN_REVIEW').map(({ friendlyId }) => friendlyId) },
    ],
    ...named.shipments.map(({ friendlyId }): Call => ['cancel_shipment', { shipment: friendlyId }]),
  ] satisfies Call[];
  const planned = await faultyOf(calls);
  const confirmed = await faultyOf(calls, 'accept');
  const listed = await faultyOf([
    ['list_approvals', {}],
    ['audit_log', {}],
  ]);

  expect([...planned.faulty, ...confirmed.faulty, ...listed.faulty]).toEqual([]);
  expect([...planned.statuses]).toEqual(expect.arrayContaining(['approval_required', 'done', 'already_done']));
  expect(desk.shown.length).toBeGreaterThan(5);
  expect(desk.shown.map((text) => faults({ text, data: {} }))).toEqual(desk.shown.map(() => none));
});

test('so does the plan of every raw write to a record that there is', async () => {
  const calls: Call[] = [];
  for (const entry of catalogue().filter(({ effect, path }) => effect !== 'read' && path.includes('{id}'))) {
    const id = await idFor(entry.name.split('.')[0] ?? '');
    const body = buildSampleBody(entry);
    if (id !== undefined) calls.push(['api_write', { operation: entry.name, input: { ...Object(body), id } }]);
  }
  const { faulty, statuses } = await faultyOf(calls);

  expect(calls.length).toBeGreaterThan(40);
  expect(statuses).toContain('approval_required');
  expect(faulty).toEqual([]);
});

/** Of a record that the sandbox has. */
async function idFor(resource: string): Promise<string | undefined> {
  const reader = lists.find(({ name }) => name === `${resource}.filter`);
  if (reader === undefined) return undefined;
  const answer = await desk.api.call(reader.name, { pageSize: 1 });
  const rows = isPlainRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const [first] = rows.filter(isPlainRecord);
  return first === undefined ? undefined : String(first['id']);
}
