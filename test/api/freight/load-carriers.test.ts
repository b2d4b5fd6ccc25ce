import { describe, expect, test } from 'vitest';
import type { ShipmentStatus } from '../../../src/domain/freight/shipment.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { seedCarrier, seedCarrierContact } from '../../support/records/freight.ts';
import {
  addCarrier,
  createBookedLoad,
  buildConflict,
  openLoad,
  readLoad,
  rebookLoad,
  sortStatuses,
  readStatuses,
} from '../../support/records/loads.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { postToShipment, nobody, readShipment, buildRefusal } from '../../support/records/shipments.ts';

const recordTonu = (api: TestService, path: string, body?: object) => api.request('POST', `${path}/tonu`, body);
const bounceCarrier = (api: TestService, path: string, body?: object) => api.request('POST', `${path}/bounce`, body);
const bill = (api: TestService, entityId: string) =>
  api.request('POST', '/v1/bills', { entityType: 'CARRIER', entityId, invoiceDate: '2026-11-18', amount: 250 });
const fee = { costs: [{ chargeCode: { key: 'TONU' }, amount: 250 }] };

onOneDatabase('carriers on loads', (database) => {
  describe('adding a carrier', () => {
    test('books the load and its shipment, and the shipment costs what was agreed', async () => {
      await using api = await startService(database);
      const { shipment, load } = await openLoad(api);
      const carrier = await seedCarrier({ api });
      const contact = await seedCarrierContact({ api }, carrier.id);

      const added = await addCarrier(api, load.id, carrier.id, {
        contact: { id: contact.id },
        charges: [{ chargeCodeId: 1, amount: 1400.5 }],
        driverPhone: '312 555 0100',
      });

      expect(added).toMatchObject({
        status: 201,
        body: {
          loadId: load.id,
          loadCarrier: { status: 'ACTIVE', contact: { name: 'Dispatch Dan' }, totalCost: 1400.5 },
        },
      });
      const path = `/v1/loads/${load.id}/carriers/${added.body.loadCarrierId}`;
      expect((await api.request('GET', path)).body).toEqual(added.body.loadCarrier);
      expect((await readLoad(api, load.id)).carriers).toEqual([added.body.loadCarrier]);
      expect(await readShipment(api, shipment.id)).toMatchObject({
        status: 'BOOKED',
        totalCost: 1400.5,
        margin: 599.5,
      });
    });

    test('a second carrier may share a load, the same one is not booked twice', async () => {
      await using api = await startService(database);
      const { shipment, load, carrier } = await createBookedLoad(api);
      const second = await seedCarrier({ api });

      expect(await addCarrier(api, load.id, carrier.id)).toMatchObject(buildConflict(load.friendlyId));
      const shared = await addCarrier(api, load.id, second.id, { charges: [{ chargeCodeId: 1, amount: 100 }] });

      expect(shared.status).toBe(201);
      expect((await readLoad(api, load.id)).totalCost).toBe(1600);
      expect((await readShipment(api, shipment.id)).totalCost).toBe(1600);
    });

    test('an unknown or barred carrier, a stranger’s contact and freight that is over are refused', async () => {
      await using api = await startService(database);
      const { shipment, load } = await openLoad(api);
      const [carrier, other] = [await seedCarrier({ api }), await seedCarrier({ api })];
      const contact = await seedCarrierContact({ api }, other.id);
      const barred = await seedCarrier({ api }, { status: 'DO_NOT_USE' });
      const idle = await seedCarrier({ api }, { status: 'INACTIVE' });
      const setShipment = (status: ShipmentStatus) =>
        api.database.transaction((tx) => tx.updateTable('shipment').set({ status }).execute());

      for (const id of [nobody.id, barred.id, idle.id])
        expect(await addCarrier(api, load.id, id)).toMatchObject(buildRefusal(422, 'carrier'));
      const strange = await addCarrier(api, load.id, carrier.id, { contact: { id: contact.id } });
      expect(strange).toMatchObject(buildRefusal(422, 'contact'));
      const code = await addCarrier(api, load.id, carrier.id, { charges: [{ chargeCodeId: 9999, amount: 1 }] });
      expect(code).toMatchObject(buildRefusal(422, 'charges.0.chargeCodeId'));
      expect((await addCarrier(api, nobody.id, carrier.id)).status).toBe(404);
      expect((await api.request('POST', `/v1/loads/${load.id}/add-carrier`, {})).status).toBe(400);
      await setShipment('DELIVERED');
      expect(await addCarrier(api, load.id, carrier.id)).toMatchObject(buildConflict('DELIVERED'));
      await setShipment('PLANNING');
      await postToShipment(api, shipment.id, 'cancel');
      expect(await addCarrier(api, load.id, carrier.id)).toMatchObject(buildConflict('CANCELED'));
      expect((await readLoad(api, load.id)).carriers).toEqual([]);
    });

    test('a carrier booked while the shipment is canceled costs nothing', async () => {
      await using api = await startService(database);
      const { shipment, load } = await openLoad(api);
      const agreed = { charges: [{ chargeCodeId: 1, amount: 1000 }] };
      const { id } = await seedCarrier({ api });

      const [booked, canceled] = await Promise.all([
        addCarrier(api, load.id, id, agreed),
        postToShipment(api, shipment.id, 'cancel'),
      ]);

      const { status, totalCost } = await readShipment(api, shipment.id);
      expect([
        [201, 200, 'CANCELED', 0],
        [409, 200, 'CANCELED', 0],
        [201, 409, 'BOOKED', 1000],
      ]).toContainEqual([booked.status, canceled.status, status, totalCost]);
    });

    test('a load is either deleted or booked, never both', async () => {
      await using api = await startService(database);
      const carrier = await seedCarrier({ api });

      for (let round = 0; round < 3; round += 1) {
        const { shipment, load } = await openLoad(api);
        const [booked, deleted] = await Promise.all([
          addCarrier(api, load.id, carrier.id),
          api.request('DELETE', `/v1/loads/${load.id}`),
        ]);
        const outcome = [booked.status, deleted.status, ...(await readStatuses(api, shipment.id))];
        expect([
          [201, 409, 'BOOKED', 'BOOKED'],
          [409, 204, 'PLANNING'],
          [404, 204, 'PLANNING'],
        ]).toContainEqual(outcome);
      }
    });
  });

  describe('changing the assignment', () => {
    test('contact, driver, truck and trailer can be set and cleared', async () => {
      await using api = await startService(database);
      const { carrier, path } = await createBookedLoad(api);
      const contact = await seedCarrierContact({ api }, carrier.id);
      const strange = await seedCarrierContact({ api }, (await seedCarrier({ api })).id);

      const set = await api.request('PATCH', path, {
        contact: { id: contact.id },
        driverName: 'Lee',
        driverPhone: '312 555 0100',
        truckNumber: '7',
        trailerNumber: '53A',
      });
      const cleared = await api.request('PATCH', path, { contact: null, driverName: null });

      expect(set).toMatchObject({
        status: 200,
        body: { contact: { id: contact.id }, driverName: 'Lee', truckNumber: '7', trailerNumber: '53A' },
      });
      expect(cleared.body).toMatchObject({ contact: null, driverName: null, truckNumber: '7', totalCost: 1500 });
      expect(await api.request('PATCH', path, { contact: { id: strange.id } })).toMatchObject(
        buildRefusal(422, 'contact'),
      );
      expect(await api.request('PATCH', path, { status: 'TONU' })).toMatchObject(buildRefusal(400, 'status'));
    });

    test('an assignment is found under its own load only', async () => {
      await using api = await startService(database);
      const { assignment, load } = await createBookedLoad(api);
      const { load: other } = await openLoad(api);

      for (const path of [
        `/v1/loads/${other.id}/carriers/${assignment.id}`,
        `/v1/loads/${load.id}/carriers/${nobody.id}`,
        `/v1/loads/${nobody.id}/carriers/${assignment.id}`,
      ]) {
        expect((await api.request('GET', path)).status).toBe(404);
        expect((await api.request('PATCH', path, { driverName: 'x' })).status).toBe(404);
        expect((await bounceCarrier(api, path)).status).toBe(404);
        expect((await recordTonu(api, path)).status).toBe(404);
      }
    });
  });

  describe('bouncing', () => {
    test('the carrier is owed nothing, and the load looks for another', async () => {
      await using api = await startService(database);
      const { shipment, load, carrier, path } = await createBookedLoad(api);

      const bounced = await bounceCarrier(api, path, { reason: 'EQUIPMENT_ISSUE', reasonText: 'Blown tire' });

      expect(bounced).toMatchObject({
        status: 200,
        body: {
          status: 'BOUNCED',
          removalReason: 'EQUIPMENT_ISSUE',
          removalReasonText: 'Blown tire',
          billingStatus: 'AWAITING_INVOICE',
        },
      });
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'SOURCING']);
      expect((await readLoad(api, load.id)).totalCost).toBe(0);
      expect(await readShipment(api, shipment.id)).toMatchObject({ totalCost: 0, marginPercent: 100 });
      expect((await addCarrier(api, load.id, carrier.id)).status).toBe(201);
      expect(await readStatuses(api, shipment.id)).toEqual(['BOOKED', 'BOOKED']);
    });

    test('without a reason it says BOUNCED, and while another carrier is on the load it stays booked', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);
      await addCarrier(api, load.id, (await seedCarrier({ api })).id);

      expect((await bounceCarrier(api, path)).body).toMatchObject({
        removalReason: 'BOUNCED',
        removalReasonText: null,
      });
      expect(await readStatuses(api, shipment.id)).toEqual(['BOOKED', 'BOOKED']);
      expect(await rebookLoad(api, load.id)).toMatchObject(buildConflict('TONU'));
    });

    test('only a carrier that is on the load can be bounced or not used', async () => {
      await using api = await startService(database);
      const { path } = await createBookedLoad(api);
      await bounceCarrier(api, path);

      expect(await bounceCarrier(api, path)).toMatchObject(buildConflict('BOUNCED'));
      expect(await recordTonu(api, path)).toMatchObject(buildConflict('BOUNCED'));
      expect(await bounceCarrier(api, path, { reason: 'BORED' })).toMatchObject(buildRefusal(400, 'reason'));
    });

    test('the last carrier of a delivered load stays on it', async () => {
      await using api = await startService(database);
      const { path, assignment } = await createBookedLoad(api);
      await api.database.transaction((tx) => tx.updateTable('load').set({ status: 'DELIVERED' }).execute());

      expect(await bounceCarrier(api, path)).toMatchObject(buildConflict('DELIVERED'));
      expect(await recordTonu(api, path, fee)).toMatchObject(buildConflict('DELIVERED'));
      expect((await api.request('GET', path)).body).toMatchObject({
        id: assignment.id,
        status: 'ACTIVE',
        totalCost: 1500,
      });
    });

    test('what was billed is neither bounced nor not used, and the refusal names the bill', async () => {
      await using api = await startService(database);
      const { shipment, path, assignment } = await createBookedLoad(api);
      const { body } = await bill(api, assignment.id);

      expect(await bounceCarrier(api, path)).toMatchObject(buildConflict(body.friendlyId));
      expect(await recordTonu(api, path, fee)).toMatchObject(buildConflict(body.friendlyId));
      expect(await readShipment(api, shipment.id)).toMatchObject({ status: 'BOOKED', totalCost: 1500 });
      await api.request('DELETE', `/v1/bills/${body.id}`);
      expect((await bounceCarrier(api, path)).status).toBe(200);
      expect(await bill(api, assignment.id)).toMatchObject(buildConflict('nothing is owed'));
    });
  });

  describe('a truck that was ordered and not used', () => {
    test('is owed its costs in place of what was agreed, and can be billed', async () => {
      await using api = await startService(database);
      const { shipment, load, assignment, path } = await createBookedLoad(api);

      const recorded = await recordTonu(api, path, { ...fee, reason: 'Shipper closed' });

      expect(recorded).toMatchObject({ status: 200, body: { replacementLoadId: null } });
      expect(recorded.body.loadCarrier).toMatchObject({
        status: 'TONU',
        removalReason: 'TONU',
        removalReasonText: 'Shipper closed',
        charges: [{ chargeCode: { code: 'TONU' }, total: 250, quantity: 1 }],
        totalCost: 250,
      });
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'SOURCING']);
      expect((await readLoad(api, load.id)).totalCost).toBe(250);
      expect(await readShipment(api, shipment.id)).toMatchObject({ totalCost: 250 });
      expect((await bill(api, assignment.id)).status).toBe(201);
      const log = await api.database.reader
        .selectFrom('activity')
        .select('text')
        .where('record_id', '=', assignment.id)
        .execute();
      expect(log.map(({ text }) => text).join()).toContain('$250.00 owed; $1,500.00 had been agreed');
    });

    test('without costs is owed nothing', async () => {
      await using api = await startService(database);
      const { shipment, path } = await createBookedLoad(api);

      expect((await recordTonu(api, path)).body.loadCarrier).toMatchObject({ charges: [], totalCost: 0 });
      expect((await readShipment(api, shipment.id)).totalCost).toBe(0);
    });

    test('can be replaced at once: the former load is closed with its cost, the new one has its stops', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);

      const { body } = await recordTonu(api, path, { ...fee, createReplacementLoad: true });

      const replacement = await readLoad(api, body.replacementLoadId);
      const former = await readLoad(api, load.id);
      expect(replacement).toMatchObject({ status: 'SOURCING', carriers: [], totalCost: 0, shipmentId: shipment.id });
      expect(replacement.stops).toEqual(former.stops);
      expect(former).toMatchObject({ status: 'CANCELED', totalCost: 250, carriers: [{ status: 'TONU' }] });
      expect(await rebookLoad(api, load.id)).toMatchObject(buildConflict(replacement.friendlyId));
      await addCarrier(api, replacement.id, (await seedCarrier({ api })).id);
      expect(await readShipment(api, shipment.id)).toMatchObject({ status: 'BOOKED', totalCost: 250 });
    });

    test('wrong costs are refused and change nothing', async () => {
      await using api = await startService(database);
      const { path } = await createBookedLoad(api);
      const unknown = await recordTonu(api, path, { costs: [{ chargeCodeId: 9999, amount: 250 }] });
      const nameless = await recordTonu(api, path, { costs: [{ amount: 250 }] });

      expect(unknown).toMatchObject(buildRefusal(422, 'costs.0.chargeCodeId'));
      expect(nameless.status).toBe(400);
      expect((await api.request('GET', path)).body).toMatchObject({ status: 'ACTIVE', totalCost: 1500 });
    });

    test('is owed on a canceled shipment too, which comes back looking for a carrier', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);
      await postToShipment(api, shipment.id, 'cancel');

      const replaced = await recordTonu(api, path, { ...fee, createReplacementLoad: true });
      const recorded = await recordTonu(api, path, fee);

      expect(replaced).toMatchObject(buildConflict('CANCELED'));
      expect(recorded.status).toBe(200);
      expect(await readShipment(api, shipment.id)).toMatchObject({ status: 'CANCELED', totalCost: 250 });
      expect(await rebookLoad(api, load.id)).toMatchObject(buildConflict('CANCELED'));
      await postToShipment(api, shipment.id, 'uncancel');
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'SOURCING']);
      const [order] = (await readShipment(api, shipment.id)).orders;
      expect(order.status).toBe('PLANNING');
    });

    test('leaves a load booked that another carrier shares, beside the replacement', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);
      const other = { charges: [{ chargeCodeId: 1, amount: 900 }] };
      const { body } = await addCarrier(api, load.id, (await seedCarrier({ api })).id, other);

      expect((await recordTonu(api, path, { ...fee, createReplacementLoad: true })).status).toBe(200);

      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'BOOKED', 'SOURCING']);
      expect((await readShipment(api, shipment.id)).totalCost).toBe(1150);
      await api.request('POST', `/v1/loads/${load.id}/carriers/${body.loadCarrierId}/bounce`);
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'CANCELED', 'SOURCING']);
    });
  });

  describe('rebooking', () => {
    test('makes an open load with the same stops and closes the former one', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);
      await recordTonu(api, path, fee);

      const { status, body } = await rebookLoad(api, load.id);

      const rebooked = await readLoad(api, body.newLoadId);
      expect(status).toBe(201);
      expect(body).toEqual({ originalLoadId: load.id, newLoadId: rebooked.id, newLoadKey: rebooked.friendlyId });
      expect(rebooked).toMatchObject({ status: 'SOURCING', mode: 'TL', key: null, carriers: [] });
      expect(rebooked.stops).toEqual((await readLoad(api, load.id)).stops);
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'CANCELED', 'SOURCING']);
      expect((await readShipment(api, shipment.id)).totalCost).toBe(250);
    });

    test('needs a truck that was not used, and none that is on the load', async () => {
      await using api = await startService(database);
      const { load, path } = await createBookedLoad(api);
      const { load: open } = await openLoad(api);

      expect(await rebookLoad(api, load.id)).toMatchObject(buildConflict('TONU'));
      expect(await rebookLoad(api, open.id)).toMatchObject(buildConflict('TONU'));
      expect((await rebookLoad(api, nobody.id)).status).toBe(404);
      await recordTonu(api, path);
      await addCarrier(api, load.id, (await seedCarrier({ api })).id);
      expect(await rebookLoad(api, load.id)).toMatchObject(buildConflict('ACTIVE'));
    });

    test('happens once, however many ask at the same time', async () => {
      await using api = await startService(database);
      const { shipment, load, path } = await createBookedLoad(api);
      await recordTonu(api, path, fee);

      const answers = await Promise.all(Array.from({ length: 5 }, () => rebookLoad(api, load.id)));

      expect(sortStatuses(answers)).toEqual([201, 409, 409, 409, 409]);
      expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'CANCELED', 'SOURCING']);
    });
  });
});

onBothDatabases('carriers that reach one load at once', (database) => {
  test('of ten bookings of one carrier at once exactly one succeeds', async () => {
    await using api = await startService(database);
    const { shipment, load } = await openLoad(api);
    const carrier = await seedCarrier({ api });
    const agreed = { charges: [{ chargeCodeId: 1, amount: 1400 }] };

    const answers = await Promise.all(Array.from({ length: 10 }, () => addCarrier(api, load.id, carrier.id, agreed)));

    expect(sortStatuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await readLoad(api, load.id)).carriers).toHaveLength(1);
    expect(await readShipment(api, shipment.id)).toMatchObject({ status: 'BOOKED', totalCost: 1400 });
  });

  test('different carriers that are booked at once are on the load exactly when their callers were told so', async () => {
    await using api = await startService(database);
    const { shipment, load } = await openLoad(api);
    const carriers = [await seedCarrier({ api }), await seedCarrier({ api }), await seedCarrier({ api })];
    const agreed = { charges: [{ chargeCodeId: 1, amount: 1000 }] };

    const answers = await Promise.all(carriers.map(({ id }) => addCarrier(api, load.id, id, agreed)));

    const booked = answers.filter(({ status }) => status === 201).map(({ body }) => body.loadCarrierId);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3 - booked.length);
    expect(booked.length).toBeGreaterThan(0);
    const ids = (await readLoad(api, load.id)).carriers.map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(booked));
    expect((await readShipment(api, shipment.id)).totalCost).toBe(1000 * booked.length);
  });

  test('of a bounce and a bill at once exactly one succeeds', async () => {
    await using api = await startService(database);

    for (let round = 0; round < 3; round += 1) {
      const { path, assignment } = await createBookedLoad(api);
      const [bounced, billed] = await Promise.all([bounceCarrier(api, path), bill(api, assignment.id)]);
      const { body } = await api.request('GET', path);
      expect([bounced.status, billed.status, body.status, body.billingStatus]).toEqual(
        bounced.status === 200 ? [200, 409, 'BOUNCED', 'AWAITING_INVOICE'] : [409, 201, 'ACTIVE', 'IN_REVIEW'],
      );
    }
  });

  test('two carriers that leave one load at once leave it without any', async () => {
    await using api = await startService(database);
    const { shipment, load, path } = await createBookedLoad(api);
    const second = await addCarrier(api, load.id, (await seedCarrier({ api })).id);
    const secondPath = `/v1/loads/${load.id}/carriers/${second.body.loadCarrierId}`;

    const answers = await Promise.all([bounceCarrier(api, path), recordTonu(api, secondPath, fee)]);

    expect(sortStatuses(answers)).toEqual([200, 200]);
    expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'SOURCING']);
    expect((await readShipment(api, shipment.id)).totalCost).toBe(250);
  });

  test('of two records at once one counts, and its costs once', async () => {
    await using api = await startService(database);
    const { shipment, path } = await createBookedLoad(api);
    const body = { ...fee, createReplacementLoad: true };

    const answers = await Promise.all([recordTonu(api, path, body), recordTonu(api, path, body)]);

    expect(sortStatuses(answers)).toEqual([200, 409]);
    expect(await readStatuses(api, shipment.id)).toEqual(['PLANNING', 'CANCELED', 'SOURCING']);
    expect((await readShipment(api, shipment.id)).totalCost).toBe(250);
  });
});
