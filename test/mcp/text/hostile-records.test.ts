import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { tools } from '../../../tools/index.ts';
import { buildSampleBody } from '../../support/service/samples.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { FormPerson } from '../../support/desk/clients.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import { createHostileApi, tag } from '../support/hostile-api.ts';

let desk: TestDesk;
let sampledRecords: Awaited<ReturnType<typeof readNames>>;

beforeAll(async () => {
  desk = await startDesk({ tools, seed: 'few', server: { apiOf: () => createHostileApi(desk.api) } });
  sampledRecords = await readNames();
});
afterAll(() => desk.close());

/** Reads some different records of each kind. */
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
  const takeOnePerKind = <Row>({ data }: { readonly data: readonly Row[] }, getKind: (row: Row) => string) => [
    ...new Map(data.map((row) => [getKind(row), row])).values(),
  ];
  return {
    shipments: takeOnePerKind(
      shipments,
      ({ status, billingStatus, services }) => `${status} ${billingStatus} ${services.length > 0}`,
    ),
    quotes: takeOnePerKind(quotes, ({ status }) => status),
    bills: takeOnePerKind(bills, ({ status }) => status),
    carriers: carriers.data.filter((_, index) => index % 15 === 0),
    documents: takeOnePerKind(documents, ({ type, status }) => `${type} ${status}`),
    customers: customers.data.slice(0, 3),
  };
}

/** Lists the faults of an answer; none if every free text stands on one line between our marks, and is named. */
function listFaults({ text, data }: CallAnswer) {
  const outside = text.replaceAll(/«[^«»]*»/g, '«»');
  const namedPointers = new Set<string>(data.untrusted ?? []);
  return {
    outside: [...outside.matchAll(new RegExp(`.{0,90}${tag}.{0,10}`, 'g'))].map(([excerpt]) => excerpt),
    lines: text.split('\n').filter((line) => line.startsWith(`DONE. ${tag}`)),
    unnamed: [...listPointers(data)].filter(
      (pointer) => !namedPointers.has(pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')),
    ),
  };
}
/** Lists the lines of a form where record text stands outside quotation marks, or between the marks for models. */
const listUnquotedInForm = (text: string): readonly string[] =>
  text
    .replaceAll(/"[^"\n]*"/g, '""')
    .split('\n')
    .filter((line) => line.includes(tag) || /[«»]/.test(line));

const none = { outside: [], lines: [], unnamed: [] };

function* listPointers(value: unknown, pointer = ''): Generator<string> {
  if (typeof value === 'string' && value.includes(tag)) yield pointer;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    yield* listPointers(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

type HostileCall = readonly [tool: string, input: Record<string, unknown>];

/** Lists the calls whose answers have faults. */
async function listFaulty(calls: readonly HostileCall[], person: FormPerson = 'none') {
  const answers: [string, unknown][] = [];
  const statuses = new Set<string>();
  for (const [name, input] of calls) {
    const answer = await desk.callTool(name, input, person);
    statuses.add(String(answer.data.status ?? answer.data.error?.code ?? 'read'));
    answers.push([`${name} ${JSON.stringify(input)}`, listFaults(answer)]);
  }
  return {
    faulty: answers.filter(([, faultsOfCall]) => JSON.stringify(faultsOfCall) !== JSON.stringify(none)),
    statuses,
  };
}

/** Formats to try. In every run csv is tried with the texts of an attacker (`injection.test.ts`). */
const formats = isDeep ? ['table', 'csv', 'json'] : ['table', 'json'];

test.each<HostileCall>([
  ['list_shipments', {}],
  ['list_shipments', { exception: 'any' }],
  ['list_quotes', {}],
  ['list_bills', { check: true, limit: 10 }],
  ['find_carriers', { query: 'express' }],
  ['find_carriers', { originState: 'IL', destinationState: 'GA' }],
  ['aging_report', { ledger: 'receivables' }],
  ['aging_report', { ledger: 'payables' }],
  ...['equipment', 'charge_codes', 'special_requirements', 'document_types'].map((catalog): HostileCall => [
    'reference_data',
    { catalog },
  ]),
  ['reference_data', { catalog: 'cities', query: 'Chi' }],
])('%s %j marks every free text in every format', async (name, input) => {
  const { faulty } = await listFaulty(formats.map((format) => [name, { ...input, format }]));

  expect(faulty).toEqual([]);
});

test('so does the answer about one record, whatever its state', async () => {
  const { faulty } = await listFaulty([
    ...sampledRecords.shipments.map(({ friendlyId }): HostileCall => ['get_shipment', { shipment: friendlyId }]),
    ['track_shipments', { shipments: sampledRecords.shipments.map(({ friendlyId }) => friendlyId) }],
    ...sampledRecords.carriers.map(({ friendlyId }): HostileCall => ['get_carrier', { carrier: friendlyId }]),
    ...sampledRecords.documents.map(({ id }): HostileCall => ['get_document', { document: id }]),
    ...['SHP-1042', 'trucking', 'BILL-00005', 'INV-01042', 'A100001'].map((query): HostileCall => ['find', { query }]),
  ]);

  expect(faulty).toEqual([]);
});

const lists = catalogue().filter(({ effect, path }) => effect === 'read' && !path.includes('{'));

test('so does every raw reading', async () => {
  const { faulty } = await listFaulty(
    // In a usual run each in one of the formats, in turn.
    lists.flatMap(({ name }, place) =>
      ['table', 'json']
        .filter((_format, nth) => isDeep || nth === place % 2)
        .map((format): HostileCall => ['api_read', { operation: name, input: inputs[name] ?? {}, format, limit: 5 }]),
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
  const { faulty } = await listFaulty([
    ['create_quote', { ...quoted, origin: 'Dallas, TX', equipment: 'spaceship' }],
    ['create_quote', { ...quoted, origin: 'Dallas, TX', equipment: 'reefer' }],
    ['create_quote', { ...quoted, origin: 'Springfield' }],
    ['get_carrier', { carrier: 'express' }],
  ]);

  expect(faulty).toEqual([]);
});

test('so does every plan of a tool, and what became of it', async () => {
  const calls = [
    ...sampledRecords.quotes.flatMap(({ friendlyId }): HostileCall[] => [
      ['price_quote', { quote: friendlyId, amount: 99_000 }],
      ['convert_quote', { quote: friendlyId }],
    ]),
    ['create_quote', { ...quoted, origin: 'Dallas, TX' }],
    ...sampledRecords.bills.map(({ friendlyId }): HostileCall => ['approve_bills', { bills: [friendlyId] }]),
    [
      'approve_bills',
      {
        bills: sampledRecords.bills.filter(({ status }) => status === 'IN_REVIEW').map(({ friendlyId }) => friendlyId),
      },
    ],
    ...sampledRecords.shipments.map(({ friendlyId }): HostileCall => ['cancel_shipment', { shipment: friendlyId }]),
  ] satisfies HostileCall[];
  const planned = await listFaulty(calls);
  const confirmed = await listFaulty(calls, 'accept');
  const listed = await listFaulty([
    ['list_approvals', {}],
    ['audit_log', {}],
  ]);

  expect([...planned.faulty, ...confirmed.faulty, ...listed.faulty]).toEqual([]);
  expect([...planned.statuses]).toEqual(expect.arrayContaining(['approval_required', 'done', 'already_done']));
  expect(desk.shownForms.length).toBeGreaterThan(5);
  expect(desk.shownForms.map(listUnquotedInForm)).toEqual(desk.shownForms.map(() => []));
});

test('so does the plan of every raw write to a record that there is', async () => {
  const calls: HostileCall[] = [];
  for (const entry of catalogue().filter(({ effect, path }) => effect !== 'read' && path.includes('{id}'))) {
    const id = await findId(entry.name.split('.')[0] ?? '');
    const body = buildSampleBody(entry);
    if (id !== undefined) calls.push(['api_write', { operation: entry.name, input: { ...Object(body), id } }]);
  }
  const { faulty, statuses } = await listFaulty(calls);

  expect(calls.length).toBeGreaterThan(40);
  expect(statuses).toContain('approval_required');
  expect(faulty).toEqual([]);
});

/** Finds the id of a record that the sandbox has. */
async function findId(resource: string): Promise<string | undefined> {
  const reader = lists.find(({ name }) => name === `${resource}.filter`);
  if (reader === undefined) return undefined;
  const answer = await desk.api.call(reader.name, { pageSize: 1 });
  const rows = isPlainRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const [first] = rows.filter(isPlainRecord);
  return first === undefined ? undefined : String(first['id']);
}
