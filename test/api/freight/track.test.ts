import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { chicagoToDallas, seedCustomer } from '../../support/records/freight.ts';
import { startService, type TestService } from '../../support/service/service.ts';

type TypedReference = readonly [type: string, value: string];

async function createShipmentWith(api: TestService, ...references: TypedReference[]) {
  const customer = await seedCustomer({ api });
  const order = { ...chicagoToDallas, references: references.map(([type, value]) => ({ type, value })) };
  return (await api.request('POST', '/v1/shipments', { customer: { id: customer.id }, orders: [order] })).body;
}

const track = async (api: Pick<TestService, 'request'>, searches: unknown[], referenceFields?: string[]) =>
  api.request('POST', '/v1/shipments/track', { searches, ...(referenceFields ? { referenceFields } : {}) });

const buildEmptyMatch = (query: string) => ({
  query,
  id: null,
  key: null,
  friendlyId: null,
  status: null,
  field: null,
  value: null,
  origin: null,
  destination: null,
  pickUpDate: null,
  deliveryDate: null,
  trackingUrl: null,
});

onOneDatabase('tracking', (database) => {
  test('a reference finds its shipment however it was typed, and a result says what matched', async () => {
    await using api = await startService(database);
    const shipment = await createShipmentWith(api, ['PURCHASE_ORDER_NUMBER', ' PO  77-a ']);

    const { body } = await track(api, ['po 77-A', { query: '  PO 77-a' }]);

    const expectedMatch = {
      id: shipment.id,
      key: null,
      friendlyId: 'SHP-1001',
      status: 'PLANNING',
      field: 'PURCHASE_ORDER_NUMBER',
      value: ' PO  77-a ',
      destination: expect.stringContaining('TX 75247'),
      origin: expect.stringContaining('IL 60608'),
      pickUpDate: '2026-11-23',
      deliveryDate: '2026-11-25',
      trackingUrl: null,
    };
    expect(body.results).toEqual([
      { query: 'po 77-A', ...expectedMatch },
      { query: '  PO 77-a', ...expectedMatch },
    ]);
  });

  test('results come in the order of the searches, and one without a match holds nothing but its text', async () => {
    await using api = await startService(database);
    const first = await createShipmentWith(api, ['BOL_NUMBER', 'B-1']);
    const second = await createShipmentWith(api, ['PRO_NUMBER', '1234567']);

    const { body } = await track(api, ['1234567', 'nothing here', 'b-1', 'B-1']);

    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([second.id, null, first.id, first.id]);
    expect(body.results[1]).toEqual(buildEmptyMatch('nothing here'));
  });

  test('of several shipments with the same reference the newest is found', async () => {
    await using api = await startService(database);
    const older = await createShipmentWith(api, ['PURCHASE_ORDER_NUMBER', 'PO-9']);
    const newer = await createShipmentWith(api, ['CUSTOMER_REFERENCE_NUMBER', 'po-9']);

    expect((await track(api, ['PO-9'])).body.results).toMatchObject([
      { id: newer.id, field: 'CUSTOMER_REFERENCE_NUMBER' },
    ]);
    await api.request('DELETE', `/v1/shipments/${newer.id}`);
    expect((await track(api, ['PO-9'])).body.results).toMatchObject([{ id: older.id }]);
  });

  test('a friendly id finds its shipment unless the search is limited to reference fields', async () => {
    await using api = await startService(database);
    const shipment = await createShipmentWith(api, ['BOL_NUMBER', 'B-1']);

    const open = await track(api, ['shp-1001', 'SHP 1001', 'ORD-1001']);
    const limited = await track(api, ['SHP-1001', 'B-1'], ['BOL_NUMBER']);

    expect(open.body.results[0]).toMatchObject({ id: shipment.id, field: null, value: 'SHP-1001' });
    expect(open.body.results[1]).toMatchObject({ id: shipment.id });
    expect(open.body.results[2]).toEqual(buildEmptyMatch('ORD-1001'));
    expect(limited.body.results).toMatchObject([{ id: null }, { id: shipment.id, field: 'BOL_NUMBER' }]);
  });

  test('only the named reference fields are searched, and other kinds of reference never', async () => {
    await using api = await startService(database);
    await createShipmentWith(api, ['BOL_NUMBER', 'X-1'], ['seal', 'X-2']);

    expect((await track(api, ['X-1'], ['PRO_NUMBER', 'PURCHASE_ORDER_NUMBER'])).body.results).toEqual([
      buildEmptyMatch('X-1'),
    ]);
    expect((await track(api, ['X-2'])).body.results).toEqual([buildEmptyMatch('X-2')]);
  });

  test('a hundred references are answered at once, a hundred and one are refused', async () => {
    await using api = await startService(database);
    const values = Array.from({ length: 100 }, (_, n) => `PO-${n}`);
    for (let from = 0; from < 100; from += 25) {
      await createShipmentWith(
        api,
        ...values.slice(from, from + 25).map((value): TypedReference => ['PURCHASE_ORDER_NUMBER', value]),
      );
    }

    const { body } = await track(api, values.toReversed());

    expect(body.results.map(({ query }: { query: string }) => query)).toEqual(values.toReversed());
    expect(body.results.map(({ value }: { value: string }) => value)).toEqual(values.toReversed());
    expect((await track(api, [...values, 'one more'])).status).toBe(400);
  });

  test('searches without text, or with too much of it, are refused', async () => {
    await using api = await startService(database);

    for (const searches of [[], [''], ['  '], ['x'.repeat(256)], [{}], [{ query: '' }], [7]]) {
      expect((await track(api, searches)).status).toBe(400);
    }
    expect((await track(api, ['x'], ['COLOR'])).status).toBe(400);
    expect((await track(api, ['x'], [])).status).toBe(400);
  });

  test("another organization's shipments are never found", async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    await createShipmentWith(api, ['BOL_NUMBER', 'B-1']);

    expect((await track(stranger, ['B-1', 'SHP-1001'])).body.results).toEqual([
      buildEmptyMatch('B-1'),
      buildEmptyMatch('SHP-1001'),
    ]);
  });
});
