import { expect, test } from 'vitest';
import { services } from '../../../src/contract/freight/services.ts';
import type { ShipmentStatus } from '../../../src/domain/freight/shipment.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { seedVendor } from '../../support/records/freight.ts';
import { buildConflict, sortStatuses } from '../../support/records/loads.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import {
  postToShipment,
  createShipment,
  nobody,
  createPlainShipment,
  readShipment,
  buildRefusal,
} from '../../support/records/shipments.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const order = (api: TestService, shipmentId: string, service: object) =>
  api.request('POST', '/v1/services', { shipmentId, service: { serviceType: 'DRAYAGE', ...service } });
const bill = (api: TestService, entityId: string) =>
  api.request('POST', '/v1/bills', { entityType: 'VENDOR', entityId, invoiceDate: '2026-11-18', amount: 300 });
const setShipment = (api: TestService, status: ShipmentStatus) =>
  api.database.transaction((tx) => tx.updateTable('shipment').set({ status }).execute());

/** Creates a shipment with one service of $300.25. */
async function createService(api: TestService) {
  const { shipment, vendor } = await createShipment(api, { loads: [] });
  const [service] = shipment.services;
  return { shipment, vendor, service, path: `/v1/services/${service.id}` };
}

onOneDatabase('services', (database) => {
  test('an ordered service is active, and costs its shipment what was agreed', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const vendor = await seedVendor({ api });
    const contact = await insertRow(api, 'vendor_contact', {
      vendor_id: vendor.id,
      email: 'ops@harbor.test',
      phone: '555',
      roles: '[]',
    });

    const created = await order(api, shipment.id, {
      vendor: { id: vendor.id },
      vendorContact: { id: contact.id },
      description: 'From the port',
      charges: [{ chargeCode: { key: 'DRAY' }, amount: 300.25 }],
      scheduledDate: '2026-11-22',
      referenceNumber: 'HD-9',
      key: 's1',
    });

    expect(created).toMatchObject({
      status: 201,
      body: {
        key: 's1',
        friendlyId: expect.stringMatching(/^SVC-/),
        shipmentId: shipment.id,
        shipmentKey: shipment.friendlyId,
        vendor: { id: vendor.id, name: 'Harbor Drayage' },
        vendorContact: { id: contact.id, email: 'ops@harbor.test', phone: '555' },
        serviceType: 'DRAYAGE',
        status: 'ACTIVE',
        description: 'From the port',
        charges: [{ chargeCode: { code: 'DRAY' }, total: 300.25 }],
        totalCost: 300.25,
        currency: 'USD',
        scheduledDate: '2026-11-22',
        completedDate: null,
        referenceNumber: 'HD-9',
      },
    });
    expect((await api.request('GET', '/v1/services/s1?by=key')).body).toEqual(created.body);
    const after = await readShipment(api, shipment.id);
    expect(after).toMatchObject({ totalCost: 300.25, margin: 1699.75, updatedAt: api.clock.now });
    expect(after.services).toMatchObject([{ id: created.body.id, status: 'ACTIVE', cost: 300.25 }]);
  });

  test('on delivered freight a service is done when it is ordered; on canceled freight it is not ordered', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const vendor = { id: (await seedVendor({ api })).id };
    await setShipment(api, 'DELIVERED');
    const late = await order(api, shipment.id, { vendor });
    const canceled = await createPlainShipment(api);
    await postToShipment(api, canceled.id, 'cancel');

    expect(late).toMatchObject({ status: 201, body: { status: 'AWAITING_INVOICE', completedDate: null } });
    expect(await order(api, canceled.id, { vendor })).toMatchObject(buildConflict('CANCELED'));
  });

  test('an unknown shipment, vendor or contact, a barred vendor and a status are refused', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const vendor = { id: (await seedVendor({ api })).id };
    const barred = { id: (await seedVendor({ api }, { status: 'DO_NOT_USE' })).id };
    const strange = await insertRow(api, 'vendor_contact', { vendor_id: barred.id, roles: '[]' });
    const orderWith = (more: object) => order(api, shipment.id, { vendor, ...more });

    expect(await order(api, nobody.id, { vendor })).toMatchObject(buildRefusal(422, 'shipmentId'));
    for (const wrongVendor of [nobody, barred])
      expect(await orderWith({ vendor: wrongVendor })).toMatchObject(buildRefusal(422, 'service.vendor'));
    expect(await orderWith({ vendorContact: { id: strange.id } })).toMatchObject(
      buildRefusal(422, 'service.vendorContact'),
    );
    const code = await orderWith({ charges: [{ chargeCodeId: 9999, amount: 1 }] });
    expect(code).toMatchObject(buildRefusal(422, 'service.charges.0.chargeCodeId'));
    expect((await orderWith({ status: 'PAID' })).status).toBe(400);
    expect(await orderWith({ serviceType: 'MAGIC' })).toMatchObject(buildRefusal(400, 'service.serviceType'));
    expect((await readShipment(api, shipment.id)).services).toEqual([]);
  });

  test('a patch changes what it names, and never the status', async () => {
    await using api = await startService(database);
    const { path, vendor } = await createService(api);
    const contact = await insertRow(api, 'vendor_contact', { vendor_id: vendor.id, role: 'BILLING', roles: '[]' });
    const strange = await insertRow(api, 'vendor_contact', { vendor_id: nobody.id, roles: '[]' });

    const changed = await api.request('PATCH', path, {
      serviceType: 'WAREHOUSING',
      vendorContact: { id: contact.id },
      description: 'Two days',
      scheduledDate: '2026-11-24',
      referenceNumber: 'R1',
      key: 'k',
    });
    const cleared = await api.request('PATCH', path, { vendorContact: null, description: null, scheduledDate: null });

    expect(changed.body).toMatchObject({
      serviceType: 'WAREHOUSING',
      vendorContact: { id: contact.id },
      description: 'Two days',
      scheduledDate: '2026-11-24',
      key: 'k',
      status: 'ACTIVE',
      totalCost: 300.25,
    });
    expect(cleared.body).toMatchObject({
      vendorContact: null,
      description: null,
      scheduledDate: null,
      referenceNumber: 'R1',
    });
    expect(await api.request('PATCH', path, { status: 'PAID' })).toMatchObject(buildRefusal(400, 'status'));
    expect(await api.request('PATCH', path, { serviceType: null })).toMatchObject(buildRefusal(400, 'serviceType'));
    const stranger = await api.request('PATCH', path, { vendorContact: { id: strange.id } });
    expect(stranger).toMatchObject(buildRefusal(422, 'vendorContact'));
    expect((await api.request('PATCH', `/v1/services/${nobody.id}`, {})).status).toBe(404);
  });

  test('a date of completion asks for the invoice, and without it the work goes on', async () => {
    await using api = await startService(database);
    const { path, service } = await createService(api);
    const complete = (completedDate: string | null) => api.request('PATCH', path, { completedDate });

    expect(await bill(api, service.id)).toMatchObject(buildConflict('ACTIVE'));
    expect((await complete('2026-11-20')).body).toMatchObject({
      status: 'AWAITING_INVOICE',
      completedDate: '2026-11-20',
    });
    expect((await complete('2026-11-21')).body.status).toBe('AWAITING_INVOICE');
    expect((await complete(null)).body).toMatchObject({ status: 'ACTIVE', completedDate: null });
    await complete('2026-11-20');
    expect((await bill(api, service.id)).status).toBe(201);
    expect((await complete(null)).body.status).toBe('IN_REVIEW');
  });

  test('on delivered freight the invoice is awaited with or without a date', async () => {
    await using api = await startService(database);
    const { path } = await createService(api);
    await api.request('PATCH', path, { completedDate: '2026-11-20' });
    await setShipment(api, 'DELIVERED');

    expect((await api.request('PATCH', path, { completedDate: null })).body.status).toBe('AWAITING_INVOICE');
  });

  test('a canceled service stays canceled, and comes back as its date says', async () => {
    await using api = await startService(database);
    const { path, shipment } = await createService(api);
    await postToShipment(api, shipment.id, 'cancel');

    expect((await api.request('PATCH', path, { completedDate: '2026-11-20' })).body.status).toBe('CANCELED');
    await postToShipment(api, shipment.id, 'uncancel');
    expect((await api.request('GET', path)).body.status).toBe('AWAITING_INVOICE');
  });

  test('a service can be deleted until it is billed or paid', async () => {
    await using api = await startService(database);
    const { path, shipment, service } = await createService(api);
    const { path: billedPath, service: billed } = await createService(api);
    const { path: paidPath, service: paid } = await createService(api);
    await api.request('PATCH', billedPath, { completedDate: '2026-11-20' });
    const { body } = await bill(api, billed.id);
    await api.database.transaction((tx) =>
      tx.updateTable('service').set({ status: 'PAID' }).where('id', '=', paid.id).execute(),
    );

    expect(await api.request('DELETE', billedPath)).toMatchObject(buildConflict(body.friendlyId));
    expect(await api.request('DELETE', paidPath)).toMatchObject(buildConflict('PAID'));
    expect((await api.request('DELETE', path)).status).toBe(204);

    expect((await api.request('GET', path)).status).toBe(404);
    expect((await api.request('DELETE', path)).status).toBe(404);
    expect(await readShipment(api, shipment.id)).toMatchObject({ services: [], totalCost: 0 });
    const deleted = await api.request('POST', '/v1/services/filter', { filter: { deletedAt: { isNull: false } } });
    expect(deleted.body.data).toMatchObject([{ id: service.id, totalCost: 300.25 }]);
  });

  test('services are found by every declared field, also through their shipment', async () => {
    await using api = await startService(database);
    const { shipment, vendor, carrier } = await createShipment(api);
    const { service: other } = await createService(api);
    const invoice = await insertRow(api, 'invoice', {
      shipment_id: shipment.id,
      customer_id: shipment.customerId,
      order_id: shipment.orders[0].id,
      status: 'AWAITING_PAYMENT',
      currency: 'USD',
      invoice_date: '2026-11-01',
    });
    const serviceId = shipment.services[0].id;
    const filterIds = async (filter: object) =>
      (await api.request('POST', '/v1/services/filter', { filter })).body.data.map(({ id }: { id: string }) => id);

    expect(await listRefusedFilters(api, '/v1/services/filter', services.filter.filter)).toEqual([]);
    expect(await filterIds({})).toEqual([other.id, serviceId]);
    expect(await filterIds({ vendorId: { equalTo: vendor.id } })).toEqual([serviceId]);
    expect(await filterIds({ carrierId: { equalTo: carrier.id } })).toEqual([serviceId]);
    expect(await filterIds({ carrierId: { notEqualTo: carrier.id } })).toEqual([other.id]);
    expect(await filterIds({ orderId: { equalTo: shipment.orders[1].id } })).toEqual([serviceId]);
    expect(await filterIds({ invoiceId: { equalTo: invoice.id } })).toEqual([serviceId]);
    expect(await filterIds({ customerId: { notEqualTo: shipment.customerId } })).toEqual([other.id]);
    expect(await filterIds({ shipmentId: { in: [shipment.id] }, status: { equalTo: 'ACTIVE' } })).toEqual([serviceId]);
    const page = await api.request('POST', '/v1/services/filter', { pageSize: 1 });
    expect(page.body.pagination).toMatchObject({ hasNextPage: true, endCursor: expect.any(String) });
    const wrong = await api.request('POST', '/v1/services/filter', { filter: { status: { equalTo: 'LOST' } } });
    expect(wrong.status).toBe(400);
  });

  test('another organization finds no service and orders none', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { shipment, vendor, path } = await createService(api);

    expect((await stranger.request('POST', '/v1/services/filter')).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await stranger.request(method, path)).status).toBe(404);
    expect((await stranger.request('PATCH', path, { description: 'x' })).status).toBe(404);
    const body = { shipmentId: shipment.id, service: { vendor: { id: vendor.id }, serviceType: 'OTHER' } };
    expect(await stranger.request('POST', '/v1/services', body)).toMatchObject(buildRefusal(422, 'shipmentId'));
    const keyedInput = { key: 'k', vendor: { id: vendor.id } };
    expect((await order(api, shipment.id, keyedInput)).status).toBe(201);
    expect(await order(api, shipment.id, keyedInput)).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY' } },
    });
  });
});

onBothDatabases('changes of one service at once', (database) => {
  test('of a deletion and a bill at once exactly one succeeds', async () => {
    await using api = await startService(database);

    for (let round = 0; round < 3; round += 1) {
      const { path, service } = await createService(api);
      await api.request('PATCH', path, { completedDate: '2026-11-20' });
      const [deleted, billed] = await Promise.all([api.request('DELETE', path), bill(api, service.id)]);
      const current = await api.request('GET', path);
      expect([
        [204, 409, undefined],
        [204, 422, undefined],
        [409, 201, 'IN_REVIEW'],
      ]).toContainEqual([deleted.status, billed.status, current.body.status]);
    }
  });

  test('of an order and a cancellation at once nothing stays active on canceled freight', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const vendor = { id: (await seedVendor({ api })).id };

    const answers = await Promise.all([
      order(api, shipment.id, { vendor }),
      order(api, shipment.id, { vendor }),
      postToShipment(api, shipment.id, 'cancel'),
    ]);

    const after = await readShipment(api, shipment.id);
    expect(sortStatuses(answers.slice(2))).toEqual([200]);
    expect(after.status).toBe('CANCELED');
    for (const { status } of after.services) expect(status).toBe('CANCELED');
  });
});
