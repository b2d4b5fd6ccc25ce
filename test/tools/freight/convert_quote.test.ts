import { formatCode } from '../../../src/domain/text/code-words.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { convertQuote } from '../../../tools/freight/convert_quote.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { expect, test } from 'vitest';
import { startQuoteDesk, replaceIds } from '../../mcp/support/quote-desk.ts';

test('an accepted quote becomes one shipment once a person said yes, and the result names it', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.createPricedQuote(id, 2500);

  const { text, data } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(await desk.listShipmentNumbers()).toEqual(['SHP-1001']);
  expect(desk.shownForms.map(replaceIds)).toMatchInlineSnapshot(`
    [
      "Make a shipment of quote Q000001 of "Acme Foods"

    No warnings.

    Details:
    - Customer: "Acme Foods" (A100001)
    - Lane: "Dallas, TX to Atlanta, GA", pickup Nov 23, 2026, delivery Nov 25, 2026
    - Truck: not set
    - Price: $2,500.00; good until Sat, Nov 21, 5:00 PM CST; margin unknown, no target cost on the quote
    - Quote status: quoted
    - Makes: one shipment in planning with order ORD-1001, revenue of $2,500.00 as linehaul; no load, no carrier
    - 1. Pick up: Dallas, TX · Mon, Nov 23, any time CST
    - 2. Deliver: Atlanta, GA · Wed, Nov 25, any time EST

    Amount:
    - $2,500.00

    Also happens:
    - The quote becomes won.

    Undo: The new shipment can be canceled; the quote stays won and is not converted again.",
    ]
  `);
  expect(replaceIds(text)).toMatchInlineSnapshot(`
    "DONE. Quote Q000001 became shipment SHP-1001.

    Customer: «Acme Foods» (A100001)
    Route: «Dallas, TX to Atlanta, GA», pickup Nov 23, 2026
    Status: planning; orders ORD-1001; revenue $2,500.00

    Undo: The new shipment can be canceled; the quote stays won (cancel_shipment shipment=SHP-1001).

    Next: get_shipment shipment=SHP-1001 (shows it with everything that is still missing)"
  `);
  expect(replaceIds(JSON.stringify(data, null, 1))).toMatchInlineSnapshot(`
    "{
     "summary": "Quote Q000001 became shipment SHP-1001.",
     "nextActions": [
      {
       "tool": "get_shipment",
       "arguments": {
        "shipment": "SHP-1001"
       },
       "why": "shows it with everything that is still missing"
      }
     ],
     "untrusted": [
      "/record/customer/name",
      "/record/route"
     ],
     "status": "done",
     "record": {
      "id": "id-1",
      "friendlyId": "SHP-1001",
      "status": "PLANNING",
      "customer": {
       "id": "id-2",
       "friendlyId": "A100001",
       "name": "Acme Foods"
      },
      "route": "Dallas, TX to Atlanta, GA",
      "pickUpDate": "2026-11-23",
      "deliveryDate": "2026-11-25",
      "orders": [
       "ORD-1001"
      ],
      "totalRevenue": 2500,
      "currency": "USD"
     },
     "undo": "The new shipment can be canceled; the quote stays won (cancel_shipment shipment=SHP-1001)."
    }"
  `);
});

test.each([
  [
    [{ chargeCode: { key: 'FSC' }, amount: 5 }],
    'revenue of $900.00 as linehaul and $5.00 of charges that its order has, $905.00 in all',
    905,
  ],
  [[{ chargeCode: { key: 'LINEHAUL' }, amount: 900 }], 'revenue of $900.00 of charges that its order has', 900],
])('the revenue that the question shows is what the shipment gets: %j', async (charges, text, revenue) => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 900);
  await desk.api.orders.update({ id: quote.order.id, charges });

  const { data } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(desk.shownForms[0]).toContain(text);
  expect(data.record.totalRevenue).toBe(revenue);
});

test('a linehaul on the order that is not the quoted price is said before anybody is asked', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 900);
  await desk.api.orders.update({
    id: quote.order.id,
    charges: [{ chargeCode: { key: 'LINEHAUL' }, amount: 700 }],
  });

  const { text, isError } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(isError).toBe(true);
  expect(text).toContain('name a linehaul of $700.00, quote Q000001 says $900.00');
  expect(desk.shownForms).toEqual([]);
});

test.each([
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
] as const)('a person who answers %s makes no shipment', async (person, status) => {
  await using desk = await startQuoteDesk({ person });
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);

  const { data, isError } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect({ status: data.status, isError }).toEqual({ status, isError: undefined });
  expect(await desk.listShipmentNumbers()).toEqual([]);
  expect((await desk.api.quotes.get({ id: quote.id })).status).toBe('QUOTED');
});

test('without a form an approval is asked for, and running it twice makes one shipment', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.createPricedQuote(id, 2500);

  const planned = await desk.callTool('convert_quote', { quote: 'Q000001' });
  expect(planned.data).toMatchObject({ status: 'approval_required', plan: { gate: 'confirm' } });
  const approvalId = planned.data.approval.id;
  const pending = await desk.callTool('run_approved', { approvalId });
  expect(pending.data.error.code).toBe('APPROVAL_PENDING');
  expect(await desk.listShipmentNumbers()).toEqual([]);

  await desk.approve(approvalId);
  const first = await desk.callTool('run_approved', { approvalId });
  const second = await desk.callTool('run_approved', { approvalId });

  expect(first.data).toMatchObject({ status: 'done', record: { friendlyId: 'SHP-1001' } });
  expect(second.data).toMatchObject({ status: 'already_done', record: { friendlyId: 'SHP-1001' } });
  expect(await desk.listShipmentNumbers()).toEqual(['SHP-1001']);
});

test('a model that confirms for the person is refused by name', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.createPricedQuote(id, 2500);

  const { data, isError } = await desk.callTool('convert_quote', { quote: 'Q000001', confirm: true });

  expect(isError).toBe(true);
  expect(data.error).toMatchObject({ code: 'BAD_REQUEST', field: 'confirm' });
  expect(await desk.listShipmentNumbers()).toEqual([]);
});

test('a quote that changed after the approval is planned anew, and nothing is made', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);

  const planned = await desk.callTool('convert_quote', { quote: 'Q000001' });
  await desk.approve(planned.data.approval.id);
  desk.clock.now = '2026-11-20T15:05:00.000Z';
  await desk.api.quotes.update({ id: quote.id, amount: 1500 });
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(data.status).toBe('changed');
  expect(data.plan.money).toEqual([{ currency: 'USD', amount: 1500 }]);
  expect(await desk.listShipmentNumbers()).toEqual([]);
});

test.each([
  ['convert_quote', (quote: { friendlyId: string }) => ({ quote: quote.friendlyId })],
  ['api_write', ({ id }: { id: string }) => ({ operation: 'quotes.convertToShipment', input: { id } })],
] as const)('a stop that moves after the approval makes another plan of %s', async (tool, inputOf) => {
  await using desk = await startQuoteDesk({ tools: [convertQuote, apiWrite, runApproved] });
  const { id: customer } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(customer, 2500);
  const planned = await desk.callTool(tool, inputOf(quote));
  await desk.approve(planned.data.approval.id);
  const { data: stops } = await desk.api.stops.filter({ filter: { orderId: { equalTo: quote.order.id } } });
  const [miami] = (await desk.api.referenceData.cities({ query: 'Miami, FL' })).data;
  const before = await desk.api.quotes.get({ id: quote.id });
  await desk.api.stops.update({ id: stops[0]?.id ?? '', cityId: miami?.id });

  const answer = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect((await desk.api.quotes.get({ id: quote.id })).updatedAt).toBe(before.updatedAt);
  expect(answer.data).toMatchObject({ status: 'changed' });
  expect(JSON.stringify(answer.data.plan)).toContain('Miami, FL');
  expect(await desk.listShipmentNumbers()).toEqual([]);
});

test('a quote that became a shipment meanwhile is not converted a second time', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);
  const planned = await desk.callTool('convert_quote', { quote: 'Q000001' });
  await desk.approve(planned.data.approval.id);
  await desk.api.quotes.convertToShipment({ id: quote.id });

  const late = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const again = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(late.data.summary).toContain('SHP-1001');
  expect(again.data).toMatchObject({
    status: 'already_done',
    summary: 'Quote Q000001 became shipment SHP-1001 before; no second one was made.',
  });
  expect(await desk.listShipmentNumbers()).toEqual(['SHP-1001']);
});

test('a won quote is converted as well, and an expired price is put before the person', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);
  await desk.api.quotes.update({ id: quote.id, status: 'WON' });
  desk.clock.now = '2026-11-22T15:00:00.000Z';

  const { data } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(desk.shownForms[0]).toContain('The price expired on Sat, Nov 21, 5:00 PM CST');
  expect(data).toMatchObject({ status: 'done', record: { friendlyId: 'SHP-1001', totalRevenue: 2500 } });
});

test.each([
  ['REQUESTED', {}, undefined],
  ['DRAFT', { amount: 1800 }, [{ tool: 'price_quote', arguments: { quote: 'Q000001', amount: 1800 } }]],
])('a quote that is %s is refused with what to do next', async (status, more, actions) => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.givenQuote(id, more);

  const { data, text } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(data.error).toMatchObject({ code: 'CONFLICT', ...(actions && { nextActions: actions }) });
  // A call without the amount would not be complete: the desk decides it first.
  expect(data.error.nextActions === undefined).toBe(actions === undefined);
  expect(text).toContain('price_quote');
  expect(text).toContain(`NOT DONE. Quote Q000001 is ${formatCode(status)}`);
  expect(desk.shownForms).toEqual([]);
});

test('a lost quote has to be won first', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);
  await desk.api.quotes.update({ id: quote.id, status: 'LOST', lostReason: 'TOO_HIGH' });

  const { data } = await desk.callTool('convert_quote', { quote: 'Q000001' });

  expect(data.error.nextActions).toMatchObject([
    { tool: 'api_write', arguments: { operation: 'quotes.update', input: { id: quote.id, status: 'WON' } } },
  ]);
  expect(await desk.listShipmentNumbers()).toEqual([]);
});
