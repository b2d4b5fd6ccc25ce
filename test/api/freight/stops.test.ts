import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { stops } from '../../../src/contract/freight/stops.ts';
import { windowFields } from '../../../src/domain/stops/stop-window.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { chicagoToDallas, seedCustomer, seedLocation } from '../../support/records/freight.ts';
import { createQuote, readQuote } from '../../support/records/quotes.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import {
  createShipment,
  nobody,
  createPlainShipment,
  readShipment,
  buildRefusal,
} from '../../support/records/shipments.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const denver = { type: 'DROP', sequence: 2, postalCode: '80202' };

interface StopView {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly postalCode: string | null;
}

const add = (api: ApiCaller, orderId: string, stop: object) => api.request('POST', '/v1/stops', { orderId, stop });
const changeStop = (api: ApiCaller, { id }: { id: string }, change: object) =>
  api.request('PATCH', `/v1/stops/${id}`, change);
const remove = (api: ApiCaller, { id }: { id: string }) => api.request('DELETE', `/v1/stops/${id}`);

async function addStop(api: ApiCaller, orderId: string, stop: object = denver) {
  const { status, body } = await add(api, orderId, stop);
  expect(status).toBe(201);
  return body;
}

const readRoute = async (api: ApiCaller, orderId: string): Promise<StopView[]> =>
  (await api.request('GET', `/v1/orders/${orderId}`)).body.stops;

const buildRefusals = (status: number, ...fields: string[]) => ({
  status,
  body: { error: { details: fields.map((field) => ({ field })) } },
});

/** `1 60608, 2 75247` */
const route = async (api: ApiCaller, orderId: string): Promise<string> =>
  (await readRoute(api, orderId)).map(({ sequence, postalCode }) => `${sequence} ${postalCode}`).join(', ');

const find = async (api: ApiCaller, filter: object): Promise<string[]> =>
  (await api.request('POST', '/v1/stops/filter', { filter })).body.data.map(({ id }: StopView) => id);

/** An order from Chicago to Dallas whose stops no load covers. */
async function openOrder(api: TestService) {
  const shipment = await createPlainShipment(api);
  const [order] = shipment.orders;
  return { shipment, order, pick: order.stops[0], drop: order.stops[1] };
}

const recordArrival = (api: TestService, { id }: { id: string }) =>
  api.database.transaction((tx) =>
    tx.updateTable('stop').set({ actual_arrival: '2026-11-26T15:00:00.000Z' }).where('id', '=', id).execute(),
  );

/** Returns true if a request waits for a lock of another one. */
async function isAnyoneWaiting({ database }: TestService): Promise<boolean> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
  return rows.length > 0;
}

const phoenix = '55c02f91-de67-593d-8204-98fe586c2b26';

/** Makes another order visit a stop as its third. */
const addToOrder = (api: TestService, stop: StopView, orderId: string) =>
  insertRow(api, 'order_stop', { order_id: orderId, stop_id: stop.id, sequence: 3 });

const window = {
  requestedStartDate: '2026-11-25',
  requestedEndDate: null,
  requestedStartTime: null,
  requestedEndTime: null,
  timeZone: 'America/Chicago',
};

onOneDatabase('stops', (database) => {
  test('a stop within the route moves the later ones back; one right behind the end is the last', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);

    const stop = await addStop(api, order.id, { ...denver, type: 'DELIVERY', key: 'denver', notes: 'Dock 4' });
    await addStop(api, order.id, { type: 'DROP', sequence: 4, postalCode: '73301' });

    expect(stop).toMatchObject({
      orderId: order.id,
      loadIds: [],
      type: 'DROP',
      sequence: 2,
      location: null,
      postalCode: '80202',
      city: null,
      timeZone: 'America/Denver',
      notes: 'Dock 4',
      dropTrailer: false,
      actualArrival: null,
      actualDeparture: null,
    });
    expect(stop).not.toHaveProperty('address');
    expect(await route(api, order.id)).toBe('1 60608, 2 80202, 3 75247, 4 73301');
    expect((await api.request('GET', '/v1/stops/denver')).body).toEqual(stop);
    expect((await api.request('GET', '/v1/stops/denver?by=id')).status).toBe(404);
  });

  test('the shipment shows the route as it is now', async () => {
    await using api = await startService(database);
    const { shipment, order, drop } = await openOrder(api);

    await addStop(api, order.id, { type: 'DROP', sequence: 3, postalCode: '80202', requestedEndDate: '2026-11-28' });
    const extended = await readShipment(api, shipment.id);
    await changeStop(api, drop, { postalCode: '90012' });
    const [, , last] = await readRoute(api, order.id);
    await remove(api, { id: last?.id ?? '' });
    const shortened = await readShipment(api, shipment.id);

    expect(extended).toMatchObject({ deliveryDate: '2026-11-28', updatedAt: api.clock.now });
    expect(shortened).toMatchObject({ deliveryDate: '2026-11-25' });
    const row = await api.database.reader.selectFrom('shipment').select('destination_state').executeTakeFirst();
    expect(row).toEqual({ destination_state: 'CA' });
  });

  test('a stop past the end of the route is refused, and a malformed one is too', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);

    expect(await add(api, order.id, { ...denver, sequence: 4 })).toMatchObject(buildRefusal(422, 'stop.sequence'));
    expect(await add(api, order.id, { ...denver, sequence: 0 })).toMatchObject(buildRefusal(400, 'stop.sequence'));
    expect(await add(api, order.id, { ...denver, sequence: undefined })).toMatchObject(
      buildRefusal(400, 'stop.sequence'),
    );
    expect(await add(api, order.id, { ...denver, type: 'CROSS_DOCK' })).toMatchObject(buildRefusal(400, 'stop.type'));
    expect(await add(api, order.id, { ...denver, requestedStartTime: '24:00' })).toMatchObject(
      buildRefusal(400, 'stop.requestedStartTime'),
    );
    expect(await route(api, order.id)).toBe('1 60608, 2 75247');
  });

  test('a stop is placed one way, at a place that exists, on an order that exists', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);
    const stranger = await api.anotherOrganization();
    const nowhere = { type: 'DROP', sequence: 2 };

    expect(await add(api, order.id, nowhere)).toMatchObject(buildRefusal(422, 'stop'));
    expect(await add(api, order.id, { ...denver, airportCode: 'DEN' })).toMatchObject(
      buildRefusals(422, 'stop.postalCode', 'stop.airportCode'),
    );
    expect(await add(api, order.id, { ...nowhere, location: nobody })).toMatchObject(
      buildRefusal(422, 'stop.location'),
    );
    expect(await add(api, order.id, { ...nowhere, cityId: nobody.id })).toMatchObject(buildRefusal(422, 'stop.cityId'));
    expect(await add(api, nobody.id, denver)).toMatchObject(buildRefusal(422, 'orderId'));
    expect(await add(stranger, order.id, denver)).toMatchObject(buildRefusal(422, 'orderId'));
  });

  test('a route of 100 stops takes no more', async () => {
    await using api = await startService(database);
    const stop = { type: 'PICK', postalCode: '60608' };
    const orders = [{ ...chicagoToDallas, stops: Array.from({ length: 100 }, () => stop) }];
    const shipment = await createPlainShipment(api, { orders });

    expect(await add(api, shipment.orders[0].id, denver)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
  });

  test('naming one placement clears the others, with what was known of the old place', async () => {
    await using api = await startService(database);
    const { drop } = await openOrder(api);
    const place = await seedLocation({ api }, (await seedCustomer({ api })).id);
    const [city] = (await api.request('GET', '/v1/reference-data/cities?query=Denver')).body.data;

    const atDock = await changeStop(api, drop, { location: { key: 'dc-chicago' } });
    const inCity = await changeStop(api, drop, { cityId: city.id, location: null });
    const atAirport = await changeStop(api, drop, { airportCode: 'ORD' });
    const inArea = await changeStop(api, drop, { postalCode: '75201' });

    expect(atDock.body).toMatchObject({
      location: {
        id: place.id,
        key: 'dc-chicago',
        name: 'Acme Chicago DC',
        customerId: place.customer_id,
        isAppointmentRequired: false,
        createdAt: place.created_at,
      },
      address: { line1: '12 Dock Rd', city: 'Chicago', state: 'IL', zipCode: '60608' },
      postalCode: null,
      timeZone: 'America/Chicago',
    });
    expect(inCity.body).toMatchObject({ location: null, city: { name: city.name }, timeZone: 'America/Denver' });
    expect(inCity.body).not.toHaveProperty('address');
    expect(atAirport.body).toMatchObject({ airportCode: 'ORD', city: null, postalCode: null, timeZone: null });
    expect(inArea.body).toMatchObject({ airportCode: null, postalCode: '75201' });
  });

  test('the only placement is not cleared, two are not named, and a sequence is not patched', async () => {
    await using api = await startService(database);
    const { drop } = await openOrder(api);

    expect(await changeStop(api, drop, { postalCode: null })).toMatchObject(buildRefusal(422, 'postalCode'));
    expect(await changeStop(api, drop, { postalCode: '80202', airportCode: 'DEN' })).toMatchObject(
      buildRefusals(422, 'postalCode', 'airportCode'),
    );
    expect(await changeStop(api, drop, { cityId: nobody.id })).toMatchObject(buildRefusal(422, 'cityId'));
    for (const sequence of [1, 2, null]) {
      expect(await changeStop(api, drop, { sequence })).toMatchObject(buildRefusal(422, 'sequence'));
    }
    expect(await changeStop(api, drop, { dropTrailer: null })).toMatchObject(buildRefusal(400, 'dropTrailer'));
    expect((await changeStop(api, drop, { airportCode: null, location: null })).body).toMatchObject({
      postalCode: '75247',
    });
  });

  test('a patch changes what it names, and null clears', async () => {
    await using api = await startService(database);
    const { pick } = await openOrder(api);

    const changed = await changeStop(api, pick, {
      type: 'DELIVERY',
      key: 'first',
      requestedStartTime: null,
      requestedEndTime: '17:30',
      dropTrailer: true,
      notes: 'Call ahead',
    });
    const cleared = await changeStop(api, pick, { notes: null, requestedStartDate: null });

    expect(changed.body).toMatchObject({
      type: 'DROP',
      key: 'first',
      sequence: 1,
      requestedStartDate: '2026-11-23',
      requestedStartTime: null,
      requestedEndTime: '17:30',
      dropTrailer: true,
      notes: 'Call ahead',
      postalCode: '60608',
    });
    expect(cleared.body).toMatchObject({ notes: null, requestedStartDate: null, dropTrailer: true });
  });

  test('what a stop asked for when the truck arrived stays, however often it is rewritten after that', async () => {
    await using api = await startService(database);
    const { order, pick, drop } = await openOrder(api);
    await recordArrival(api, drop);
    const movedAt = api.clock.now;

    const noted = await changeStop(api, drop, { notes: 'Dock 4', dropTrailer: true });
    const first = await changeStop(api, drop, { requestedStartDate: '2026-11-28', requestedEndTime: '17:30' });
    api.clock.now = '2026-11-20T15:05:00.000Z';
    const second = await changeStop(api, drop, { postalCode: '90012', requestedEndDate: '2026-11-30' });
    const early = await changeStop(api, pick, { requestedStartDate: '2026-11-28' });

    expect(noted.body.windowAtArrival).toBeNull();
    expect(first.body).toMatchObject({ requestedEndTime: '17:30', windowAtArrival: { ...window, movedAt } });
    expect(second.body).toMatchObject({ timeZone: 'America/Los_Angeles', windowAtArrival: { ...window, movedAt } });
    expect(early.body.windowAtArrival).toBeNull();
    expect((await readRoute(api, order.id))[1]).toMatchObject({ windowAtArrival: { ...window, movedAt } });
  });

  test.each([
    ...windowFields.map((field) => ({ [field]: field.endsWith('Date') ? '2026-11-30' : '23:00' })),
    ...windowFields.map((field) => ({ [field]: null })),
    { postalCode: '90012' },
    { airportCode: 'LAX' },
    { cityId: phoenix },
  ])('a change after arrival to %o leaves the window of the arrival', async (change) => {
    await using api = await startService(database);
    const { drop } = await openOrder(api);
    await recordArrival(api, drop);

    expect((await changeStop(api, drop, change)).body.windowAtArrival).toMatchObject(window);
  });

  test('a window that was rewritten before the truck came is the one that the truck came to', async () => {
    await using api = await startService(database);
    const { drop } = await openOrder(api);
    await changeStop(api, drop, { requestedStartDate: '2026-11-28' });

    await recordArrival(api, drop);

    const { body } = await api.request('GET', `/v1/stops/${drop.id}`);
    expect(body).toMatchObject({ requestedStartDate: '2026-11-28', windowAtArrival: null });
  });

  test('a location whose address moves to another time zone leaves the windows of past arrivals', async () => {
    await using api = await startService(database);
    const { order, shipment } = await openOrder(api);
    const place = await seedLocation({ api }, shipment.customer.id);
    const at = { type: 'DROP', location: { id: place.id }, requestedStartDate: '2026-11-24' };
    const past = await addStop(api, order.id, { ...at, sequence: 2 });
    const ahead = await addStop(api, order.id, { ...at, sequence: 3 });
    await recordArrival(api, past);
    const moveTo = (address: object) => api.request('PATCH', `/v1/locations/${place.id}`, { address });

    await moveTo({ addressLine2: 'Gate 2' });
    const unmoved = await readRoute(api, order.id);
    await moveTo({ city: 'Los Angeles', state: 'CA', zipCode: '90012' });
    const [, moved, open] = await readRoute(api, order.id);

    expect(unmoved[1]).toMatchObject({ windowAtArrival: null });
    expect(moved).toMatchObject({
      timeZone: 'America/Los_Angeles',
      windowAtArrival: { requestedStartDate: '2026-11-24', timeZone: past.timeZone },
    });
    expect(open).toMatchObject({ id: ahead.id, windowAtArrival: null });
  });

  test('a key is used once', async () => {
    await using api = await startService(database);
    const { order, pick } = await openOrder(api);
    await addStop(api, order.id, { ...denver, key: 'denver' });
    const duplicate = { status: 409, body: { error: { code: 'DUPLICATE_KEY' } } };

    expect(await add(api, order.id, { ...denver, key: 'denver' })).toMatchObject(duplicate);
    expect(await changeStop(api, pick, { key: 'denver' })).toMatchObject(duplicate);
    expect(await route(api, order.id)).toBe('1 60608, 2 80202, 3 75247');
  });

  test('a stop taken out closes the gap; the last two stay', async () => {
    await using api = await startService(database);
    const { order, pick } = await openOrder(api);
    const stop = await addStop(api, order.id);

    expect((await remove(api, pick)).status).toBe(204);

    expect(await route(api, order.id)).toBe('1 80202, 2 75247');
    expect((await api.request('GET', `/v1/stops/${pick.id}`)).status).toBe(404);
    expect(await remove(api, stop)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(await remove(api, pick)).toMatchObject({ status: 404 });
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual([pick.id]);
  });

  test('a stop that a load covers stays until the load is deleted', async () => {
    await using api = await startService(database);
    const { shipment } = await createShipment(api, {
      loads: [{ mode: 'TL' }],
      services: [],
      orders: [{ ...chicagoToDallas, stops: [...chicagoToDallas.stops, { type: 'DROP', postalCode: '73301' }] }],
    });
    const [load] = shipment.loads;
    const [, middle] = shipment.orders[0].stops;

    const covered = await remove(api, middle);
    await api.database.transaction((tx) =>
      tx.updateTable('load').set({ deleted_at: api.clock.now }).where('id', '=', load.id).execute(),
    );

    expect(middle.loadIds).toEqual([load.id]);
    expect(covered).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(load.friendlyId) } },
    });
    expect((await remove(api, middle)).status).toBe(204);
  });

  test('a stop that two orders visit changes for both and leaves both', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api, { orders: [chicagoToDallas, chicagoToDallas] });
    const [first, second] = shipment.orders;
    const shared = await addStop(api, first.id);
    await addToOrder(api, shared, second.id);
    const lone = second.stops[0];

    expect((await changeStop(api, shared, { postalCode: '80203' })).body.orderIds).toEqual(
      [first.id, second.id].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(await route(api, second.id)).toBe('1 60608, 2 75247, 3 80203');
    expect(await find(api, { orderId: { equalTo: second.id } })).toContain(shared.id);

    expect((await remove(api, lone)).status).toBe(204);
    expect(await route(api, first.id)).toBe('1 60608, 2 80203, 3 75247');
    expect(await route(api, second.id)).toBe('1 75247, 2 80203');
    expect((await remove(api, shared)).status).toBe(409);

    await addStop(api, second.id, { ...denver, sequence: 3 });
    expect((await remove(api, shared)).status).toBe(204);
    expect(await route(api, first.id)).toBe('1 60608, 2 75247');
    expect(await route(api, second.id)).toBe('1 75247, 2 80202');
  });

  test('the order of a quote is edited the same way, and the quote shows it', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api);
    const orderId = quote.order.id;
    const [pick] = await readRoute(api, orderId);

    await addStop(api, orderId, { type: 'DROP', sequence: 3, postalCode: '80202' });
    await changeStop(api, { id: pick?.id ?? '' }, { postalCode: '90012', requestedStartDate: '2026-11-22' });

    expect((await readQuote(api, quote)).order).toMatchObject({
      origin: { postalCode: '90012', stateProvince: 'CA' },
      destination: { postalCode: '80202', stateProvince: 'CO' },
      pickUpDate: '2026-11-22',
    });
    await api.request('DELETE', `/v1/quotes/${quote.id}`);
    expect(await add(api, orderId, denver)).toMatchObject(buildRefusal(422, 'orderId'));
    expect((await changeStop(api, { id: pick?.id ?? '' }, {})).status).toBe(404);
  });

  test('a stop is taken out or covered by a new load, never both', async () => {
    await using api = await startService(database);
    const { shipment, order } = await openOrder(api);
    const stop = await addStop(api, order.id);

    const [removed, loaded] = await Promise.all([
      remove(api, stop),
      api.request('POST', '/v1/loads', { shipmentId: shipment.id, load: { mode: 'TL' } }),
    ]);

    expect(loaded.status).toBe(201);
    expect([204, 409]).toContain(removed.status);
    const covered = await find(api, { loadId: { equalTo: loaded.body.id } });
    expect(covered).toHaveLength(removed.status === 204 ? 2 : 3);
    expect(loaded.body.stops).toHaveLength(covered.length);
  });

  test('a stop that is added while its quote is converted is on the shipment', async () => {
    await using api = await startService(database);
    const quote = await createQuote(api, { amount: 1950 });
    await api.request('PATCH', `/v1/quotes/${quote.id}`, { status: 'QUOTED' });

    const [, converted] = await Promise.all([
      addStop(api, quote.order.id, { type: 'DROP', sequence: 3, postalCode: '80202' }),
      api.request('POST', `/v1/quotes/${quote.id}/convert-to-shipment`),
    ]);

    expect(converted.status).toBe(200);
    const row = await api.database.reader.selectFrom('shipment').select('destination_postal_code').executeTakeFirst();
    expect(row).toEqual({ destination_postal_code: '80202' });
  });

  test('stops are found by order, load, shipment, place and time', async () => {
    await using api = await startService(database);
    const { shipment, customer } = await createShipment(api, { loads: [{ mode: 'TL' }], services: [] });
    const other = await openOrder(api);
    const place = await seedLocation({ api }, customer.id);
    const docked = await addStop(api, other.order.id, { type: 'PICK', sequence: 1, location: { id: place.id } });
    const arrived = { actual_arrival: '2026-11-24T13:00:00.000Z', actual_departure: '2026-11-24T15:00:00.000Z' };
    await api.database.transaction((tx) =>
      tx.updateTable('stop').set(arrived).where('id', '=', other.drop.id).execute(),
    );

    expect(await find(api, { shipperLocationId: { equalTo: place.id } })).toEqual([docked.id]);
    expect(await find(api, { orderId: { equalTo: other.order.id } })).toHaveLength(3);
    expect(await find(api, { shipmentId: { equalTo: shipment.id } })).toHaveLength(4);
    expect(await find(api, { loadId: { in: [shipment.loads[0].id] } })).toHaveLength(4);
    expect(await find(api, { loadId: { isNull: true } })).toHaveLength(3);
    expect(await find(api, { postalCode: { startsWith: '752' }, type: { equalTo: 'DROP' } })).toHaveLength(3);
    expect(await find(api, { actualArrival: { gte: '2026-11-24' } })).toEqual([other.drop.id]);
    expect((await api.request('GET', `/v1/stops/${other.drop.id}`)).body).toMatchObject({
      actualArrival: arrived.actual_arrival,
      actualDeparture: arrived.actual_departure,
    });
    expect(await listRefusedFilters(api, '/v1/stops/filter', stops.filter.filter)).toEqual([]);
  });

  test('a page holds 1 to 100 stops, newest first', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);
    const newest = await addStop(api, order.id);
    const readPage = (pageSize: number) => api.request('POST', '/v1/stops/filter', { pageSize });

    const firstPage = await readPage(1);

    expect(firstPage.body).toMatchObject({ data: [{ id: newest.id, sequence: 2 }], pagination: { hasNextPage: true } });
    expect((await readPage(100)).body.data).toHaveLength(3);
    for (const size of [0, 101]) expect(await readPage(size)).toMatchObject(buildRefusal(400, 'pageSize'));
  });

  test('another organization finds no stop and changes none', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { pick } = await openOrder(api);

    expect(await find(stranger, {})).toEqual([]);
    expect((await stranger.request('GET', `/v1/stops/${pick.id}`)).status).toBe(404);
    expect((await changeStop(stranger, pick, { notes: 'x' })).status).toBe(404);
    expect((await remove(stranger, pick)).status).toBe(404);
  });
});

onBothDatabases('changes of one route at once', (database) => {
  test('a window that is rewritten while an arrival is written down keeps what the truck came to', async () => {
    await using api = await startService(database);
    const { drop } = await openOrder(api);

    const rewriting = await api.database.transaction(async (tx) => {
      await tx
        .updateTable('stop')
        .set({ actual_arrival: '2026-11-26T15:00:00.000Z' })
        .where('id', '=', drop.id)
        .execute();
      const answer = changeStop(api, drop, { requestedStartDate: '2026-11-28' });
      if (database === 'PostgreSQL') await waitUntil(() => isAnyoneWaiting(api));
      // Not awaited: it cannot be answered before this ends.
      return { answer };
    });

    expect((await rewriting.answer).body).toMatchObject({
      requestedStartDate: '2026-11-28',
      actualArrival: '2026-11-26T15:00:00.000Z',
      windowAtArrival: window,
    });
  });

  test('stops inserted at one position at once each get a place of their own', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);

    const codes = ['80202', '80203', '80204', '80205'];
    const answers = await Promise.all(codes.map((postalCode) => add(api, order.id, { ...denver, postalCode })));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const stopsNow = await readRoute(api, order.id);
    expect(stopsNow.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(stopsNow.slice(1, 5).map(({ postalCode }) => postalCode))).toEqual(new Set(codes));
    expect([stopsNow[0]?.postalCode, stopsNow[5]?.postalCode]).toEqual(['60608', '75247']);
  });

  test('of stops taken out at once, the last two stay', async () => {
    await using api = await startService(database);
    const { order } = await openOrder(api);
    await addStop(api, order.id);

    const answers = await Promise.all((await readRoute(api, order.id)).map((stop) => remove(api, stop)));

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409, 409]);
    expect((await readRoute(api, order.id)).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
