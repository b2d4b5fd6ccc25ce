import { describe, expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { chicagoToDallas, recordProof } from '../../support/records/freight.ts';
import { startService } from '../../support/service/service.ts';
import {
  postToShipment,
  createShipment,
  nobody,
  createPlainShipment,
  readShipment,
  buildRefusal,
  getStatuses,
} from '../../support/records/shipments.ts';

onOneDatabase('what is done to a shipment', (database) => {
  describe('canceling', () => {
    test('a canceled shipment comes back exactly as it was', async () => {
      await using api = await startService(database);
      const { shipment } = await createShipment(api);
      await api.database.transaction((tx) =>
        tx
          .updateTable('freight_order')
          .set({ status: 'DELIVERED_UNPAID' })
          .where('id', '=', shipment.orders[1].id)
          .execute(),
      );
      await api.database.transaction((tx) =>
        tx.updateTable('load').set({ status: 'CANCELED' }).where('id', '=', shipment.loads[1].id).execute(),
      );
      const before = getStatuses(await readShipment(api, shipment.id));

      const canceled = await postToShipment(api, shipment.id, 'cancel', { reason: 'Customer closed' });
      const restored = await postToShipment(api, shipment.id, 'uncancel');

      expect(getStatuses(canceled.body)).toEqual({
        shipment: 'CANCELED',
        children: Array.from({ length: 5 }, () => 'CANCELED'),
      });
      expect(getStatuses(restored.body)).toEqual(before);
      expect(before.children).toEqual(['PLANNING', 'DELIVERED_UNPAID', 'BOOKED', 'CANCELED', 'ACTIVE']);
    });

    test('what is canceled earns and costs nothing', async () => {
      await using api = await startService(database);
      const { shipment } = await createShipment(api);

      const canceled = await postToShipment(api, shipment.id, 'cancel');

      expect(canceled.body).toMatchObject({ totalRevenue: 0, totalCost: 0, marginPercent: null });
    });

    test('the log says why, and which bills and invoices stay open', async () => {
      await using api = await startService(database);
      const { shipment, carrier } = await createShipment(api);
      await api.database.transaction((tx) =>
        tx
          .insertInto('bill')
          .values({
            id: nobody.id,
            organization_id: api.organizationId,
            created_at: api.clock.now,
            friendly_id: 'BILL-00007',
            entity_type: 'LOAD_CARRIER',
            carrier_id: carrier.id,
            shipment_id: shipment.id,
            status: 'APPROVED_TO_PAY',
            amount_cents: 1500_00,
            paid_cents: 0,
            owed_cents: 1500_00,
            currency: 'USD',
          } as never)
          .execute(),
      );

      await postToShipment(api, shipment.id, 'cancel', { reason: 'Customer closed' });

      const [entry] = await api.database.reader.selectFrom('activity').selectAll().execute();
      expect(entry).toMatchObject({ record_type: 'shipment', record_id: shipment.id });
      expect(entry?.text).toContain('BILL-00007 (APPROVED_TO_PAY)');
      expect(entry?.text).toContain('Customer closed');
    });

    test('a delivered shipment cannot be canceled, and only a canceled one can come back', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } };

      expect(await postToShipment(api, shipment.id, 'uncancel')).toMatchObject(conflict);
      await api.database.transaction((tx) => tx.updateTable('shipment').set({ status: 'DELIVERED' }).execute());
      expect(await postToShipment(api, shipment.id, 'cancel')).toMatchObject(conflict);
    });
  });

  describe('duplicating', () => {
    test('a copy is a draft with the same orders and routes, without loads, services and charges', async () => {
      await using api = await startService(database);
      const { shipment } = await createShipment(api, {
        orders: [
          {
            ...chicagoToDallas,
            key: 'o1',
            freight: { weight: 100 },
            references: [{ type: 'BOL_NUMBER', value: 'B1' }],
          },
        ],
        key: 's1',
      });

      const { status, body } = await postToShipment(api, shipment.id, 'duplicate');

      const copy = await readShipment(api, body.newShipmentId);
      expect(status).toBe(201);
      expect(body).toEqual({ originalShipmentId: shipment.id, newShipmentId: copy.id, newShipmentKey: 'SHP-1002' });
      expect(copy).toMatchObject({
        status: 'DRAFT',
        key: null,
        billingStatus: 'DOCS_NEEDED',
        customerId: shipment.customerId,
        loads: [],
        services: [],
        pickUpDate: null,
        deliveryDate: null,
        orders: [
          {
            status: 'DRAFT',
            key: null,
            friendlyId: 'ORD-1002',
            charges: [],
            freight: { weight: 100 },
            references: [{ value: 'B1' }],
          },
        ],
      });
      const listPlaces = (record: typeof copy) =>
        record.orders[0].stops.map((stop: { postalCode: string }) => stop.postalCode);
      expect(listPlaces(copy)).toEqual(listPlaces(shipment));
      expect(copy.orders[0].stops[0].id).not.toBe(shipment.orders[0].stops[0].id);
    });

    test('stops have the dates that were sent and no others, and a delivery before the pickup is refused', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      const duplicateAndListDates = async (dates: object) => {
        const { body } = await postToShipment(api, shipment.id, 'duplicate', dates);
        const [{ stops }] = (await readShipment(api, body.newShipmentId)).orders;
        return stops.map((stop: { requestedStartDate: string }) => stop.requestedStartDate);
      };

      expect(await duplicateAndListDates({})).toEqual([null, null]);
      expect(await duplicateAndListDates({ pickUpDate: '2026-12-01' })).toEqual(['2026-12-01', null]);
      expect(await duplicateAndListDates({ deliveryDate: '2026-12-10' })).toEqual([null, '2026-12-10']);
      expect(await duplicateAndListDates({ pickUpDate: '2026-12-01', deliveryDate: '2026-12-02' })).toEqual([
        '2026-12-01',
        '2026-12-02',
      ]);
      const refused = await postToShipment(api, shipment.id, 'duplicate', {
        pickUpDate: '2026-12-02',
        deliveryDate: '2026-12-01',
      });
      expect(refused).toMatchObject(buildRefusal(422, 'deliveryDate'));
    });

    test('stops that had no date get the new one', async () => {
      await using api = await startService(database);
      const undated = {
        mode: 'TL',
        stops: [
          { type: 'PICK', postalCode: '60608' },
          { type: 'DROP', postalCode: '75247' },
        ],
      };
      const shipment = await createPlainShipment(api, { orders: [undated] });

      const { body } = await postToShipment(api, shipment.id, 'duplicate', {
        pickUpDate: '2026-12-01',
        deliveryDate: '2026-12-03',
      });

      expect(await readShipment(api, body.newShipmentId)).toMatchObject({
        pickUpDate: '2026-12-01',
        deliveryDate: '2026-12-03',
      });
    });
  });

  describe('releasing for invoicing', () => {
    test.each(['shipmentId', 'orderId', 'loadId'])(
      'an uploaded proof of delivery with the tag %s is enough',
      async (tag) => {
        await using api = await startService(database);
        const { shipment } = await createShipment(api);
        const linked =
          { shipmentId: shipment.id, orderId: shipment.orders[1].id, loadId: shipment.loads[0].id }[tag] ?? '';
        await recordProof(api, { [tag]: linked });

        const released = await postToShipment(api, shipment.id, 'ready-to-invoice');

        expect(released).toMatchObject({
          status: 200,
          body: {
            billingStatus: 'READY_TO_INVOICE',
            orders: [{ billingStatus: 'READY_TO_INVOICE' }, { billingStatus: 'READY_TO_INVOICE' }],
          },
        });
      },
    );

    test('without the file, or with that of another shipment, the release is refused and says what is missing', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      const other = await createPlainShipment(api);
      await recordProof(api, { shipmentId: other.id });

      const missing = await postToShipment(api, shipment.id, 'ready-to-invoice');
      await recordProof(api, { shipmentId: shipment.id }, false);
      const pending = await postToShipment(api, shipment.id, 'ready-to-invoice');

      expect(missing).toMatchObject(buildRefusal(422, 'documents'));
      expect(missing.body.error.message).toContain('PROOF_OF_DELIVERY');
      expect(pending.body.error.message).toContain('never uploaded');
      expect((await readShipment(api, shipment.id)).billingStatus).toBe('DOCS_NEEDED');
    });

    test('a release can be taken back and given again until an invoice exists', async () => {
      await using api = await startService(database);
      const shipment = await createPlainShipment(api);
      await recordProof(api, { shipmentId: shipment.id });
      const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } };

      expect(await postToShipment(api, shipment.id, 'not-ready-to-invoice')).toMatchObject(conflict);
      await postToShipment(api, shipment.id, 'ready-to-invoice');
      expect(await postToShipment(api, shipment.id, 'ready-to-invoice')).toMatchObject(conflict);
      expect((await postToShipment(api, shipment.id, 'not-ready-to-invoice')).body.billingStatus).toBe(
        'NOT_READY_TO_INVOICE',
      );
      expect((await postToShipment(api, shipment.id, 'ready-to-invoice')).body.billingStatus).toBe('READY_TO_INVOICE');
      await api.database.transaction((tx) =>
        tx.updateTable('freight_order').set({ billing_status: 'INVOICED' }).execute(),
      );
      expect(await postToShipment(api, shipment.id, 'not-ready-to-invoice')).toMatchObject(conflict);
    });
  });
});

onBothDatabases('what is done to a shipment twice at once', (database) => {
  test('of two cancellations at once exactly one succeeds, and so with bringing it back', async () => {
    await using api = await startService(database);
    const { shipment } = await createShipment(api);
    const runTwice = async (verb: string) =>
      (await Promise.all([postToShipment(api, shipment.id, verb), postToShipment(api, shipment.id, verb)]))
        .map(({ status }) => status)
        .sort((a, b) => a - b);

    expect(await runTwice('cancel')).toEqual([200, 409]);
    expect(await runTwice('uncancel')).toEqual([200, 409]);
    expect(getStatuses(await readShipment(api, shipment.id))).toEqual(getStatuses(shipment));
  });

  test('of two releases at once exactly one succeeds', async () => {
    await using api = await startService(database);
    const shipment = await createPlainShipment(api);
    await recordProof(api, { shipmentId: shipment.id });

    const answers = await Promise.all([
      postToShipment(api, shipment.id, 'ready-to-invoice'),
      postToShipment(api, shipment.id, 'ready-to-invoice'),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});
