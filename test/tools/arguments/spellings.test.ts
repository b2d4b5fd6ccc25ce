import { expect, test } from 'vitest';
import * as z from 'zod';
import { momentOf } from '../../../tools/arguments/appointment-words.ts';
import { typedCents } from '../../../tools/arguments/typed-money.ts';
import { find } from '../../../tools/find/find.ts';
import { tools } from '../../../tools/index.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { startQuoteDesk } from '../../mcp/support/quote-desk.ts';

/** Friday, 9 o'clock in Chicago. */
const asking = { askedAt: '2026-11-20T15:00:00.000Z', timeZone: 'America/Chicago' };

test.each([
  [4200, 420_000],
  ['4200', 420_000],
  ['$4,200', 420_000],
  ['$ 4,200.00', 420_000],
  ['4,200.5', 420_050],
  ['5k', 500_000],
  ['5K', 500_000],
  ['5 k', 500_000],
  ['$5k', 500_000],
  ['1.2k', 120_000],
  ['$1.25k', 125_000],
  ['12.34567k', 1_234_567],
  ['0.75k', 75_000],
  ['0', 0],
])('the amount %j is %d cents', (typed, cents) => {
  expect(typedCents(typed, 'amount')).toBe(cents);
});

test.each(['5kk', 'k', '1,2k', '4,20', '5-6k', '~5k', '1.5m', '4.200', '12.345678k', '-5k', 'CAD 500', '4200/mi', ''])(
  'the amount %j is refused with an example',
  (typed) => {
    expect(() => typedCents(typed, 'amount')).toThrow(
      /^amount: (?:must be an amount such as 2500|names CAD|must not be negative)/,
    );
  },
);

test('every amount that a tool takes may be typed so', () => {
  const amounts = tools.flatMap(({ name, input }) =>
    Object.entries(input.shape).flatMap(([argument, schema]) =>
      /amount|target$|price$/i.test(argument) ? [{ argument: `${name}.${argument}`, schema }] : [],
    ),
  );

  expect(amounts.map(({ argument }) => argument)).toContain('list_bills.minAmount');
  for (const { argument, schema } of amounts)
    expect([argument, z.safeParse(schema, '5k').success]).toEqual([argument, true]);
});

test.each([
  ['8a', '08:00'],
  ['8am', '08:00'],
  ['8 AM', '08:00'],
  ['8:30a', '08:30'],
  ['2p', '14:00'],
  ['0800', '08:00'],
  ['14:00', '14:00'],
  ['noon', '12:00'],
])('the time %j is %s today', (text, time) => {
  expect(momentOf(asking, { name: 'pickup', text, lean: 'future' })).toEqual({ date: '2026-11-20', time });
});

test.each(['25:00', '8x', '13a', 'morning'])('the time %j is refused', (text) => {
  expect(() => momentOf(asking, { name: 'pickup', text, lean: 'future' })).toThrow(/^pickup: /);
});

test('a place is meant by what people call it', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.givenCustomer('Acme Foods');
  await desk.givenLocation(id, 'Northside Dock');
  const takenFor = async (origin: string) => {
    const { data } = await desk.callTool('create_quote', {
      customer: 'Acme',
      origin,
      destination: 'Atlanta, GA',
      again: true,
    });
    const found = data.resolved?.find(({ argument }: { argument: string }) => argument === 'origin');
    return [origin, found?.as ?? data.error?.code];
  };

  for (const place of [
    ['Dallas, TX', 'Dallas, TX (city)'],
    ['dallas tx', 'Dallas, TX (city)'],
    ['DALLAS TEXAS', 'Dallas, TX (city)'],
    ['Dallas', 'Dallas, TX (city)'],
    ['salt lake city utah', 'Salt Lake City, UT (city)'],
    ['St Louis MO', 'St. Louis, MO (city)'],
    ['saint louis, mo', 'St. Louis, MO (city)'],
    ['ft worth tx', 'Fort Worth, TX (city)'],
    ['Ft. Worth', 'Fort Worth, TX (city)'],
    ['portland or', 'Portland, OR (city)'],
    ['kansas city mo', 'Kansas City, MO (city)'],
    ['dallas tx 75201', 'Dallas, TX, postal code 75201'],
    ['75201', 'postal code 75201'],
    ['zip 75201', 'postal code 75201'],
    ['northside dock', 'location Northside Dock, Dallas, TX (reference or name)'],
    // Asked back or not found, never guessed.
    ['Portland', 'AMBIGUOUS'],
    ['Springfield', 'AMBIGUOUS'],
    ['Kansas City', 'AMBIGUOUS'],
    ['Columbus', 'AMBIGUOUS'],
    ['smallville ks', 'NOT_FOUND'],
    ['Texas', 'NOT_FOUND'],
  ] as const)
    expect(await takenFor(place[0])).toEqual(place);
});

/** Two shipments, a bill and an invoice with numbers as their parties write them. */
async function startReferences() {
  const desk = await startLoadDesk({ tools: [find] });
  const billed = await desk.givenLoad({
    carrier: { name: 'Prairie Haul', cost: 1500 },
    road: { status: 'DELIVERED', arrived: '2026-11-19T20:10:00.000Z' },
    references: { PURCHASE_ORDER_NUMBER: 'PO-88410', CUSTOMER_REFERENCE_NUMBER: '45-0077-81' },
  });
  await desk.givenLoad({ references: { BOL_NUMBER: 'BOL 77.123/A', PURCHASE_ORDER_NUMBER: '4500123' } });
  await desk.givenBill(billed, 1500, { reference: 'IN-20 33/871' });
  const { data } = await desk.api.orders.filter({ filter: { shipmentId: { equalTo: billed.id } } });
  const invoice = await desk.request('POST', '/v1/invoices', {
    orderId: data[0]?.id,
    invoiceDate: '2026-11-20',
    amount: 2000,
    reference: 'Acme/Inv. 70-2211',
  });
  if (invoice.status !== 201) throw new Error(JSON.stringify(invoice.body));
  return desk;
}

test('a reference is found however it is typed', async () => {
  await using desk = await startReferences();
  const meaning = async (query: string) => {
    const { data } = await desk.callTool('find', { query });
    if (data.error) throw new Error(JSON.stringify([query, data.error]));
    return [query, data.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId)];
  };

  for (const [typed, number] of [
    ['PO 88410', 'SHP-1001'],
    ['po#88410', 'SHP-1001'],
    ['P.O. 88410', 'SHP-1001'],
    ['Purchase order 88410', 'SHP-1001'],
    ['88410', 'SHP-1001'],
    ['#88410', 'SHP-1001'],
    ['88-410', 'SHP-1001'],
    ['45007781', 'SHP-1001'],
    ['45-0077-81', 'SHP-1001'],
    ['4500 7781', 'SHP-1001'],
    ['ref 45.0077.81', 'SHP-1001'],
    ['45-001-23', 'SHP-1002'],
    ['4500123', 'SHP-1002'],
    ['bol 77123a', 'SHP-1002'],
    ['BOL77.123-A', 'SHP-1002'],
    ['b/l 77123 A', 'SHP-1002'],
    ['shp1001', 'SHP-1001'],
    ['load 1001', 'SHP-1001'],
    ['LD-1002', 'SHP-1002'],
    ['in2033871', 'BILL-00001'],
    ['IN-2033-871', 'BILL-00001'],
    ['IN-20 33/871', 'BILL-00001'],
    ['2033871', 'BILL-00001'],
    ['702211', 'INV-00001'],
    ['acme inv 702211', 'INV-00001'],
    ['ACME/INV. 70-2211', 'INV-00001'],
  ] as const)
    expect(await meaning(typed)).toEqual([typed, [number]]);
});

test('a bill and an invoice are named by the other party’s number', async () => {
  await using desk = await startReferences();
  const named = async (operation: string, id: string) =>
    (await desk.callTool('api_read', { operation, input: { id } })).text;

  expect(await named('bills.get', 'in 2033871')).toContain('BILL-00001');
  expect(await named('invoices.get', 'acme inv 702211')).toContain('INV-00001');
});

test('what is not found comes back with the closest few and where it was looked', async () => {
  await using desk = await startReferences();
  const answer = async (query: string) => {
    const { data } = await desk.callTool('find', { query });
    return data.summary ?? JSON.stringify(data);
  };

  expect(await answer('SHP-1010')).toMatch(/Looked at shipment and load numbers.*Closest: shipment SHP-1001 /);
  expect(await answer('PO 88401')).toMatch(/Closest: shipment SHP-1001 /);
  expect(await answer('45007718')).toMatch(/Closest: shipment SHP-1001 /);
  expect(await answer('IN-2033781')).toMatch(/Closest: .*bill BILL-00001 /);
  expect(await answer('Praire Hual')).toMatch(/Closest: .*carrier C100001 .*Prairie Haul/);
  expect(await answer('Acme Fods Incorporated')).toMatch(/Closest: .*customer A100001 .*Acme Foods/);
  expect(await answer('zzzz')).toMatch(/^Nothing matches «zzzz»\. Looked at .* and names\.$/);
  const { data } = await desk.callTool('api_read', { operation: 'customers.get', input: { id: 'Acme Fods' } });
  expect(data.error.message).toMatch(
    /No customer matches .* Looked at customer numbers, client keys and names. Closest: A100001 /,
  );
});
