import { expect, test } from 'vitest';
import { undo } from '../../../tools/control/undo.ts';
import { priceQuote } from '../../../tools/quotes/price_quote.ts';
import { startQuoteDesk, replaceIds } from '../../mcp/support/quote-desk.ts';

test('pricing a requested quote makes it an offer at once, in words and in data', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.givenQuote(id, { target: 2000 });

  const { text, data } = await desk.callTool('price_quote', {
    quote: 'q1',
    amount: '2,500.50',
    expiresAt: 'tomorrow 5pm',
  });

  expect(data.record).toMatchObject({
    status: 'QUOTED',
    amount: 2500.5,
    expiresAt: '2026-11-21T23:00:00.000Z',
    marginPercent: 20,
  });
  expect(replaceIds(text)).toMatchInlineSnapshot(`
    "DONE. Quote Q000001 is quoted at $2,500.50; good until Sat, Nov 21, 5:00 PM CST.

    Customer: «Acme Foods» (A100001)
    Lane: «Dallas, TX to Atlanta, GA», pickup Nov 23, 2026, delivery Nov 25, 2026
    Truck: not set
    Price: $2,500.50; good until Sat, Nov 21, 5:00 PM CST; margin 20.0 % against a target cost of $2,000.00
    Lane «TX» to «GA», any equipment, last 90 days: no delivered load to compare with

    Undo: The quote can't go back to requested. Its price can be changed, or the quote closed (price_quote quote=Q000001 or close_quote quotes=[Q000001]).

    Next: convert_quote quote=Q000001 (once the customer has accepted)
    Next: close_quote quotes=[Q000001] outcome=lost (when it is lost)"
  `);
  expect(replaceIds(JSON.stringify(data, null, 1))).toMatchInlineSnapshot(`
    "{
     "summary": "Quote Q000001 is quoted at $2,500.50; good until Sat, Nov 21, 5:00 PM CST.",
     "nextActions": [
      {
       "tool": "convert_quote",
       "arguments": {
        "quote": "Q000001"
       },
       "why": "once the customer has accepted"
      },
      {
       "tool": "close_quote",
       "arguments": {
        "quotes": [
         "Q000001"
        ],
        "outcome": "lost"
       },
       "why": "when it is lost"
      }
     ],
     "untrusted": [
      "/record/customer/name",
      "/record/lane"
     ],
     "status": "done",
     "record": {
      "id": "id-1",
      "friendlyId": "Q000001",
      "key": null,
      "side": "SELL",
      "status": "QUOTED",
      "customer": {
       "id": "id-2",
       "friendlyId": "A100001",
       "name": "Acme Foods"
      },
      "lane": "Dallas, TX to Atlanta, GA",
      "pickUpDate": "2026-11-23",
      "deliveryDate": "2026-11-25",
      "equipment": [],
      "weight": null,
      "amount": 2500.5,
      "target": 2000,
      "marginPercent": 20,
      "currency": "USD",
      "expiresAt": "2026-11-21T23:00:00.000Z",
      "order": "ORD-1001",
      "shipment": null
     },
     "undo": "The quote can't go back to requested. Its price can be changed, or the quote closed (price_quote quote=Q000001 or close_quote quotes=[Q000001])."
    }"
  `);
});

test('a margin below the floor waits for a person, who sees why', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.givenQuote(id, { target: 2400 });

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2500 });

  expect(desk.shownForms).toHaveLength(1);
  expect(desk.shownForms[0]).toContain('The margin of 4.0 % is below the floor of 8 %.');
  expect(desk.shownForms[0]).toContain('Price: no price -> $2,500.00');
  expect(data).toMatchObject({ status: 'done', record: { status: 'QUOTED', amount: 2500 } });
});

test('without a form the thin margin becomes an approval, and nothing is priced before it', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.givenQuote(id);

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2500, target: 2400 });
  expect(data.status).toBe('approval_required');
  expect((await desk.api.quotes.get({ id: quote.id })).status).toBe('REQUESTED');

  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
  expect(done.data).toMatchObject({ status: 'done', record: { amount: 2500, target: 2400, status: 'QUOTED' } });
});

test.each([
  ['exactly at the floor', { target: 2300 }, 2500],
  ['without a known cost', {}, 1],
])('a price %s needs nobody', async (_words, more, amount) => {
  await using desk = await startQuoteDesk({ person: 'decline' });
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.givenQuote(id, more);

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount });

  expect(desk.shownForms).toEqual([]);
  expect(data.status).toBe('done');
});

test('the price of a quoted quote can change, and undo puts the former one back', async () => {
  await using desk = await startQuoteDesk({ tools: [priceQuote, undo], person: 'accept' });
  const { id: customerId } = await desk.createCustomer('Acme Foods');
  const { id } = await desk.createPricedQuote(customerId, 2500);

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2400, expiresAt: 'Monday noon' });
  const back = await desk.callTool('undo', {});

  expect(data).toMatchObject({
    status: 'done',
    record: { amount: 2400, expiresAt: '2026-11-23T18:00:00.000Z' },
    undo: 'The former price can be put back: $2,500.00, good until Sat, Nov 21, 5:00 PM CST (undo).',
  });
  expect(back.text).toMatch(/^DONE\./);
  expect(await desk.api.quotes.get({ id })).toMatchObject({ amount: 2500, expiresAt: '2026-11-21T23:00:00.000Z' });
});

test('the same price again changes nothing', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.createPricedQuote(id, 2500);

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2500 });

  expect(data).toMatchObject({
    status: 'already_done',
    summary: 'Quote Q000001 is quoted at exactly this price already.',
  });
});

test('an expired quote is priced with a new expiry only', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.createPricedQuote(id, 2500);
  desk.clock.now = '2026-11-22T15:00:00.000Z';

  const refused = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2400 });
  const priced = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2400, expiresAt: 'Monday' }, 'accept');

  expect(refused.data.error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'expiresAt' });
  expect(priced.data.record.expiresAt).toBe('2026-11-24T05:59:59.999Z');
});

test.each([
  [{ amount: -1 }, 'BAD_REQUEST', 'amount'],
  [{ amount: 10.001 }, 'VALIDATION_ERROR', 'amount'],
  [{ currency: 'CAD' }, 'BAD_REQUEST', 'currency'],
  [{ expiresAt: 'yesterday' }, 'BAD_REQUEST', 'expiresAt'],
  [{ confirm: true }, 'BAD_REQUEST', 'confirm'],
])('a price that cannot be meant is refused: %j', async (change, code, field) => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  await desk.givenQuote(id);

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2500, ...change });

  expect(data.error).toMatchObject({ code, field });
});

test('all arguments that are wrong are named in one answer', async () => {
  await using desk = await startQuoteDesk();

  const { data } = await desk.callTool('price_quote', {
    quote: 'Q000099',
    amount: 'a lot',
    expiresAt: 'banana',
    target: 'cheap',
  });

  expect(data.error.message).toMatch(/Q000099.*amount.*expiresAt.*target/s);
});

test('a won quote is not priced again; the next step is named', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  const quote = await desk.createPricedQuote(id, 2500);
  await desk.api.quotes.update({ id: quote.id, status: 'WON' });

  const { data } = await desk.callTool('price_quote', { quote: 'Q000001', amount: 2400 });

  expect(data.error).toMatchObject({
    code: 'CONFLICT',
    nextActions: [{ tool: 'convert_quote', arguments: { quote: 'Q000001' } }],
  });
});
