import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatLocalTime } from '../../../src/domain/places/local-time.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { tools } from '../../../tools/index.ts';
import { checkInput, requireOperation } from '../../../tools/calls/catalogue-call.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

let desk: TestDesk;
let client: Client;

beforeAll(async () => {
  desk = await startDesk({ tools, seed: 'small' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(desk.server.buildServer, { transport: far });
  client = new Client({ name: 'strict', version: '1' }, { capabilities: {} });
  await client.connect(near);
  // From now on the client refuses every result that does not fit the output schema of its tool.
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  await desk.close();
});

/** Over stdio a host reads it as one line, at every start. */
const listBytesMax = 75_000;

test('the list of all tools is short', async () => {
  const list = await client.listTools();

  expect(list.tools).toHaveLength(tools.length);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(listBytesMax);
});

async function call(name: string, input?: Record<string, unknown>): Promise<CallAnswer> {
  const result = await client.callTool({ name, ...(input && { arguments: input }) });
  // The protocol's own shape: one text, and an object that the client has checked.
  const [{ text }] = result.content as [{ text: string }];
  return { text, data: result.structuredContent, ...(result.isError === true && { isError: true }) };
}

const countTokens = (text: string) => encode(text).length;

/** Lists the faults of an answer of any tool. */
function listFaults({ text, data }: CallAnswer, tokensMax = 2000) {
  const sizes = { text: countTokens(text), data: countTokens(JSON.stringify(data)) };
  return {
    tooLong: Object.entries(sizes).filter(([, size]) => size > tokensMax),
    nextActions: getNextActions(data).flatMap(listActionFaults),
    // Each channel alone says which records it is about.
    missingInText: listNames(data).filter((name) => !text.includes(name)),
  };
}
/** Returns the limit of tokens: a call that says how much it wants of a list gets more at once. */
const getTokensMax = (input: object) => ('limit' in input || 'format' in input ? 10_000 : 2000);

const none = { tooLong: [], nextActions: [], missingInText: [] };

const getNextActions = (data: CallAnswer['data']): NextAction[] => data.nextActions ?? data.error?.nextActions ?? [];

function listActionFaults({ tool: name, arguments: input, why }: NextAction): string[] {
  const tool = tools.find((tool) => tool.name === name);
  if (!tool) return [`${name} is not a tool`];
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return [`${name} ${JSON.stringify(input)}: ${parsed.error.message}`];
  if (why === '') return [`${name}: no reason`];
  if (!name.startsWith('api_') || name === 'api_search') return [];
  try {
    // Parsed just now: the operation is a text and its input a record.
    const rawCall = parsed.data as { operation: string; input?: Record<string, unknown> };
    checkInput(requireOperation(rawCall.operation), rawCall.input ?? {});
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Lists the friendly ids of the rows or of the record. */
function listNames(data: CallAnswer['data']): string[] {
  const rows: Record<string, unknown>[] = data.rows ?? (data.record ? [data.record] : []);
  return rows.flatMap(({ friendlyId }) => (typeof friendlyId === 'string' ? [friendlyId] : []));
}

const lists = [
  ['list_shipments', {}],
  ['list_shipments', { exception: 'any' }],
  ['list_shipments', { status: 'active', pickupFrom: 'last week' }],
  ['list_quotes', {}],
  ['list_quotes', { expiringWithinHours: 24 }],
  ['list_bills', {}],
  ['list_bills', { verdict: 'clean' }],
  ['list_bills', { overdue: true, sort: 'amount' }],
  ['find_carriers', {}],
  ['find_carriers', { query: 'express', equipment: 'reefer' }],
  ['aging_report', { ledger: 'receivables' }],
  ['aging_report', { ledger: 'payables' }],
  ['reference_data', { catalog: 'equipment' }],
  ['reference_data', { catalog: 'charge_codes' }],
  ['reference_data', { catalog: 'document_types' }],
  ['find', { query: '1042' }],
  ['find', { query: 'trucking' }],
  ['api_read', { operation: 'bills.filter' }],
  ['api_read', { operation: 'customers.filter' }],
  ['api_read', { operation: 'shipments.filter', limit: 50 }],
  ['list_approvals', {}],
  ['audit_log', {}],
] as const;

test.each(lists)(
  '%s %j is a list with summary, time, total, rows and cursor, complete in both channels',
  async (name, input) => {
    const answer = await call(name, { ...input });

    expect(answer.isError).toBeUndefined();
    expect(answer.data).toMatchObject({ summary: expect.any(String), asOf: desk.clock.now, rows: expect.any(Array) });
    expect(Object.keys(answer.data)).toEqual(expect.arrayContaining(['total', 'nextCursor']));
    expect(answer.text).toContain(answer.data.summary);
    expect(answer.text).toContain(
      answer.data.nextCursor ?? `As of ${formatLocalTime(answer.data.asOf, 'America/Chicago')}.`,
    );
    expect(answer.data.rows.length).toBeLessThanOrEqual(answer.data.total ?? Infinity);
    expect(listFaults(answer, getTokensMax(input))).toEqual(none);
  },
);

test.each([
  ['list_shipments', { exception: 'any', limit: 20 }, 'friendlyId'],
  ['list_shipments', { status: 'IN_TRANSIT', limit: 7, format: 'csv' }, 'friendlyId'],
  ['list_quotes', { status: 'QUOTED', limit: 40 }, 'friendlyId'],
  ['list_bills', { status: 'IN_REVIEW', limit: 10 }, 'friendlyId'],
  ['list_bills', { verdict: 'clean', format: 'json' }, 'friendlyId'],
  ['find_carriers', { query: 'trucking', limit: 50 }, 'name'],
  ['aging_report', { ledger: 'payables', limit: 60 }, 'friendlyId'],
  ['reference_data', { catalog: 'charge_codes', limit: 11 }, 'name'],
  ['api_read', { operation: 'vendors.filter', limit: 3 }, 'friendlyId'],
  ['find', { query: 'trucking', limit: 50 }, 'friendlyId'],
])('walking %s %j by its cursor gives every row once', async (name, input, id) => {
  const seen: unknown[] = [];
  let cursor: string | null = null;
  let total: number | null = null;
  do {
    const { data, text }: CallAnswer = await call(name, { ...input, ...(cursor && { cursor }) });
    expect(data.error).toBeUndefined();
    seen.push(...data.rows.map((row: Record<string, unknown>) => row[id]));
    expect(data.rows.length).toBeGreaterThan(0);
    expect(countTokens(text)).toBeLessThanOrEqual(getTokensMax(input));
    total = data.total;
    cursor = data.nextCursor;
  } while (cursor !== null);

  expect(new Set(seen).size).toBe(seen.length);
  // The raw page does not know how many there are; find shows the newest of each kind.
  const expected: Readonly<Record<string, number>> = { api_read: seen.length, find: 50 };
  expect(seen.length).toBe(expected[name] ?? total);
});

test.each([
  ['list_shipments', {}, ['status', 'friendlyId']],
  ['list_shipments', {}, ['friendlyId', 'revenue']],
  ['list_quotes', {}, ['friendlyId', 'customer']],
  ['list_quotes', {}, ['amount', 'friendlyId']],
  ['list_bills', {}, ['friendlyId', 'open', 'reference']],
  ['find_carriers', {}, ['name', 'mc']],
  ['aging_report', { ledger: 'receivables' }, ['name', 'total']],
  ['reference_data', { catalog: 'equipment' }, ['name']],
  ['track_shipments', { shipments: ['SHP-2300', 'SHP-2299'] }, ['friendlyId', 'status']],
])(
  '%s %j shows exactly the fields %j, and amounts bring their currency, in every format',
  async (name, input, fields) => {
    const wantedFields = fields.some((field) => ['revenue', 'amount', 'open', 'total'].includes(field))
      ? [...fields, 'currency']
      : fields;

    const [table, csv, json] = await Promise.all(
      ['table', 'csv', 'json'].map((format) => call(name, { ...input, fields, format })),
    );

    for (const answer of [table, csv, json]) expect(Object.keys(answer?.data.rows[0])).toEqual(wantedFields);
    const [headings] = /^\| .+ \|$/m.exec(table?.text ?? '') ?? [];
    expect(csv?.text).toContain(
      `\n${headings?.slice(2, -2).split(' | ').join(',')}\n`.replace(',currency', ',Currency'),
    );
    expect(json?.text).toContain(`\n[{"${wantedFields[0]}":`);
    expect(table?.text).toMatch(/\n\| ---:? \|/);
  },
);

test.each(tools)(
  '$name refuses arguments that it does not have by name, and says which it has',
  async ({ name, input }) => {
    const answer = await call(name, { colour: 'red', shade: 2 });

    expect(answer.isError).toBe(true);
    expect(answer.data.error).toMatchObject({ code: 'BAD_REQUEST', retryable: false });
    expect(answer.text).toContain('Unknown arguments: colour, shade.');
    for (const argument of Object.keys(input.shape)) expect(answer.text).toContain(argument);
    expect(desk.requests.filter((request) => request.includes('colour'))).toEqual([]);
  },
);

/** Tools whose record is named by one of several arguments. */
const oneOfSeveral = ['create_shipment', 'replace_carrier', 'set_up_customer', 'set_up_carrier', 'pay_bills', 'undo'];

test.each(tools)('$name without arguments answers or says which one is missing', async ({ name, input }) => {
  const omitted = await call(name);
  const empty = await call(name, {});

  const required = Object.entries(input.shape).find(([, schema]) => !schema.safeParse(undefined).success)?.[0];
  // Of arguments that take each other's place none is required, and one is asked for all the same.
  const field = required ?? (oneOfSeveral.includes(name) ? omitted.data.error?.field : undefined);
  expect(omitted.data.error?.field).toBe(field);
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(field === undefined ? [] : [field]));
  expect(omitted.isError).toBe(field === undefined ? undefined : true);
  expect([empty.isError, empty.data.error?.field]).toEqual([omitted.isError, omitted.data.error?.field]);
});

test('one record of any kind is complete in both channels, in every state of a shipment', async () => {
  const { data: shipments } = await desk.api.shipments.filter({ pageSize: 250 });
  const { data: carriers } = await desk.api.carriers.filter({ pageSize: 40 });
  const { data: documents } = await desk.api.documents.filter({ pageSize: 5 });
  const states = new Map(
    shipments.map((shipment) => [`${shipment.status} ${shipment.billingStatus}`, shipment.friendlyId]),
  );

  const answers = await Promise.all([
    ...[...states.values()].map((shipment) => call('get_shipment', { shipment })),
    ...carriers.filter((_, index) => index % 8 === 0).map(({ id }) => call('get_carrier', { carrier: id })),
    ...documents.map(({ id }) => call('get_document', { document: id })),
    ...documents.slice(0, 1).map(({ id }) => call('api_read', { operation: 'documents.get', input: { id } })),
    call('api_search', { query: 'void invoice' }),
    call('api_search', { query: 'bills.filter' }),
    call('api_search', { query: 'shipments.create' }),
    call('track_shipments', { shipments: [...shipments.map(({ friendlyId }) => friendlyId), 'PO 1', 'nothing'] }),
  ]);

  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(answers.map((answer) => listFaults(answer))).toEqual(answers.map(() => none));
  for (const { data, text } of answers) {
    expect(data).toMatchObject({ summary: expect.any(String), asOf: desk.clock.now });
    expect(text).toContain(data.summary);
  }
});

/** The start of an answer to a write, by what became of it. */
const firstWords: Readonly<Record<string, RegExp>> = {
  done: /^DONE\. /,
  already_done: /^DONE before, nothing new happened\. /,
  approval_required: /^APPROVAL NEEDED\. /,
  changed: /^NOT DONE, /,
  declined: /^NOT DONE, nothing was changed\. /,
  cancelled: /^NOT DONE, nothing was changed\. /,
  partial: /^PARTLY DONE\. /,
};

test('the first words of a write say what became of it, and what comes next can be called as it stands', async () => {
  const { data: quotes } = await desk.api.quotes.filter({ filter: { status: { equalTo: 'QUOTED' } }, pageSize: 100 });
  const open = quotes.filter(({ expiresAt }) => (expiresAt ?? '') > desk.clock.now).map(({ friendlyId }) => friendlyId);
  const { data: bills } = await desk.api.bills.filter({ filter: { status: { equalTo: 'IN_REVIEW' } }, pageSize: 100 });
  const { data: shipments } = await desk.api.shipments.filter({
    filter: { status: { equalTo: 'BOOKED' } },
    pageSize: 3,
  });
  const [customer] = (await desk.api.customers.filter({ pageSize: 1 })).data;
  const lane = { origin: 'Dallas, TX', destination: 'Chicago, IL', pickup: '2026-11-24', delivery: '2026-11-26' };
  const quote = { customer: customer?.friendlyId, ...lane, equipment: 'reefer', weight: 40_000 };
  const [firstBill, two, three, ...otherBills] = bills.map(({ friendlyId }) => friendlyId);

  const approval = await call('approve_bills', { bills: [firstBill, two] });
  await desk.approve(approval.data.approval.id);
  const batch = await call('api_write', {
    operation: 'bills.batchApprove',
    input: { billIds: [bills[2]?.id, bills[0]?.id] },
  });
  await desk.approve(batch.data.approval.id);
  const waiting = await call('approve_bills', { bills: otherBills });
  const answers = [
    approval,
    batch,
    waiting,
    await call('run_approved', { approvalId: approval.data.approval.id }),
    await call('run_approved', { approvalId: approval.data.approval.id }),
    await call('run_approved', { approvalId: batch.data.approval.id }),
    await call('create_quote', quote),
    await call('create_quote', quote),
    await call('price_quote', { quote: open[0], amount: 99_000 }),
    await desk.callTool('convert_quote', { quote: open[1] }, 'decline'),
    await desk.callTool('convert_quote', { quote: open[1] }, 'cancel'),
    await desk.callTool('convert_quote', { quote: open[1] }, 'accept'),
    await call('convert_quote', { quote: open[1] }),
    await call('cancel_shipment', { shipment: shipments[0]?.friendlyId }),
    await desk.callTool('cancel_shipment', { shipment: shipments[1]?.friendlyId }, 'accept'),
    await call('api_write', { operation: 'customers.update', input: { id: customer?.id, naics: '123456' } }),
    await call('upload_document', { base64: 'aGk=', fileName: 'note.txt', type: 'OTHER' }),
  ];
  const errors = [
    await call('run_approved', { approvalId: waiting.data.approval.id }),
    await call('run_approved', { approvalId: 'APR-NONE' }),
    await call('approve_bills', { bills: [three, 'BILL-99999'] }),
    await call('cancel_shipment', { shipment: 'SHP-2010' }),
    await call('create_quote', { ...quote, equipment: 'rocket' }),
    await call('price_quote', { quote: 'Q002483', amount: 1000 }),
    await call('convert_quote', { quote: 'Q002483' }),
    await call('api_write', { operation: 'carriers.delete', input: { id: 'x' } }),
    await call('get_carrier', { carrier: 'nobody of that name' }),
  ];

  expect(answers.map(({ data }) => data.status)).toEqual([
    'approval_required',
    'approval_required',
    'approval_required',
    'done',
    'already_done',
    // The approved bills changed after the batch was planned.
    'changed',
    'done',
    'already_done',
    'done',
    'declined',
    'cancelled',
    'done',
    'already_done',
    'approval_required',
    'done',
    'done',
    'done',
  ]);
  for (const { text, data, isError } of answers) {
    expect(text).toMatch(firstWords[data.status] ?? /^$/);
    expect([isError, data.error]).toEqual([undefined, undefined]);
    expect(text).toContain(data.summary);
  }
  for (const { text, data, isError } of errors) {
    expect(isError).toBe(true);
    expect(data.error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      retryable: expect.any(Boolean),
    });
    expect(text).toContain(data.error.message);
  }
  expect(errors.map(({ text }) => text.startsWith('NOT DONE'))).toEqual([...Array(8).fill(true), false]);
  expect([...answers, ...errors].map((answer) => listFaults(answer))).toEqual([...answers, ...errors].map(() => none));
});
