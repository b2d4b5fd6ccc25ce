import { expect, test } from 'vitest';
import { writeLetterhead } from '../../../src/service/organization/letterhead.ts';
import { changeOrganization, requireOrganization } from '../../../src/service/organization/settings.ts';
import { getTimeZone } from '../../../src/service/organization/organization.ts';
import { generate, insertReadyShipment } from '../../support/records/invoicing.ts';
import { insertRow, insertInvoice } from '../../support/records/fixtures.ts';
import { startService } from '../../support/service/service.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

onOneDatabase('the day it is', (database) => {
  test.each([
    ['America/Chicago', '2026-11-20', '2026-12-20'],
    ['Asia/Tokyo', '2026-11-21', '2026-12-21'],
  ])('in %s dates an invoice %s, and the payment of that day is taken', async (timeZone, today, dueDate) => {
    await using api = await startService(database, { timeZone });
    const { shipment, customerId } = await insertReadyShipment(api, { charges: [100_000] });

    const { invoiceId } = (await generate(api, shipment.id)).body;

    const invoice = (await api.request('GET', `/v1/invoices/${invoiceId}`)).body;
    expect(invoice).toMatchObject({ invoiceDate: today, dueDate });
    const aging = await api.request('GET', '/v1/invoices/aging-report');
    expect(aging.body.asOfDate).toBe(today);
    const paid = await api.request('POST', '/v1/payments', {
      customerId,
      paymentDate: today,
      paymentMethodType: 'CHECK',
      applications: [{ invoiceId, amount: 1000 }],
    });
    expect(paid.status).toBe(201);
  });

  test('is the day of a truck at a place of unknown zone', async () => {
    await using api = await startService(database, { timeZone: 'America/Chicago' });
    const { shipment, order } = await insertReadyShipment(api, { charges: [100_000] });
    for (const [index, type] of (['PICK', 'DROP'] as const).entries()) {
      const stop = await insertRow(api, 'stop', {
        order_id: order.id,
        type,
        airport_code: 'XXX',
        actual_arrival: '2026-11-21T02:00:00.000Z',
        actual_departure: '2026-11-21T02:30:00.000Z',
      });
      await insertRow(api, 'order_stop', { order_id: order.id, stop_id: stop.id, sequence: index + 1 });
    }

    await generate(api, shipment.id);

    const { body } = await api.request('GET', `/v1/shipments/${shipment.id}`);
    expect([body.pickUpDate, body.deliveryDate]).toEqual(['2026-11-20', '2026-11-20']);
  });

  test.each([
    ['America/Chicago', 0],
    ['Asia/Tokyo', 1],
  ])('in %s decides what is overdue, and not the day in UTC', async (timeZone, count) => {
    await using api = await startService(database, { timeZone });
    await insertInvoice(api, { due_date: '2026-11-20', invoice_date: '2026-10-20' });

    const { body } = await api.request('POST', '/v1/invoices/filter', { filter: { overdue: true } });

    expect(body.data).toHaveLength(count);
  });

  test('goes by the address of an organization, unless a zone is set', async () => {
    await using api = await startService(database);
    const { organizationId } = api;
    const readZone = async () => getTimeZone(await requireOrganization(api.database.reader, organizationId));
    const zones = [await readZone()];
    await api.database.transaction((tx) => changeOrganization(tx, organizationId, { timeZone: null }));
    zones.push(await readZone());
    await api.database.transaction((tx) =>
      writeLetterhead(tx, organizationId, {
        address: { line1: '1 Main Street', city: 'Denver', state: 'CO', zipCode: '80202', country: 'US' },
      }),
    );
    zones.push(await readZone());
    await api.database.transaction((tx) => changeOrganization(tx, organizationId, { timeZone: 'America/Chicago' }));
    zones.push(await readZone());

    expect(zones).toEqual(['UTC', 'UTC', 'America/Denver', 'America/Chicago']);
  });
});
