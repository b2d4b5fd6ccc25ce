import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { estimateTokens } from '../../../src/mcp/results/tokens.ts';
import { apiSearch } from '../../../tools/raw/api_search.ts';
import { listBeyondApi } from '../../../tools/raw/beyond-api.ts';
import { tools } from '../../../tools/index.ts';
import { startDesk } from '../../support/desk.ts';

const start = () => startDesk({ tools: [apiSearch] });

test('words find operations with purpose, effect, gate, input and the tool that runs them', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('api_search', { query: 'approve bills' });

  expect(text).toMatchInlineSnapshot(`
    "24 operations match; the 8 closest are shown. As of Fri, Nov 20, 9:00 AM CST.

    - bills.approve (money, gate approve, through api_write): Approve a bill for payment. Input: id*: string, by?: id|key
    - bills.batchApprove (money, gate approve, through api_write): Approve up to 100 bills; those that cannot be approved are named in failed. Input: billIds*: uuid[]
    - bills.unapprove (write, gate confirm, through api_write): Take the approval of an unpaid bill back. Input: id*: string, by?: id|key
    - carriers.outstandingBills (read, gate none, through api_read): List approved bills of a carrier that are not yet paid. Input: id*: string, by?: id|key
    - carriers.billsForPayment (read, gate none, through api_read): List approved bills of a carrier with an open balance, and the factor to pay if it has one. Input: id*: string, by?: id|key
    - carrierFactors.billsForPayment (read, gate none, through api_read): List approved bills of the carriers that this factor is paid for. Input: id*: string, by?: id|key
    - vendors.outstandingBills (read, gate none, through api_read): List approved bills of a vendor that are not yet paid. Input: id*: string, by?: id|key
    - vendors.billsForPayment (read, gate none, through api_read): List approved bills of a vendor with an open balance. Input: id*: string, by?: id|key"
  `);
  expect(data.operations[0]).toMatchObject({ operation: 'bills.approve', gate: 'approve', tool: 'api_write' });
  expect(desk.requests).toEqual([]);
});

test('an exact name returns the whole input, however it is written', async () => {
  await using desk = await start();

  const { data, text } = await desk.callTool('api_search', { query: ' Bills.Approve ' });

  expect(data.operations).toMatchObject([{ operation: 'bills.approve' }]);
  expect(data.inputSchema).toMatchObject({ properties: { id: {} }, required: ['id'] });
  expect(text).toContain('Input schema: {');
});

test('an input too long for its schema comes as its shapes, and none is missing', async () => {
  await using desk = await start();

  const { data, text } = await desk.callTool('api_search', { query: 'bills.filter' });

  expect(data.inputSchema).toBeUndefined();
  expect(data.shapes.BillFilter).toContain('dueDate?: DateFilter');
  expect(data.shapes.DateFilter).toContain('lessThan?: date');
  expect(text).toContain('StringFilter: equalTo?: string');
});

test('every operation can be looked up within the limit of an answer', async () => {
  await using desk = await start();
  const tooLong: string[] = [];
  const unknown: string[] = [];

  for (const { name } of catalogue()) {
    const { text, data } = await desk.callTool('api_search', { query: name });
    if (estimateTokens(text) > 2000 || estimateTokens(JSON.stringify(data)) > 2000) tooLong.push(name);
    if (data.inputSchema === undefined && data.shapes === undefined) unknown.push(name);
  }

  expect({ tooLong, unknown }).toEqual({ tooLong: [], unknown: [] });
});

test('words that fit nothing say how to ask instead', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('api_search', { query: 'zzz qqq' });

  expect(data.operations).toEqual([]);
  expect(text).toContain('No operation matches');
});

test('an empty question is refused', async () => {
  await using desk = await start();

  const refused = await desk.callTool('api_search', { query: '' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'query' } } });
});

test.each([
  ['add a check call', 'Check calls'],
  ['where is the truck', 'positions of trucks'],
  ['record the arrival at the shipper', 'no actual times'],
  ['mark load delivered', 'The status of a load cannot be set'],
  ['dispatch the driver', 'The status of a load cannot be set'],
  ['send rate confirmation', 'Rate confirmations are neither made nor sent'],
  ['file a cargo claim', 'Claims have no record'],
  ['post load to DAT', 'not posted to load boards'],
  ['accept tender', 'neither accepted nor declined'],
  ['schedule appointment at the receiver', 'Appointments are not made'],
  ['text the driver', "Waybill doesn't call or text"],
  ['send an email to the carrier', 'Free mail cannot be written'],
  ['issue a Comchek', 'are not issued'],
  ['wire transfer', 'No money is moved'],
  ['FMCSA lookup', 'Registries and monitoring services'],
  ['create a reminder', 'no tasks, reminders'],
  ['docusign the packet', 'Nothing is signed'],
  ['reefer set point', 'Temperatures have no field'],
  ['post a journal entry', 'no general ledger'],
])('%j is said to be beyond the API, with what can be done instead', (query, sentence) => {
  const [message, ...moreMessages] = listBeyondApi(query);

  expect(moreMessages).toEqual([]);
  expect(message).toContain(sentence);
  for (const [operationName] of message?.matchAll(/[a-zA-Z]+\.[a-z][a-zA-Z]+/g) ?? [])
    expect(catalogue().map(({ name }) => name)).toContain(operationName);
  for (const [toolName] of message?.matchAll(/[a-z]+(?:_[a-z]+)+/g) ?? [])
    expect(tools.map(({ name }) => name)).toContain(toolName);
});

test.each([
  'approve bills',
  'carrier status',
  'cancel a shipment',
  'dispatch contact of a carrier',
  'email invoice to customer',
  'record a payment',
  'contacts',
])('%j is nothing that the API cannot do', (query) => {
  expect(listBeyondApi(query)).toEqual([]);
});

test('a question about what cannot be done gets that sentence first, and the closest operations', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('api_search', { query: 'send rate confirmation' });

  expect(text).toMatch(/^The API cannot do all of that\. .*match[\s\S]*Rate confirmations are neither made nor sent/);
  expect(data.cannot).toHaveLength(1);
});
