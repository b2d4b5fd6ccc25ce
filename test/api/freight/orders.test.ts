import { expect, test } from 'vitest';
import { orders } from '../../../src/contract/freight/orders.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { convertQuote, createQuote, changeQuote, createQuotedQuote } from '../../support/records/quotes.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { nobody, createPlainShipment, readShipment, buildRefusal } from '../../support/records/shipments.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const changeOrder = (api: ApiCaller, id: string, change: object) => api.request('PATCH', `/v1/orders/${id}`, change);
const get = (api: ApiCaller, id: string) => api.request('GET', `/v1/orders/${id}`);

const find = async (api: ApiCaller, filter: object): Promise<string[]> =>
  (await api.request('POST', '/v1/orders/filter', { filter })).body.data.map(({ id }: { id: string }) => id);

async function createOrder(api: TestService, more: object = {}) {
  const shipment = await createPlainShipment(api, { orders: [{ ...chicagoToDallas, ...more }] });
  return { shipment, order: shipment.orders[0] };
}

const readEntry = async (api: ApiCaller, catalog: string): Promise<{ id: string }> =>
  (await api.request('GET', `/v1/reference-data/${catalog}`)).body.data[0];

const createInvoice = (api: ApiCaller, orderId: string, amount = 2000) =>
  api.request('POST', '/v1/invoices', { orderId, amount, invoiceDate: '2026-11-20' });

onOneDatabase('orders', (database) => {
  test('an order is read by id and by key, as its shipment shows it', async () => {
    await using api = await startService(database);
    const { shipment, order } = await createOrder(api, { key: 'po-7', freight: { weight: 42_000 } });

    const read = await get(api, order.id);

    expect(read.body).toEqual(order);
    expect(read.body).toMatchObject({
      shipmentId: shipment.id,
      shipmentKey: shipment.friendlyId,
      quoteId: null,
      status: 'PLANNING',
      billingStatus: 'DOCS_NEEDED',
      totalRevenue: 2000,
      freight: { weight: 42_000, hazmat: false },
    });
    expect((await get(api, 'po-7?by=key')).body.id).toBe(order.id);
    expect((await get(api, 'po-7?by=id')).status).toBe(404);
  });

  test('a patch replaces lists, merges freight, and null clears', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api, {
      freight: { weight: 42_000, handlingUnitQuantity: 20 },
      references: [{ type: 'BOL_NUMBER', value: 'B-1' }],
      mileage: 967,
    });
    const van = await readEntry(api, 'equipment');
    const requirement = await readEntry(api, 'special-requirements');

    const changed = await changeOrder(api, order.id, {
      key: 'po-7',
      references: [
        { type: 'PRO_NUMBER', value: 'P-2' },
        { type: 'PURCHASE_ORDER_NUMBER', value: 'PO 7' },
      ],
      freight: { weight: 40_000, hazmat: true, handlingUnitQuantity: null },
      equipment: [{ id: van.id }, { id: van.id }],
      specialRequirements: [{ id: requirement.id }],
    });
    const cleared = await changeOrder(api, order.id, { references: [], freight: null, equipment: [], mileage: null });

    expect(changed.body).toMatchObject({
      key: 'po-7',
      references: [{ value: 'P-2' }, { value: 'PO 7' }],
      freight: { weight: 40_000, hazmat: true, handlingUnitQuantity: null, stackable: true },
      equipment: [{ id: van.id }],
      specialRequirements: [{ id: requirement.id }],
      mileage: 967,
      totalRevenue: 2000,
      updatedAt: api.clock.now,
    });
    expect(cleared.body).toMatchObject({ references: [], freight: null, equipment: [], mileage: null });
    expect(cleared.body.specialRequirements).toHaveLength(1);
    expect(cleared.body.stops).toHaveLength(2);
  });

  test('a new reference is found by tracking, the replaced one no longer', async () => {
    await using api = await startService(database);
    const { shipment, order } = await createOrder(api, { references: [{ type: 'BOL_NUMBER', value: 'B-1' }] });

    await changeOrder(api, order.id, { references: [{ type: 'BOL_NUMBER', value: 'B-2' }] });

    const { body } = await api.request('POST', '/v1/shipments/track', { searches: ['b-2', 'b-1'] });
    expect(body.results).toMatchObject([{ id: shipment.id, value: 'B-2' }, { query: 'b-1' }]);
    expect(body.results[1].id ?? null).toBeNull();
  });

  test('charges are replaced as a list, and the shipment earns what they say', async () => {
    await using api = await startService(database);
    const { shipment, order } = await createOrder(api);

    const changed = await changeOrder(api, order.id, {
      charges: [
        { chargeCodeId: 1, amount: 1800.5 },
        { chargeCode: { key: 'FSC' }, rate: 0.335, quantity: 967, description: 'Fuel' },
      ],
    });

    expect(changed.body).toMatchObject({ charges: [{ total: 1800.5 }, { total: 323.95 }], totalRevenue: 2124.45 });
    expect(await readShipment(api, shipment.id)).toMatchObject({ totalRevenue: 2124.45, updatedAt: api.clock.now });
    const log = await api.database.reader
      .selectFrom('activity')
      .select('text')
      .where('record_id', '=', order.id)
      .execute();
    expect(log).toContainEqual({ text: 'Charges changed from $2,000.00 to $2,124.45.' });
    expect((await changeOrder(api, order.id, { charges: [] })).body).toMatchObject({ charges: [], totalRevenue: 0 });
  });

  test('an invoiced order keeps its charges; everything else may change', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api);
    expect((await createInvoice(api, order.id)).status).toBe(201);

    const refused = await changeOrder(api, order.id, { charges: [{ chargeCodeId: 1, amount: 1 }], mileage: 5 });

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect((await get(api, order.id)).body).toMatchObject({ totalRevenue: 2000, mileage: null });
    expect((await changeOrder(api, order.id, { mileage: 967 })).body).toMatchObject({
      mileage: 967,
      billingStatus: 'INVOICED',
    });
  });

  test('what the catalogs do not have, or is malformed, is refused with its field', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api, { key: 'po-7' });
    const other = (await createOrder(api)).order;

    for (const [change, field] of [
      [{ equipment: [nobody] }, 'equipment.0'],
      [{ specialRequirements: [nobody] }, 'specialRequirements.0'],
      [{ charges: [{ chargeCodeId: 999_999, amount: 1 }] }, 'charges.0.chargeCodeId'],
    ] as const)
      expect(await changeOrder(api, order.id, change)).toMatchObject(buildRefusal(422, field));
    for (const [change, field] of [
      [{ mode: 'LTL' }, 'mode'],
      [{ charges: null }, 'charges'],
      [{ freight: { weight: -1 } }, 'freight.weight'],
      [{ charges: [{ chargeCodeId: 1, amount: 1.005 }] }, 'charges.0.amount'],
    ] as const)
      expect(await changeOrder(api, order.id, change)).toMatchObject(buildRefusal(400, field));
    expect(await changeOrder(api, other.id, { key: 'po-7' })).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY' } },
    });
    expect((await get(api, order.id)).body).toEqual(order);
  });

  test('a reference has one of the known types, and a refusal lists them', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api);
    const references = [
      { type: 'BOL_NUMBER', value: '1' },
      { type: 'Gate code', value: 'B7' },
    ];

    const changed = await changeOrder(api, order.id, { references });

    expect(changed).toMatchObject({ status: 422, body: { error: { details: [{ field: 'references.1.type' }] } } });
    expect(changed.body.error.message).toContain('PURCHASE_ORDER_NUMBER');
    expect((await get(api, order.id)).body.references).toEqual([]);
  });

  test('the order of a quote changes too: its charges stand when the quote is converted', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);

    const charges = [
      { chargeCodeId: 1, amount: 1950 },
      { chargeCodeId: 10, amount: 50 },
    ];
    const priced = await changeOrder(api, quote.order.id, { charges, mileage: 900 });
    const converted = await convertQuote(api, quote);

    expect(priced.body).toMatchObject({ quoteId: quote.id, shipmentId: null, totalRevenue: 2000 });
    expect(await readShipment(api, converted.body.shipmentId)).toMatchObject({ totalRevenue: 2000 });
    expect((await api.request('GET', `/v1/quotes/${quote.id}`)).body.order).toMatchObject({ mileage: 900 });
  });

  test('charges given while the quote is converted are seen by it, or replace the quoted price', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);

    const [charged, converted] = await Promise.all([
      changeOrder(api, quote.order.id, { charges: [{ chargeCodeId: 1, amount: 1700 }] }),
      convertQuote(api, quote),
    ]);

    // Where the charges came first, they name another linehaul than the quote, and a person has to look at it.
    expect([charged.status, [200, 409].includes(converted.status)]).toEqual([200, true]);
    expect((await get(api, quote.order.id)).body).toMatchObject({ charges: [{ amount: 1700 }], totalRevenue: 1700 });
  });

  test('orders are found by quote, shipment, customer, invoice and number', async () => {
    await using api = await startService(database);
    const { shipment, order } = await createOrder(api, { key: 'po-7' });
    const quote = await createQuote(api);
    const { id: invoiceId } = (await createInvoice(api, order.id)).body;

    expect(await find(api, { quoteId: { equalTo: quote.id } })).toEqual([quote.order.id]);
    expect(await find(api, { quoteId: { isNull: true } })).toEqual([order.id]);
    expect(await find(api, { invoiceId: { equalTo: invoiceId } })).toEqual([order.id]);
    expect(await find(api, { shipmentId: { in: [shipment.id] } })).toEqual([order.id]);
    expect(await find(api, { customerId: { equalTo: shipment.customerId } })).toEqual([order.id]);
    expect(await find(api, { friendlyId: { equalTo: order.friendlyId } })).toEqual([order.id]);
    expect(await find(api, { key: { startsWith: 'PO' }, mode: { equalTo: 'TL' } })).toEqual([order.id]);
    expect(await find(api, { billingStatus: { equalTo: 'INVOICED' } })).toEqual([order.id]);
    expect(await listRefusedFilters(api, '/v1/orders/filter', orders.filter.filter)).toEqual([]);
  });

  test('an order goes with its quote and is found only when deleted ones are asked for', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api);
    await changeQuote(api, quote, { status: 'PASS' });

    await api.request('DELETE', `/v1/quotes/${quote.id}`);

    expect((await get(api, quote.order.id)).status).toBe(404);
    expect((await changeOrder(api, quote.order.id, {})).status).toBe(404);
    expect(await find(api, {})).toEqual([]);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual([quote.order.id]);
  });

  test('another organization finds no order and changes none', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { order } = await createOrder(api);

    expect(await find(stranger, {})).toEqual([]);
    expect((await get(stranger, order.id)).status).toBe(404);
    expect((await changeOrder(stranger, order.id, { mileage: 1 })).status).toBe(404);
  });
});

onBothDatabases('changes of one order at once', (database) => {
  test('charges and an invoice at once: one waits for the other, and no invoiced order changes its charges', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api);

    const [charged, invoiced] = await Promise.all([
      changeOrder(api, order.id, { charges: [{ chargeCodeId: 1, amount: 1500 }] }),
      createInvoice(api, order.id),
    ]);

    expect([200, 409]).toContain(charged.status);
    expect(invoiced.status).toBe(201);
    const { body } = await get(api, order.id);
    expect(body).toMatchObject({ billingStatus: 'INVOICED', totalRevenue: charged.status === 200 ? 1500 : 2000 });
  });

  test('of two lists of charges at once one is there whole', async () => {
    await using api = await startService(database);
    const { order } = await createOrder(api);
    const lists = [[100, 200], [300]].map((amounts) => amounts.map((amount) => ({ chargeCodeId: 1, amount })));

    const answers = await Promise.all(lists.map((charges) => changeOrder(api, order.id, { charges })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(api, order.id)).body.totalRevenue).toBe(300);
    expect([1, 2]).toContain((await get(api, order.id)).body.charges.length);
  });
});
