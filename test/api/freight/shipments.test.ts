import { describe, expect, test } from 'vitest';
import { cities } from '../../../src/domain/places/cities.ts';
import { equipment } from '../../../src/domain/freight/equipment.ts';
import { specialRequirements } from '../../../src/domain/freight/special-requirements.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import {
  chicagoToDallas,
  seedCarrier,
  seedCarrierContact,
  seedCustomer,
  seedLocation,
  seedUser,
} from '../../support/records/freight.ts';
import { startService } from '../../support/service/service.ts';
import {
  createShipment,
  nobody,
  createPlainShipment,
  readShipment,
  buildRefusal,
  getStatuses,
} from '../../support/records/shipments.ts';

onOneDatabase('shipments', (database) => {
  describe('creating', () => {
    test('a shipment is made with its orders, loads, carriers and services, and adds up', async () => {
      await using api = await startService(database);
      const user = await seedUser({ api });

      const { shipment, customer, carrier, vendor } = await createShipment(api, {
        customerRep: { id: user.id },
        key: 'web-77',
      });

      expect(shipment).toMatchObject({
        friendlyId: 'SHP-1001',
        key: 'web-77',
        status: 'PLANNING',
        billingStatus: 'DOCS_NEEDED',
        customer: { id: customer.id, name: 'Acme Foods' },
        customerRep: { name: 'Ana' },
        currency: 'USD',
        pickUpDate: '2026-11-23',
        deliveryDate: '2026-11-25',
        orders: [
          { friendlyId: 'ORD-1001', status: 'PLANNING', shipmentKey: 'SHP-1001', totalRevenue: 2000 },
          { friendlyId: 'ORD-1002', totalRevenue: 323.95, charges: [{ rate: 0.335, quantity: 967, total: 323.95 }] },
        ],
        loads: [
          {
            status: 'BOOKED',
            totalCost: 1500,
            carriers: [{ carrier: { id: carrier.id }, status: 'ACTIVE', bookedAt: api.clock.now }],
          },
          { status: 'SOURCING', carriers: [], totalCost: 0 },
        ],
        services: [{ status: 'ACTIVE', cost: 300.25, vendor: { id: vendor.id } }],
        totalRevenue: 2323.95,
        totalCost: 1800.25,
        margin: 523.7,
        marginPercent: 22.53,
      });
      expect(await readShipment(api, shipment.id)).toEqual(shipment);
      expect((await api.request('GET', '/v1/shipments/web-77?by=key')).body).toEqual(shipment);
      expect((await api.request('GET', '/v1/shipments/SHP-1001')).status).toBe(404);
    });

    test('once every load has a carrier the shipment and its orders are booked', async () => {
      await using api = await startService(database);
      const carrier = await seedCarrier({ api });

      const shipment = await createPlainShipment(api, {
        loads: [{ mode: 'TL', carrier: { carrier: { id: carrier.id } } }],
      });

      expect(getStatuses(shipment)).toEqual({ shipment: 'BOOKED', children: ['BOOKED', 'BOOKED'] });
      const [assigned] = await api.database.reader.selectFrom('load_carrier').selectAll().execute();
      expect(assigned).toMatchObject({ billing_status: 'AWAITING_INVOICE', status: 'ACTIVE', carrier_id: carrier.id });
    });

    test('the stops of an order keep their route and say where and when they are', async () => {
      await using api = await startService(database);
      const customer = await seedCustomer({ api });
      const location = await seedLocation({ api }, customer.id);
      const city = cities.find(({ name }) => name === 'Phoenix');
      const when = { requestedStartDate: '2026-11-23', requestedStartTime: '08:00', requestedEndTime: '10:00' };

      const shipment = await createPlainShipment(api, {
        orders: [
          {
            mode: 'TL',
            stops: [
              {
                type: 'PICKUP',
                location: { key: 'dc-chicago' },
                ...when,
                dropTrailer: true,
                notes: 'Gate 4',
                key: 'stop-a',
              },
              { type: 'PICK', airportCode: 'ORD' },
              { type: 'DROP', cityId: city?.id },
              { type: 'DELIVERY', postalCode: '75247' },
            ],
          },
        ],
        loads: [{ mode: 'TL' }],
      });

      const [{ stops }] = shipment.orders;
      expect(stops).toMatchObject([
        {
          sequence: 1,
          type: 'PICK',
          location: { id: location.id, name: 'Acme Chicago DC' },
          address: { line1: '12 Dock Rd', line2: null, city: 'Chicago' },
          timeZone: 'America/Chicago',
          dropTrailer: true,
          notes: 'Gate 4',
          ...when,
        },
        { sequence: 2, type: 'PICK', airportCode: 'ORD', timeZone: null },
        { sequence: 3, type: 'DROP', city: { name: 'Phoenix', stateProvince: 'AZ' }, timeZone: 'America/Phoenix' },
        { sequence: 4, type: 'DROP', postalCode: '75247', timeZone: 'America/Chicago' },
      ]);
      expect(stops[1].address).toBeUndefined();
      expect(stops.every((stop: { loadIds: string[] }) => stop.loadIds[0] === shipment.loads[0].id)).toBe(true);
    });

    test('freight, references, equipment and special requirements come back as they were given', async () => {
      await using api = await startService(database);
      const [van] = equipment;
      const [air] = specialRequirements;

      const shipment = await createPlainShipment(api, {
        orders: [
          {
            ...chicagoToDallas,
            key: 'order-1',
            freight: {
              weight: 42000,
              handlingUnitQuantity: 20,
              handlingUnitType: 'PALLET',
              commodityDescription: 'Rice',
            },
            references: [{ type: 'PURCHASE_ORDER_NUMBER', value: ' PO  77 ' }],
            equipment: [{ id: van?.id }],
            specialRequirements: [{ id: air?.id }],
            mileage: 967.4,
          },
        ],
      });

      expect(shipment.orders[0]).toMatchObject({
        key: 'order-1',
        freight: { weight: 42000, volume: null, hazmat: false, stackable: true, handlingUnitType: 'PALLET' },
        references: [{ type: 'PURCHASE_ORDER_NUMBER', value: ' PO  77 ' }],
        equipment: [{ id: van?.id, key: null, name: van?.name }],
        specialRequirements: [{ name: air?.name }],
        mileage: 967.4,
        quoteId: null,
      });
    });

    test('what names nothing, or breaks a rule, is refused with its field and leaves nothing behind', async () => {
      await using api = await startService(database);
      const customer = await seedCustomer({ api });
      const stranger = await seedCarrier({ api, caller: await api.anotherOrganization() });
      const carrier = await seedCarrier({ api });
      const contact = await seedCarrierContact({ api }, stranger.id);
      const [pick, drop] = chicagoToDallas.stops;
      const create = (more: object) =>
        api.request('POST', '/v1/shipments', { customer: { id: customer.id }, orders: [chicagoToDallas], ...more });
      const order = (more: object) => create({ orders: [{ ...chicagoToDallas, ...more }] });
      const load = (more: object) => create({ loads: [{ mode: 'TL', ...more }] });

      expect(await create({ customer: nobody })).toMatchObject(buildRefusal(422, 'customer'));
      expect(await create({ customerRep: nobody })).toMatchObject(buildRefusal(422, 'customerRep'));
      expect(await create({ orders: [] })).toMatchObject(buildRefusal(400, 'orders'));
      expect(await order({ stops: [pick] })).toMatchObject(buildRefusal(400, 'orders.0.stops'));
      expect(await order({ stops: [pick, { type: 'DROP' }] })).toMatchObject(buildRefusal(422, 'orders.0.stops.1'));
      expect(await order({ stops: [pick, { ...drop, airportCode: 'DFW' }] })).toMatchObject({
        status: 422,
        body: {
          error: {
            details: [{ field: 'orders.0.stops.1.postalCode' }, { field: 'orders.0.stops.1.airportCode' }],
          },
        },
      });
      expect(await order({ stops: [pick, { type: 'DROP', location: nobody }] })).toMatchObject(
        buildRefusal(422, 'orders.0.stops.1.location'),
      );
      expect(await order({ stops: [pick, { type: 'DROP', cityId: nobody.id }] })).toMatchObject(
        buildRefusal(422, 'orders.0.stops.1.cityId'),
      );
      expect(await order({ equipment: [nobody] })).toMatchObject(buildRefusal(422, 'orders.0.equipment.0'));
      expect(await order({ specialRequirements: [nobody] })).toMatchObject(
        buildRefusal(422, 'orders.0.specialRequirements.0'),
      );
      expect(await order({ charges: [{ chargeCodeId: 9999, amount: 1 }] })).toMatchObject(
        buildRefusal(422, 'orders.0.charges.0.chargeCodeId'),
      );
      expect(await load({ stopIds: [nobody.id] })).toMatchObject(buildRefusal(422, 'loads.0.stopIds.0'));
      expect(await load({ carrier: { carrier: { id: stranger.id } } })).toMatchObject(
        buildRefusal(422, 'loads.0.carrier.carrier'),
      );
      expect(await load({ carrier: { carrier: { id: carrier.id }, contact: { id: contact.id } } })).toMatchObject(
        buildRefusal(422, 'loads.0.carrier.contact'),
      );
      expect(await create({ services: [{ vendor: nobody, serviceType: 'OTHER' }] })).toMatchObject(
        buildRefusal(422, 'services.0.vendor'),
      );

      expect(await api.database.reader.selectFrom('freight_order').selectAll().execute()).toEqual([]);
      expect((await create({})).body.friendlyId).toBe('SHP-1001');
    });

    test('a shipment without revenue has no margin percentage, and currencies are never added up', async () => {
      await using api = await startService(database);
      const canadian = await seedCarrier({ api }, { currency: 'CAD' });
      const free = await createPlainShipment(api, { orders: [{ ...chicagoToDallas, charges: [] }] });

      const mixed = await createPlainShipment(api, {
        loads: [{ mode: 'TL', carrier: { carrier: { id: canadian.id }, charges: [{ chargeCodeId: 1, amount: 900 }] } }],
      });

      expect(free).toMatchObject({ totalRevenue: 0, margin: 0, marginPercent: null });
      expect(mixed).toMatchObject({ totalRevenue: 2000, totalCost: null, margin: null, marginPercent: null });
    });

    test('the currency of the customer is that of the shipment and its orders', async () => {
      await using api = await startService(database);
      const customer = await seedCustomer({ api }, { currency: 'MXN' });

      const shipment = await createPlainShipment(api, { customer: { id: customer.id } });

      expect(shipment).toMatchObject({ currency: 'MXN', orders: [{ currency: 'MXN' }] });
    });
  });

  describe('changing', () => {
    test('customer and customer rep can be changed, and the orders go along', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      const other = await seedCustomer({ api }, { name: 'Bolt Steel' });
      const user = await seedUser({ api });

      const changed = await api.request('PATCH', `/v1/shipments/${shipment.id}`, {
        customer: { id: other.id },
        customerRep: { id: user.id },
        key: 'k1',
      });
      const cleared = await api.request('PATCH', `/v1/shipments/k1?by=key`, { customerRep: null, key: null });

      expect(changed.body).toMatchObject({ customer: { name: 'Bolt Steel' }, customerRep: { name: 'Ana' }, key: 'k1' });
      expect(cleared.body).toMatchObject({ customerRep: null, key: null, customer: { name: 'Bolt Steel' } });
      expect(await api.database.reader.selectFrom('freight_order').select('customer_id').execute()).toEqual([
        { customer_id: other.id },
      ]);
    });

    test('an invoiced shipment keeps its customer', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      const other = await seedCustomer({ api });
      await api.database.transaction((tx) =>
        tx.updateTable('freight_order').set({ billing_status: 'INVOICED' }).execute(),
      );

      const refused = await api.request('PATCH', `/v1/shipments/${shipment.id}`, { customer: { id: other.id } });

      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
      expect((await readShipment(api, shipment.id)).customerId).toBe(shipment.customerId);
    });

    test('a client key is taken once', async () => {
      await using api = await startService(database);
      await createPlainShipment(api, { key: 'k1' });
      const other = await createPlainShipment(api);

      expect(await api.request('PATCH', `/v1/shipments/${other.id}`, { key: 'k1' })).toMatchObject({
        body: { error: { code: 'DUPLICATE_KEY' } },
      });
    });

    test('deleting a shipment deletes its orders, stops, loads, carriers and services with it', async () => {
      await using api = await startService(database);
      const { shipment } = await createShipment(api, { key: 'k1' });
      const other = await createPlainShipment(api);

      expect((await api.request('DELETE', `/v1/shipments/${shipment.id}`)).status).toBe(204);

      expect((await api.request('GET', `/v1/shipments/${shipment.id}`)).status).toBe(404);
      expect((await api.request('DELETE', `/v1/shipments/${shipment.id}`)).status).toBe(404);
      const countLive = async (table: 'freight_order' | 'stop' | 'load' | 'load_carrier' | 'service') =>
        (await api.database.reader.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()).length;
      expect([await countLive('load'), await countLive('load_carrier'), await countLive('service')]).toEqual([0, 0, 0]);
      expect([await countLive('freight_order'), await countLive('stop')]).toEqual([1, 2]);
      const deleted = await api.request('POST', '/v1/shipments/filter', { filter: { deletedAt: { isNull: false } } });
      expect(deleted.body.data).toMatchObject([
        { id: shipment.id, orders: [{ stops: [{}, {}] }, {}], loads: [{ carriers: [{}] }, {}], services: [{}] },
      ]);
      expect((await api.request('POST', '/v1/shipments/filter')).body.data).toMatchObject([{ id: other.id }]);
    });
  });

  test('another organization can neither see nor touch a shipment', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const shipment = await createPlainShipment(api, { key: 'k1' });
    const at = `/v1/shipments/${shipment.id}`;

    expect((await stranger.request('GET', at)).status).toBe(404);
    expect((await stranger.request('GET', '/v1/shipments/k1?by=key')).status).toBe(404);
    expect((await stranger.request('PATCH', at, { key: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', at)).status).toBe(404);
    for (const verb of ['cancel', 'uncancel', 'duplicate', 'ready-to-invoice', 'not-ready-to-invoice']) {
      expect((await stranger.request('POST', `${at}/${verb}`)).status).toBe(404);
    }
    expect((await stranger.request('POST', '/v1/shipments/filter')).body.data).toEqual([]);
    expect(
      (
        await stranger.request('POST', '/v1/shipments/filter', {
          filter: { orderId: { equalTo: shipment.orders[0].id } },
        })
      ).body.data,
    ).toEqual([]);
    expect(await readShipment(api, shipment.id)).toEqual(shipment);
  });
});
