import { expect, test } from 'vitest';
import type { QuoteStatus } from '../../../src/domain/quotes/quote.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import {
  ana,
  convertQuote,
  findQuotes,
  createCustomer,
  createQuote,
  order,
  changeQuote,
  createQuotedQuote,
  readQuote,
  buildRefusal,
} from '../../support/records/quotes.ts';
import { startService } from '../../support/service/service.ts';

const tomorrow = '2026-11-21T15:00:00.000Z';

onOneDatabase('quotes', (database) => {
  test('a request for a price is kept with its order and its customer', async () => {
    await using api = await startService(database);
    const customer = await createCustomer(api);

    const created = await api.request('POST', '/v1/quotes', {
      customer: { id: customer.id },
      order,
      expiresAt: '2026-11-21T10:00:00-05:00',
      key: 'q-1',
    });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      friendlyId: 'Q000001',
      key: 'q-1',
      side: 'SELL',
      status: 'REQUESTED',
      amount: null,
      margin: null,
      currency: 'USD',
      expiresAt: tomorrow,
      customer: { id: customer.id, name: 'Acme Foods' },
      carrier: null,
      shipmentId: null,
      order: {
        mode: 'TL',
        weight: 42_000,
        origin: { postalCode: '60607' },
        destination: { postalCode: '75201' },
        pickUpDate: '2026-11-23',
        deliveryDate: '2026-11-25',
      },
    });
    expect((await api.request('GET', `/v1/quotes/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.request('GET', '/v1/quotes/q-1?by=key')).body).toEqual(created.body);
  });

  test('a quote created with an amount is a draft, and its margin is the share above the target', async () => {
    await using api = await startService(database);

    const quote = await createQuote(api, { amount: 2500, target: 2200 });

    expect(quote).toMatchObject({ status: 'DRAFT', amount: 2500, target: 2200, margin: 12 });
    expect((await changeQuote(api, quote, { target: null })).body).toMatchObject({ target: null, margin: null });
    expect((await changeQuote(api, quote, { target: 2600 })).body.margin).toBe(-4);
  });

  test('a quote that names a carrier is a price asked of that carrier', async () => {
    await using api = await startService(database);
    const carrier = await api.request('POST', '/v1/carriers', { name: 'Blue Line Trucking', type: 'LTL' });

    const quote = await createQuote(api, { carrier: { id: carrier.body.id } });

    expect(quote).toMatchObject({ side: 'BUY', carrier: { name: 'Blue Line Trucking' } });
  });

  test('a quote needs a customer and a carrier that exist, and an order that can be driven', async () => {
    await using api = await startService(database);
    const customer = { id: (await createCustomer(api)).id };
    const nobody = { id: '018f0000-0000-7000-8000-000000000000' };
    const create = (body: object) => api.request('POST', '/v1/quotes', { customer, order, ...body });

    expect(await create({ customer: nobody })).toMatchObject(buildRefusal(422, 'customer'));
    expect(await create({ carrier: nobody })).toMatchObject(buildRefusal(422, 'carrier'));
    expect(await create({ assignee: { key: 'nobody' } })).toMatchObject(buildRefusal(422, 'assignee'));
    expect(await create({ order: { ...order, stops: order.stops.slice(1) } })).toMatchObject(
      buildRefusal(400, 'order.stops'),
    );
    expect(await create({ amount: 10.001 })).toMatchObject(buildRefusal(400, 'amount'));
    expect((await api.request('POST', '/v1/quotes/filter')).body.data).toEqual([]);
  });

  test('QUOTED needs an amount, sent along or there before', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api);

    const bare = await changeQuote(api, quote, { status: 'QUOTED' });
    const priced = await changeQuote(api, quote, { status: 'QUOTED', amount: 1950.5, expiresAt: tomorrow });
    const emptied = await changeQuote(api, quote, { amount: null });
    const draft = await createQuote(api, { amount: 100 });

    expect(bare).toMatchObject(buildRefusal(422, 'amount'));
    expect(priced.body).toMatchObject({ status: 'QUOTED', amount: 1950.5, closedTime: null });
    expect(emptied).toMatchObject(buildRefusal(422, 'amount'));
    expect((await changeQuote(api, draft, { status: 'QUOTED' })).body.status).toBe('QUOTED');
  });

  test('an expired quote is priced again only with a new expiry', async () => {
    await using api = await startService(database);
    const request = await createQuote(api, { expiresAt: tomorrow });
    const quoted = await createQuote(api, { amount: 900, expiresAt: tomorrow });
    await changeQuote(api, quoted, { status: 'QUOTED' });
    await api.database.transaction((tx) =>
      tx.updateTable('quote').set({ expires_at: '2026-11-20T14:00:00.000Z' }).execute(),
    );

    expect(await changeQuote(api, request, { status: 'QUOTED', amount: 950 })).toMatchObject(
      buildRefusal(422, 'expiresAt'),
    );
    expect(await changeQuote(api, quoted, { amount: 950 })).toMatchObject(buildRefusal(422, 'expiresAt'));
    const again = { amount: 950, expiresAt: '2026-11-20T18:00:00Z' };
    expect((await changeQuote(api, request, { ...again, status: 'QUOTED' })).body).toMatchObject({ status: 'QUOTED' });
    expect((await changeQuote(api, quoted, again)).body).toMatchObject({ amount: 950, status: 'QUOTED' });
  });

  test('a lost quote says why, and OTHER says it in words', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api);

    expect(await changeQuote(api, quote, { status: 'LOST' })).toMatchObject(buildRefusal(422, 'lostReason'));
    expect(await changeQuote(api, quote, { status: 'LOST', lostReason: 'OTHER' })).toMatchObject(
      buildRefusal(422, 'lostReasonText'),
    );
    expect(await changeQuote(api, quote, { lostReason: 'TOO_SLOW' })).toMatchObject(buildRefusal(422, 'lostReason'));
    const lost = await changeQuote(api, quote, { status: 'LOST', lostReason: 'OTHER', lostReasonText: 'Plant closed' });
    expect(lost.body).toMatchObject({
      status: 'LOST',
      lostReason: 'OTHER',
      lostReasonText: 'Plant closed',
      closedTime: api.clock.now,
    });
  });

  test('the reason of a lost quote can be corrected, its time stays, and winning it after all forgets the loss', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api);
    await changeQuote(api, quote, { status: 'LOST', lostReason: 'OTHER', lostReasonText: 'Plant closed' });
    const lostAt = api.clock.now;
    api.clock.now = '2026-11-20T15:20:00.000Z';

    const corrected = await changeQuote(api, quote, { lostReason: 'TOO_HIGH' });
    const unexplained = await changeQuote(api, quote, { lostReason: 'OTHER' });
    const won = await changeQuote(api, quote, { status: 'WON' });

    expect(corrected.body).toMatchObject({ lostReason: 'TOO_HIGH', lostReasonText: null, closedTime: lostAt });
    expect(unexplained).toMatchObject(buildRefusal(422, 'lostReasonText'));
    expect(won.body).toMatchObject({
      status: 'WON',
      lostReason: null,
      lostReasonText: null,
      closedTime: api.clock.now,
    });
  });

  test.each<[QuoteStatus, QuoteStatus, number]>([
    ['REQUESTED', 'DRAFT', 409],
    ['REQUESTED', 'RECEIVED_REPLY', 409],
    ['REQUESTED', 'PASS', 200],
    ['REQUESTED', 'CANCELED', 200],
    ['REQUESTED', 'WON', 200],
    ['QUOTED', 'QUOTED', 409],
    ['QUOTED', 'PASS', 200],
    ['QUOTED', 'WON', 200],
    ['SENT_COUNTER', 'QUOTED', 200],
    ['RECEIVED_REPLY', 'QUOTED', 200],
    ['PASS', 'QUOTED', 409],
    ['PASS', 'CANCELED', 409],
    ['PASS', 'WON', 200],
    ['CANCELED', 'LOST', 200],
    ['WON', 'CANCELED', 409],
    ['WON', 'LOST', 200],
    ['LOST', 'QUOTED', 409],
  ])('a quote that is %s and shall be %s answers %i', async (from, to, status) => {
    await using api = await startService(database);
    const quote = await createQuote(api, { amount: 1000 });
    await api.database.transaction((tx) => tx.updateTable('quote').set({ status: from }).execute());

    const answer = await changeQuote(api, quote, { status: to, ...(to === 'LOST' ? { lostReason: 'TOO_HIGH' } : {}) });

    expect(answer.status).toBe(status);
    expect((await readQuote(api, quote)).status).toBe(status === 200 ? to : from);
  });

  test('quotes are found by each of their fields', async () => {
    await using api = await startService(database);
    const user = (await api.request('POST', '/v1/users', ana)).body;
    const carrier = (await api.request('POST', '/v1/carriers', { name: 'Blue Line Trucking', type: 'LTL' })).body;
    const assigned = await createQuote(api, {
      carrier: { id: carrier.id },
      assignee: { id: user.id },
      amount: 1950.25,
      expiresAt: '2026-11-22T00:00:00Z',
      key: 'wanted',
    });
    await changeQuote(api, assigned, { status: 'QUOTED' });
    await convertQuote(api, assigned);
    api.clock.now = '2026-11-20T15:30:00.000Z';
    const lost = await createQuote(api, { amount: 3000 });
    await changeQuote(api, lost, { status: 'LOST', lostReason: 'TOO_HIGH' });
    const { shipmentId } = await readQuote(api, assigned);
    const filters = [
      { id: { equalTo: assigned.id.toUpperCase() } },
      { customerId: { equalTo: assigned.customer.id } },
      { carrierId: { isNull: false } },
      { assigneeId: { in: [user.id] } },
      { orderId: { equalTo: assigned.order.id } },
      { shipmentId: { equalTo: shipmentId } },
      { key: { equalTo: 'wanted' } },
      { friendlyId: { equalTo: assigned.friendlyId } },
      { status: { in: ['WON'] } },
      { side: { equalTo: 'BUY' } },
      { lostReason: { isNull: true } },
      { amount: { equalTo: 1950.25 } },
      { amount: { lessThan: 2000 }, expiresAt: { lte: '2026-11-22' } },
      { closedTime: { lessThan: '2026-11-20T15:30:00Z' } },
      { createdAt: { lessThan: '2026-11-20T15:30:00Z' } },
      { updatedAt: { lessThan: '2026-11-20T15:30:00Z' } },
      { or: [{ side: { equalTo: 'BUY' } }, { amount: { greaterThan: 5000 } }] },
    ];

    for (const filter of filters)
      expect({ filter, found: await findQuotes(api, filter) }).toEqual({ filter, found: [assigned.id] });
    expect(await findQuotes(api, {})).toEqual([lost.id, assigned.id]);
  });

  test('a client key belongs to one quote', async () => {
    await using api = await startService(database);
    await createQuote(api, { key: 'tender-7' });
    const customer = { id: (await createCustomer(api)).id };

    const second = await api.request('POST', '/v1/quotes', { customer, order, key: 'tender-7' });

    expect(second).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect((await api.request('POST', '/v1/quotes/filter')).body.data).toHaveLength(1);
  });

  test('another organization can neither see, change, convert nor delete a quote, nor quote its customer', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const quote = await createQuotedQuote(api);
    const target = `/v1/quotes/${quote.id}`;

    expect((await stranger.request('GET', target)).status).toBe(404);
    expect((await stranger.request('PATCH', target, { status: 'WON' })).status).toBe(404);
    expect((await stranger.request('POST', `${target}/convert-to-shipment`)).status).toBe(404);
    expect((await stranger.request('DELETE', target)).status).toBe(404);
    expect((await stranger.request('POST', '/v1/quotes/filter')).body.data).toEqual([]);
    const foreignQuote = await stranger.request('POST', '/v1/quotes', { customer: { id: quote.customer.id }, order });
    expect(foreignQuote).toMatchObject(buildRefusal(422, 'customer'));
  });
});
