import { expect, test } from 'vitest';
import { type QuoteDesk, startQuoteDesk, replaceIds } from '../../mcp/support/quote-desk.ts';

const hour = 3_600_000;
const addHours = (count: number) => new Date(Date.parse('2026-11-20T15:00:00.000Z') + count * hour).toISOString();
const listNumbers = (data: { rows: { friendlyId: string }[] }) => data.rows.map(({ friendlyId }) => friendlyId);

/** Creates five quotes of two customers: two expiring, one far off, one expired, one without a price. */
async function createBook(desk: QuoteDesk) {
  const acme = await desk.createCustomer('Acme Foods');
  const maple = await desk.createCustomer('Maple Mills', { currency: 'CAD' });
  await desk.createPricedQuote(acme.id, 1000, addHours(1));
  await desk.createPricedQuote(acme.id, 2000.5, addHours(20));
  await desk.createPricedQuote(maple.id, 3000, addHours(5));
  await desk.createPricedQuote(acme.id, 4000, addHours(100));
  await desk.givenQuote(acme.id);
  desk.clock.now = addHours(2);
}

test('open quotes are listed newest first with totals that never add two currencies', async () => {
  await using desk = await startQuoteDesk();
  await createBook(desk);

  const { text, data } = await desk.callTool('list_quotes', { status: 'OPEN' });

  expect(data.total).toBe(5);
  expect(data.totals).toEqual([
    { currency: 'CAD', count: 1, amount: 3000 },
    { currency: 'USD', count: 3, amount: 7000.5 },
  ]);
  expect(replaceIds(text)).toMatchInlineSnapshot(`
    "5 open quotes. 1 of them without a price. As of Fri, Nov 20, 11:00 AM CST.

    Totals: CAD 3,000.00 (1); $7,000.50 (3).

    | Quote | Status | Customer | Amount | Expires |
    | --- | --- | --- | ---: | --- |
    | Q000005 | requested | «Acme Foods» | - | - |
    | Q000004 | quoted | «Acme Foods» | $4,000.00 | Tue, Nov 24, 1:00 PM CST |
    | Q000003 | quoted | «Maple Mills» | CAD 3,000.00 | Fri, Nov 20, 2:00 PM CST |
    | Q000002 | quoted | «Acme Foods» | $2,000.50 | Sat, Nov 21, 5:00 AM CST |
    | Q000001 | quoted | «Acme Foods» | $1,000.00 | Fri, Nov 20, 10:00 AM CST, expired |

    In every row shown: Lane: «Dallas, TX to Atlanta, GA»; Pick up: Nov 23, 2026."
  `);
});

test('quotes expiring within hours come soonest first, those already expired apart', async () => {
  await using desk = await startQuoteDesk();
  await createBook(desk);

  const { text, data } = await desk.callTool('list_quotes', { expiringWithinHours: 24 });

  expect(listNumbers(data)).toEqual(['Q000003', 'Q000002']);
  expect(data.nextActions).toMatchObject([{ tool: 'list_quotes', arguments: { status: 'QUOTED', expired: true } }]);
  expect(replaceIds(text)).toMatchInlineSnapshot(`
    "2 quotes expiring within 24 hours. Besides, 1 expired without an answer ($1,000.00): list_quotes status=QUOTED expired=true. As of Fri, Nov 20, 11:00 AM CST.

    Totals: CAD 3,000.00 (1); $2,000.50 (1).

    | Quote | Customer | Amount | Expires |
    | --- | --- | ---: | --- |
    | Q000003 | «Maple Mills» | CAD 3,000.00 | Fri, Nov 20, 2:00 PM CST |
    | Q000002 | «Acme Foods» | $2,000.50 | Sat, Nov 21, 5:00 AM CST |

    In every row shown: Status: quoted; Lane: «Dallas, TX to Atlanta, GA»; Pick up: Nov 23, 2026.

    Next: list_quotes status=QUOTED expired=true (lists those that expired and are still open)"
  `);
  const lapsed = await desk.callTool('list_quotes', data.nextActions[0].arguments);
  expect(listNumbers(lapsed.data)).toEqual(['Q000001']);
});

test.each([
  [{ customer: 'maple' }, ['Q000003']],
  [{ minAmount: 2000, maxAmount: 3000 }, ['Q000003', 'Q000002']],
  [{ status: 'REQUESTED' }, ['Q000005']],
  [{ from: 'today' }, ['Q000005', 'Q000004', 'Q000003', 'Q000002', 'Q000001']],
  [{ to: 'yesterday' }, []],
])('the filter %j finds %j', async (filter, expected) => {
  await using desk = await startQuoteDesk();
  await createBook(desk);

  const { data } = await desk.callTool('list_quotes', filter);

  expect(listNumbers(data)).toEqual(expected);
});

test('a price asked of a carrier is cost and never enters the totals', async () => {
  await using desk = await startQuoteDesk();
  const { id } = await desk.createCustomer('Acme Foods');
  const carrier = await desk.request('POST', '/v1/carriers', { name: 'Blue Line', type: 'TRUCKLOAD' });
  await desk.createPricedQuote(id, 1000);
  await desk.givenQuote(id, { carrier: { id: carrier.body.id }, amount: 800 });

  const { data } = await desk.callTool('list_quotes', {});

  expect(listNumbers(data)).toEqual(['Q000001']);
  expect(data.totals).toEqual([{ currency: 'USD', count: 1, amount: 1000 }]);
});

test('the totals stay those of all quotes while the pages go on', async () => {
  await using desk = await startQuoteDesk();
  await createBook(desk);

  const first = await desk.callTool('list_quotes', { limit: 3, fields: ['friendlyId', 'amount'], format: 'csv' });
  const second = await desk.callTool('list_quotes', { limit: 3, cursor: first.data.nextCursor });

  expect(first.data.rows).toEqual([
    { friendlyId: 'Q000005', amount: null, currency: 'USD' },
    { friendlyId: 'Q000004', amount: 4000, currency: 'USD' },
    { friendlyId: 'Q000003', amount: 3000, currency: 'CAD' },
  ]);
  expect(first.data.totals).toEqual(second.data.totals);
  expect(listNumbers(second.data)).toEqual(['Q000002', 'Q000001']);
  expect(second.data.nextCursor).toBeNull();
});

test('all arguments that are wrong are named in one answer', async () => {
  await using desk = await startQuoteDesk();

  const { data } = await desk.callTool('list_quotes', {
    status: 'open-ish',
    customer: 'Nobody Foods',
    from: 'banana',
    minAmount: 'a lot',
  });

  expect(data.error.message).toMatch(/status.*Nobody Foods.*from.*minAmount/s);
});

test('asking for expiring and expired at once, or for a column that does not exist, is refused', async () => {
  await using desk = await startQuoteDesk();

  const both = await desk.callTool('list_quotes', { expiringWithinHours: 3, expired: true });
  const column = await desk.callTool('list_quotes', { fields: ['price'] });

  expect(both.data.error).toMatchObject({ code: 'BAD_REQUEST', field: 'expired' });
  expect(column.data.error).toMatchObject({ code: 'BAD_REQUEST', field: 'fields' });
});

test('lost quotes are listed with the reason', async () => {
  await using desk = await startQuoteDesk({ person: 'accept' });
  await createBook(desk);
  await desk.callTool('close_quote', { quotes: ['Q000003'], outcome: 'lost', reason: 'too high' });

  const { text, data } = await desk.callTool('list_quotes', { status: 'lost' });

  expect(listNumbers(data)).toEqual(['Q000003']);
  expect(text).toContain('| Amount | Lost reason |');
  expect(text).toContain('Too high');
});
