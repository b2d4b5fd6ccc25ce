import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  ana,
  convertQuote,
  findQuotes,
  createQuote,
  order,
  changeQuote,
  createQuotedQuote,
  readQuote,
  buildRefusal,
} from '../../support/records/quotes.ts';
import { startService } from '../../support/service/service.ts';

onOneDatabase('quotes that become shipments', (database) => {
  test('a quoted quote becomes a shipment with its order, its price and its sales user', async () => {
    await using api = await startService(database);
    const user = await api.request('POST', '/v1/users', ana);
    const quote = await createQuote(api, { amount: 1950, assignee: { id: user.body.id } });
    await changeQuote(api, quote, { status: 'QUOTED' });

    const converted = await convertQuote(api, quote);

    expect(converted).toMatchObject({
      status: 200,
      body: { quoteId: quote.id, quoteStatus: 'WON', shipmentKey: 'SHP-1001', orderId: quote.order.id },
    });
    expect(await readQuote(api, quote)).toMatchObject({
      status: 'WON',
      closedTime: api.clock.now,
      shipmentId: converted.body.shipmentId,
      shipmentKey: 'SHP-1001',
    });
    const shipment = (await api.request('GET', `/v1/shipments/${converted.body.shipmentId}`)).body;
    expect(shipment).toMatchObject({
      status: 'PLANNING',
      billingStatus: 'DOCS_NEEDED',
      customer: { id: quote.customer.id },
      customerRep: { name: 'Ana' },
      totalRevenue: 1950,
      orders: [{ id: quote.order.id, status: 'PLANNING', quoteId: quote.id, charges: [{ amount: 1950 }] }],
    });
  });

  test('charges that name another linehaul than the quote are put before a person', async () => {
    await using api = await startService(database);
    const charges = [
      { chargeCode: { key: 'LINEHAUL' }, amount: 1700 },
      { chargeCodeId: 10, amount: 250 },
    ];
    const quote = await createQuote(api, { amount: 2000, order: { ...order, charges } });
    await changeQuote(api, quote, { status: 'WON' });

    const refused = await convertQuote(api, quote);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(refused.body.error.message).toContain('a linehaul of $1,700.00, the quote says $2,000.00');
    await changeQuote(api, quote, { amount: 1700 });
    const { body } = await convertQuote(api, quote);
    const shipment = (await api.request('GET', `/v1/shipments/${body.shipmentId}`)).body;
    expect(shipment.orders[0].charges.map(({ amount }: { amount: number }) => amount)).toEqual([1700, 250]);
  });

  test.each([
    [[{ chargeCode: { key: 'FSC' }, amount: 5 }], [5, 900]],
    [[{ chargeCode: { key: 'DRAY' }, amount: 900 }], [900]],
    [[], [900]],
  ])('the price is the base price unless the charges name one: %j', async (charges, amounts) => {
    await using api = await startService(database);
    const quote = await createQuote(api, { amount: 900, order: { ...order, charges } });
    await changeQuote(api, quote, { status: 'QUOTED' });

    const { body } = await convertQuote(api, quote);

    const shipment = (await api.request('GET', `/v1/shipments/${body.shipmentId}`)).body;
    expect(shipment.orders[0].charges.map(({ amount }: { amount: number }) => amount)).toEqual(amounts);
    expect(shipment.totalRevenue).toBe(amounts.reduce((sum, amount) => sum + amount));
  });

  test('further orders travel on the same shipment, after that of the quote', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);

    const { body } = await convertQuote(api, quote, { additionalOrders: [{ ...order, mode: 'LTL' }] });

    const shipment = (await api.request('GET', `/v1/shipments/${body.shipmentId}`)).body;
    expect(shipment.orders).toMatchObject([
      { id: quote.order.id, mode: 'TL', quoteId: quote.id },
      { mode: 'LTL', quoteId: null, status: 'PLANNING' },
    ]);
  });

  test('a further order that breaks a rule is named, and nothing is converted', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);
    const lost = { ...order, equipment: [{ id: quote.id }] };

    const answer = await convertQuote(api, quote, { additionalOrders: [order, lost] });

    expect(answer).toMatchObject(buildRefusal(422, 'additionalOrders.1.equipment.0'));
    expect(await readQuote(api, quote)).toMatchObject({ status: 'QUOTED', shipmentId: null, closedTime: null });
    expect((await api.request('POST', '/v1/shipments/filter')).body.data).toEqual([]);
  });

  test('only a quoted or won quote is converted, only once, and is never lost afterwards', async () => {
    await using api = await startService(database);
    const request = await createQuote(api, { amount: 1000 });
    const quote = await createQuotedQuote(api);
    await convertQuote(api, quote);

    expect((await convertQuote(api, request)).status).toBe(409);
    expect((await convertQuote(api, quote)).status).toBe(409);
    expect((await changeQuote(api, quote, { status: 'LOST', lostReason: 'TOO_HIGH' })).status).toBe(409);
    expect((await api.request('POST', '/v1/shipments/filter')).body.data).toHaveLength(1);
  });

  test('deleting a quote deletes its order, unless the order is on a shipment', async () => {
    await using api = await startService(database);
    const open = await createQuotedQuote(api);
    const converted = await createQuotedQuote(api);
    const { body } = await convertQuote(api, converted);

    for (const { id } of [open, converted]) expect((await api.request('DELETE', `/v1/quotes/${id}`)).status).toBe(204);

    expect((await api.request('GET', `/v1/quotes/${open.id}`)).status).toBe(404);
    expect((await api.request('DELETE', `/v1/quotes/${open.id}`)).status).toBe(404);
    const { reader } = api.database;
    const live = await reader.selectFrom('freight_order').select('id').where('deleted_at', 'is', null).execute();
    const stops = await reader.selectFrom('stop').select('order_id').where('deleted_at', 'is', null).execute();
    expect(live).toEqual([{ id: converted.order.id }]);
    expect(new Set(stops.map((stop) => stop.order_id))).toEqual(new Set([converted.order.id]));
    expect((await api.request('GET', `/v1/shipments/${body.shipmentId}`)).body.orders).toHaveLength(1);
    const deleted = await findQuotes(api, { deletedAt: { isNull: false } });
    expect(deleted).toEqual([converted.id, open.id]);
  });
});

onBothDatabases('what is done to a quote at once', (database) => {
  test('twenty conversions at once make one shipment', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);

    const answers = await Promise.all(Array.from({ length: 20 }, () => convertQuote(api, quote)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await api.request('POST', '/v1/shipments/filter')).body.data).toHaveLength(1);
  });

  test('a conversion and a loss at once: one of them happens', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);

    const answers = await Promise.all([
      convertQuote(api, quote),
      changeQuote(api, quote, { status: 'LOST', lostReason: 'TOO_SLOW' }),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const { status, shipmentId } = await readQuote(api, quote);
    expect(status === 'WON').toBe(shipmentId !== null);
  });
});
