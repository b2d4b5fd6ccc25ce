import { expect, test } from 'vitest';
import { loads } from '../../../src/contract/freight/loads.ts';
import { equipment } from '../../../src/domain/freight/equipment.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import {
  chicagoToDallas,
  seedCarrier,
  seedCarrierContact,
  seedCustomer,
  seedLocation,
} from '../../support/records/freight.ts';
import {
  addCarrier,
  createBookedLoad,
  buildConflict,
  openLoad,
  readLoad,
  readStatuses,
} from '../../support/records/loads.ts';
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

const create = (api: TestService, shipmentId: string, load: object = {}) =>
  api.request('POST', '/v1/loads', { shipmentId, load: { mode: 'TL', ...load } });

onOneDatabase('loads', (database) => {
  test('a new load covers every stop of its shipment and looks for a carrier', async () => {
    await using api = await startService(database);
    const customer = await seedCustomer({ api });
    const dock = await seedLocation({ api }, customer.id);
    const [, drop] = chicagoToDallas.stops;
    const shipment = await createPlainShipment(api, {
      customer: { id: customer.id },
      orders: [
        {
          ...chicagoToDallas,
          stops: [
            {
              type: 'PICK',
              location: { id: dock.id },
              requestedStartDate: '2026-11-23',
              requestedStartTime: '08:00',
            },
            drop,
          ],
        },
      ],
    });
    const [truck] = equipment;

    const created = await create(api, shipment.id, { key: 'l1', equipment: [{ id: truck?.id }] });

    expect(created).toMatchObject({
      status: 201,
      body: {
        key: 'l1',
        friendlyId: expect.stringMatching(/^LD-/),
        shipmentId: shipment.id,
        shipmentKey: shipment.friendlyId,
        mode: 'TL',
        status: 'SOURCING',
        equipment: [{ name: truck?.name }],
        carriers: [],
        totalCost: 0,
        currency: 'USD',
        pickedUpAt: null,
        deliveredAt: null,
        deletedBy: null,
      },
    });
    expect(created.body.stops).toMatchObject([
      {
        orderStopId: shipment.orders[0].stops[0].id,
        sequence: 1,
        type: 'PICK',
        address: { line1: '12 Dock Rd', city: 'Chicago' },
        scheduledArrival: '2026-11-23T14:00:00.000Z',
        actualArrival: null,
      },
      { sequence: 2, type: 'DROP', address: null, scheduledArrival: null },
    ]);
    expect((await api.request('GET', '/v1/loads/l1?by=key')).body).toEqual(created.body);
    expect(await readLoad(api, created.body.id.toUpperCase())).toEqual(created.body);
  });

  test('a load with a carrier is booked, its cost is the shipment’s, and the shipment is booked with it', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const carrier = await seedCarrier({ api }, { currency: 'USD' });
    const contact = await seedCarrierContact({ api }, carrier.id);

    const { body } = await create(api, shipment.id, {
      carrier: {
        carrier: { id: carrier.id },
        contact: { id: contact.id },
        charges: [
          { chargeCodeId: 1, amount: 1500 },
          { chargeCode: { key: 'FSC' }, rate: 0.5, quantity: 967 },
        ],
        driverName: 'Lee',
        truckNumber: '12',
      },
    });

    expect(body).toMatchObject({ status: 'BOOKED', totalCost: 1983.5 });
    expect(body.carriers).toMatchObject([
      {
        loadId: body.id,
        carrier: { id: carrier.id },
        contact: { id: contact.id, name: 'Dispatch Dan', phone: null },
        status: 'ACTIVE',
        billingStatus: 'AWAITING_INVOICE',
        bookedAt: api.clock.now,
        dispatchedAt: null,
        charges: [{ total: 1500 }, { total: 483.5 }],
        totalCost: 1983.5,
        driverName: 'Lee',
        driverPhone: null,
        removalReason: null,
      },
    ]);
    const booked = await readShipment(api, shipment.id);
    expect(booked).toMatchObject({ status: 'BOOKED', totalCost: 1983.5, margin: 16.5, updatedAt: api.clock.now });
    expect(booked.loads).toMatchObject([
      { id: body.id, status: 'BOOKED', totalCost: 1983.5, carriers: [{ id: body.carriers[0].id }] },
    ]);
  });

  test('stopIds choose the stops, which must be stops of the shipment’s own orders', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const other = await createPlainShipment(api);
    const [pick, drop] = shipment.orders[0].stops;

    const { body } = await create(api, shipment.id, { stopIds: [drop.id] });
    const strange = await create(api, shipment.id, { stopIds: [pick.id, other.orders[0].stops[0].id] });

    expect(body.stops).toMatchObject([{ orderStopId: drop.id, sequence: 1 }]);
    expect(strange).toMatchObject(buildRefusal(422, 'load.stopIds.1'));
  });

  test('a stop is either taken out of the route or covered by a new load, never both', async () => {
    await using api = await startService(database);
    const extra = { type: 'DROP', postalCode: '75201' };
    const stops = [...chicagoToDallas.stops, extra];

    for (let round = 0; round < 3; round += 1) {
      const shipment = await createPlainShipment(api, { orders: [{ ...chicagoToDallas, stops }] });
      const [, , last] = shipment.orders[0].stops;
      const [created, removed] = await Promise.all([
        create(api, shipment.id),
        api.request('DELETE', `/v1/stops/${last.id}`),
      ]);
      const covered = await readLoad(api, created.body.id);
      expect([
        [204, 2],
        [409, 3],
      ]).toContainEqual([removed.status, covered.stops.length]);
    }
  });

  test('a load is refused for no shipment, a final one, an unknown carrier or one that gets no work', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    const done = await createPlainShipment(api);
    const canceled = await createPlainShipment(api);
    await postToShipment(api, canceled.id, 'cancel');
    await api.database.transaction((tx) =>
      tx.updateTable('shipment').set({ status: 'DELIVERED' }).where('id', '=', done.id).execute(),
    );
    const barred = await seedCarrier({ api }, { status: 'DO_NOT_USE' });
    const idle = await seedCarrier({ api }, { status: 'INACTIVE' });
    const toCarrierInput = (id: string) => ({ carrier: { carrier: { id } } });

    expect(await create(api, nobody.id)).toMatchObject(buildRefusal(422, 'shipmentId'));
    expect(await create(api, canceled.id)).toMatchObject(buildConflict('CANCELED'));
    expect(await create(api, done.id)).toMatchObject(buildConflict('DELIVERED'));
    for (const id of [nobody.id, barred.id, idle.id])
      expect(await create(api, shipment.id, toCarrierInput(id))).toMatchObject(
        buildRefusal(422, 'load.carrier.carrier'),
      );
    expect(await create(api, shipment.id, { equipment: [nobody] })).toMatchObject(
      buildRefusal(422, 'load.equipment.0'),
    );
    expect(await create(api, shipment.id, { mode: 'ROCKET' })).toMatchObject(buildRefusal(400, 'load.mode'));
    expect(await create(api, shipment.id, { status: 'BOOKED' })).toMatchObject({ status: 400 });
    expect((await readShipment(api, shipment.id)).loads).toEqual([]);
  });

  test('mode, equipment and key can change, and nothing else', async () => {
    await using api = await startService(database);
    const { load } = await openLoad(api);
    const { load: keyedLoad } = await openLoad(api);
    const path = `/v1/loads/${load.id}`;
    await api.request('PATCH', `/v1/loads/${keyedLoad.id}`, { key: 'mine' });

    const changed = await api.request('PATCH', path, { mode: 'LTL', equipment: [{ id: equipment[1]?.id }], key: 'k' });
    const cleared = await api.request('PATCH', path, { equipment: [], key: null });

    expect(changed).toMatchObject({
      status: 200,
      body: { mode: 'LTL', key: 'k', equipment: [{ id: equipment[1]?.id }] },
    });
    expect(cleared.body).toMatchObject({ mode: 'LTL', key: null, equipment: [] });
    expect(await api.request('PATCH', path, { status: 'DELIVERED' })).toMatchObject(buildRefusal(400, 'status'));
    expect(await api.request('PATCH', path, { equipment: [nobody] })).toMatchObject(buildRefusal(422, 'equipment.0'));
    expect(await api.request('PATCH', path, { key: 'mine' })).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY' } },
    });
    expect(await api.request('PATCH', `/v1/loads/${nobody.id}`, {})).toMatchObject({ status: 404 });
  });

  test('a load without any carrier can be deleted, and the shipment follows those that stay', async () => {
    await using api = await startService(database);
    const { shipment } = await createShipment(api);
    const [booked, open] = shipment.loads;
    expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'BOOKED', 'SOURCING']);

    expect((await api.request('DELETE', `/v1/loads/${open.id}`)).status).toBe(204);

    expect(await readStatuses(api, shipment.id)).toEqual(['BOOKED', 'BOOKED']);
    expect((await api.request('GET', `/v1/loads/${open.id}`)).status).toBe(404);
    expect((await api.request('DELETE', `/v1/loads/${open.id}`)).status).toBe(404);
    expect(await api.request('DELETE', `/v1/loads/${booked.id}`)).toMatchObject(buildConflict(booked.friendlyId));
    const deleted = await api.request('POST', '/v1/loads/filter', { filter: { deletedAt: { isNull: false } } });
    expect(deleted.body.data).toMatchObject([{ id: open.id, stops: expect.anything() }]);
  });

  test('a canceled shipment comes back booked when the load that lacked a carrier was deleted', async () => {
    await using api = await startService(database);
    const { shipment } = await createShipment(api);
    await postToShipment(api, shipment.id, 'cancel');

    expect((await api.request('DELETE', `/v1/loads/${shipment.loads[1].id}`)).status).toBe(204);
    await postToShipment(api, shipment.id, 'uncancel');

    expect(await readStatuses(api, shipment.id)).toEqual(['BOOKED', 'BOOKED']);
  });

  test('a carrier that left still keeps its load from being deleted', async () => {
    await using api = await startService(database);
    const { load, path } = await createBookedLoad(api);
    await api.request('POST', `${path}/bounce`);

    expect(await api.request('DELETE', `/v1/loads/${load.id}`)).toMatchObject(buildConflict('carrier'));
  });

  test('the loads of a deleted shipment are gone, and shown whole to who asks for deleted ones', async () => {
    await using api = await startService(database);
    const { shipment, load, assignment, path } = await createBookedLoad(api);
    await api.request('DELETE', `/v1/shipments/${shipment.id}`);

    const deleted = await api.request('POST', '/v1/loads/filter', {
      filter: { deletedAt: { isNull: false }, customerId: { equalTo: shipment.customerId } },
    });

    expect((await api.request('GET', `/v1/loads/${load.id}`)).status).toBe(404);
    expect((await api.request('GET', path)).status).toBe(404);
    expect(deleted.body.data).toMatchObject([
      { id: load.id, totalCost: 1500, carriers: [{ id: assignment.id }], stops: [{ type: 'PICK' }, {}, {}, {}] },
    ]);
  });

  test('loads are found by every declared field, also through their shipment, orders and carriers', async () => {
    await using api = await startService(database);
    const { shipment, carrier, load } = await createBookedLoad(api);
    const { load: open, shipment: other } = await openLoad(api);
    const filterIds = async (filter: object) =>
      (await api.request('POST', '/v1/loads/filter', { filter })).body.data.map(({ id }: { id: string }) => id);

    expect(await listRefusedFilters(api, '/v1/loads/filter', loads.filter.filter)).toEqual([]);
    expect(await filterIds({})).toEqual([open.id, load.id]);
    expect(await filterIds({ carrierId: { equalTo: carrier.id } })).toEqual([load.id]);
    expect(await filterIds({ carrierId: { notEqualTo: carrier.id } })).toEqual([open.id]);
    expect(await filterIds({ customerId: { equalTo: shipment.customerId } })).toEqual([load.id]);
    expect(await filterIds({ orderId: { equalTo: shipment.orders[1].id } })).toEqual([load.id]);
    expect(await filterIds({ orderId: { notIn: [shipment.orders[0].id, shipment.orders[1].id] } })).toEqual([open.id]);
    expect(await filterIds({ shipmentId: { equalTo: other.id }, status: { equalTo: 'SOURCING' } })).toEqual([open.id]);
    expect(await filterIds({ friendlyId: { equalTo: load.friendlyId }, mode: { in: ['TL'] } })).toEqual([load.id]);
    const unknown = await api.request('POST', '/v1/loads/filter', { filter: { driver: { equalTo: 'Lee' } } });
    expect(unknown).toMatchObject({ status: 200, body: { errors: [{ field: 'driver' }] } });
    const wrong = await api.request('POST', '/v1/loads/filter', { filter: { status: { equalTo: 'LOST' } } });
    expect(wrong.status).toBe(400);
  });

  test('another organization finds no load and can put none on a shipment', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { shipment, load, path } = await createBookedLoad(api);
    const their = await seedCarrier({ api, caller: stranger });

    expect((await stranger.request('POST', '/v1/loads/filter')).body.data).toEqual([]);
    expect((await stranger.request('GET', path)).status).toBe(404);
    expect((await stranger.request('PATCH', path, { driverName: 'x' })).status).toBe(404);
    for (const verb of ['bounce', 'tonu']) expect((await stranger.request('POST', `${path}/${verb}`)).status).toBe(404);
    expect((await addCarrier(stranger, load.id, their.id)).status).toBe(404);
    const body = { shipmentId: shipment.id, load: { mode: 'TL' } };
    expect(await stranger.request('POST', '/v1/loads', body)).toMatchObject(buildRefusal(422, 'shipmentId'));
    expect(await addCarrier(api, load.id, their.id)).toMatchObject(buildRefusal(422, 'carrier'));
  });
});
