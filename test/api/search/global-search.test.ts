import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { insertRow, insertShipment } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { createCarrier, createCustomer, createVendor } from '../parties/parties.ts';

interface ReceivedHit {
  readonly object: string;
  readonly title: string;
}

const ask = async (api: ApiCaller, request: object) => (await api.request('POST', '/v1/global-search', request)).body;

const listTitles = async (api: ApiCaller, request: object): Promise<string[]> =>
  (await ask(api, request)).data.map(({ object, title }: ReceivedHit) => `${object} ${title}`);

/** Creates a record of every type that is called Acme. */
async function createAcmes(api: TestService) {
  const customer = await createCustomer(api, { name: 'Acme Foods' });
  await createCarrier(api, { name: 'Acme Hauling' });
  await createVendor(api, { name: 'Acme Customs' });
  await api.request('POST', '/v1/users', { email: 'jo@acme.test', status: 'ACTIVE', roles: ['ADMIN'] });
  return { customer, shipment: await insertShipment(api, { customer_id: customer.id, key: 'TMS-77' }) };
}

onBothDatabases('the global search', (database) => {
  test('finds every type in its order, and counts over all of them', async () => {
    await using api = await startService(database);
    const { shipment, customer } = await createAcmes(api);

    const body = await ask(api, { query: 'acme' });

    expect(body).toMatchObject({ totalResults: 5, pagination: { pageNumber: 1, pageSize: 5, totalPages: 1 } });
    expect(body.data).toMatchObject([
      { object: 'SHIPMENT', title: shipment.friendly_id, field: 'Customer', highlight: '<em>Acme</em> Foods' },
      { object: 'CUSTOMER', id: customer.id, entityName: 'SHIPPER_PROFILE', title: 'Acme Foods', field: 'Name' },
      { object: 'CARRIER', title: 'Acme Hauling', highlight: '<em>Acme</em> Hauling' },
      { object: 'USER', title: 'jo@acme.test', field: 'Email', highlight: 'jo@<em>acme</em>.test' },
      { object: 'VENDOR', title: 'Acme Customs' },
    ]);
    const second = await ask(api, { query: 'acme', pagination: { pageNumber: 2, pageSize: 2 } });
    expect(second).toMatchObject({ totalResults: 5, pagination: { pageNumber: 2, pageSize: 2, totalPages: 3 } });
    expect(second.data.map(({ object }: ReceivedHit) => object)).toEqual(['CARRIER', 'USER']);
  });

  test('a type before the words, or a list of types, asks for those only', async () => {
    await using api = await startService(database);
    await createAcmes(api);

    expect(await listTitles(api, { query: 'Carrier: acme' })).toEqual(['CARRIER Acme Hauling']);
    expect(await listTitles(api, { query: 'acme', objects: ['VENDOR', 'CARRIER'] })).toEqual([
      'CARRIER Acme Hauling',
      'VENDOR Acme Customs',
    ]);
    expect(await listTitles(api, { query: 'carrier:acme', objects: ['VENDOR'] })).toEqual([]);
    expect(await listTitles(api, { query: 'carrier:' })).toEqual([]);
    expect((await api.request('POST', '/v1/global-search', { query: 'acme', objects: ['LOAD'] })).status).toBe(400);
  });

  test('finds shipments by number, key and reference, and nobody else does', async () => {
    await using api = await startService(database);
    const { shipment } = await createAcmes(api);
    const order = await insertRow(api, 'freight_order', { shipment_id: shipment.id, mode: 'TL' });
    await insertRow(api, 'order_reference', {
      order_id: order.id,
      type: 'PO',
      value: 'PO-881',
      search_value: 'po-881',
    });

    for (const [query, field] of [
      [shipment.friendly_id.toLowerCase(), 'Number'],
      ['TMS-7', 'Key'],
      ['po-88', 'Reference'],
    ])
      expect((await ask(api, { query, objects: ['SHIPMENT'] })).data).toMatchObject([{ id: shipment.id, field }]);
    const stranger = await api.anotherOrganization();
    expect(await listTitles(stranger, { query: 'acme' })).toEqual([]);
    expect(await listTitles(stranger, { query: 'po-881' })).toEqual([]);
  });

  test('within a type the last changed comes first, and deleted records are gone', async () => {
    await using api = await startService(database);
    const first = await createCarrier(api, { name: 'Acme One' });
    api.clock.now = '2026-11-20T15:10:00.000Z';
    const second = await createCarrier(api, { name: 'Acme Two' });
    api.clock.now = '2026-11-20T15:20:00.000Z';
    await api.request('PATCH', `/v1/carriers/${first.id}`, { notes: 'called' });

    expect(await listTitles(api, { query: 'acme' })).toEqual(['CARRIER Acme One', 'CARRIER Acme Two']);
    await api.request('DELETE', `/v1/carriers/${second.id}`);
    expect(await listTitles(api, { query: 'acme' })).toEqual(['CARRIER Acme One']);
  });

  test('a mistyped word is found where nothing has it, and markup of records is shown as text', async () => {
    await using api = await startService(database);
    await createCustomer(api, { name: '<b>Acme</b> & "Sons"' });

    const [row] = (await ask(api, { query: 'amce' })).data;

    expect(row).toMatchObject({
      title: '<b>Acme</b> & "Sons"',
      highlight: '&lt;b&gt;<em>Acme</em>&lt;/b&gt; &amp; &quot;Sons&quot;',
    });
  });
});
