import { expect, test } from 'vitest';
import type { StopType } from '../../../src/domain/stops/stop.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow, insertShipment } from '../../support/records/fixtures.ts';
import {
  listActivity,
  download,
  generate,
  insertCharge,
  insertReadyShipment,
} from '../../support/records/invoicing.ts';
import { readPdfText } from '../../support/pdf-text.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStorage } from '../../../src/service/shared/document-storage.ts';

const listOrders = ({ database }: TestService, shipmentId: string) =>
  database.reader.selectFrom('freight_order').selectAll().where('shipment_id', '=', shipmentId).execute();

onOneDatabase('the invoice of a shipment', (database) => {
  test('is made with its PDF, and everything follows', async () => {
    await using api = await startService(database);
    const { shipment, order, customerId } = await insertReadyShipment(api, { charges: [212_345] });

    const { status, body } = await generate(api, shipment.id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ shipmentId: shipment.id });
    const invoice = (await api.request('GET', `/v1/invoices/${body.invoiceId}`)).body;
    expect(invoice).toMatchObject({
      orderId: order.id,
      shipmentId: shipment.id,
      status: 'AWAITING_PAYMENT',
      invoiceDate: '2026-11-20',
      dueDate: '2026-12-20',
      amount: 2123.45,
      amountOwed: 2123.45,
      documentId: body.documentId,
    });
    expect(invoice.documentUrl).toMatch(/\/files\//);
    const document = (await api.request('GET', `/v1/documents/${body.documentId}`)).body;
    expect(document).toMatchObject({
      type: 'INVOICE',
      status: 'UPLOADED',
      fileName: `invoice-${invoice.friendlyId}.pdf`,
      contentType: 'application/pdf',
      tags: { shipmentId: shipment.id, orderId: order.id, invoiceId: body.invoiceId, customerId },
    });
    const filter = { filter: { invoiceId: { equalTo: body.invoiceId }, shipmentId: { equalTo: shipment.id } } };
    expect((await api.request('POST', '/v1/documents/filter', filter)).body.data).toHaveLength(1);
    const bytes = await download(api, body.downloadUrl);
    expect(bytes.byteLength).toBe(document.fileSize);
    expect(readPdfText(bytes)).toContain('$2,123.45');
    expect(await listOrders(api, shipment.id)).toMatchObject([
      { status: 'DELIVERED_UNPAID', billing_status: 'INVOICED' },
    ]);
    expect((await api.request('GET', `/v1/shipments/${shipment.id}`)).body.billingStatus).toBe('INVOICED');
    expect(await listActivity(api, shipment.id)).toContain(`Invoiced on ${invoice.friendlyId}.`);
  });

  test('says on paper what the books say: parties, route, references, charges', async () => {
    await using api = await startService(database);
    await insertRow(api, 'letterhead', {
      organization_id: api.organizationId,
      name: 'Vega Freight',
      address: JSON.stringify({
        line1: '400 Commerce St',
        city: 'Dallas',
        state: 'TX',
        zipCode: '75202',
        country: 'US',
      }),
      phone: '+1 214 555 0100',
      remit_name: 'Vega Lockbox',
      remit_address: JSON.stringify({ line1: 'PO Box 5512', city: 'Dallas', country: 'US' }),
      payment_instructions: 'Pay by ACH.',
    });
    const billing = { line1: '12 Dock Rd', city: 'Chicago', state: 'IL', zipCode: '60608', country: 'US' };
    const term = await insertRow(api, 'payment_term', { name: 'Net 45', days: 45 });
    const { shipment, order } = await insertReadyShipment(api, {
      customer: { name: 'Łódzka Foods', billing_address: JSON.stringify(billing), payment_term_id: term.id },
      charges: [200_000],
    });
    await insertCharge(api, order.id, {
      charge_code_id: 10,
      description: 'DOE index',
      quantity: 967,
      rate: 0.335,
      total_cents: 32_395,
      position: 1,
    });
    await insertRow(api, 'order_reference', { order_id: order.id, type: 'PURCHASE_ORDER_NUMBER', value: '4711-A' });
    await insertStop(api, order.id, 'PICK', 1, {
      place_city: 'Chicago',
      place_state: 'IL',
      requested_start_date: '2026-11-10',
    });
    await insertStop(api, order.id, 'DROP', 2, {
      place_city: 'Dallas',
      place_state: 'TX',
      requested_end_date: '2026-11-12',
    });

    const text = readPdfText(await download(api, (await generate(api, shipment.id)).body.downloadUrl));

    const expected = [
      ['Vega Freight', '400 Commerce St', 'Dallas, TX 75202', 'Vega Lockbox', 'PO Box 5512', 'Pay by ACH.'],
      ['Łódzka Foods', '12 Dock Rd', 'Chicago, IL 60608', 'Net 45', 'Nov 20, 2026', 'Jan 4, 2027'],
      [order.friendly_id, 'Chicago, IL', 'Nov 10, 2026', 'Dallas, TX', 'Nov 12, 2026'],
      ['PO number', '4711-A', 'Linehaul', 'Fuel surcharge: DOE index', '967', '0.335', '$323.95'],
      ['Balance due', '$2,323.95'],
    ].flat();
    expect(expected.filter((piece) => !text.includes(piece))).toEqual([]);
  });

  test('covers all of its orders', async () => {
    await using api = await startService(database);
    const { shipment, orders } = await insertReadyShipment(api, { charges: [200_000, 50_050] });

    const { body } = await generate(api, shipment.id);

    expect((await api.request('GET', `/v1/invoices/${body.invoiceId}`)).body.amount).toBe(2500.5);
    const rows = await listOrders(api, shipment.id);
    expect(rows.map((row) => row.billing_status)).toEqual(['INVOICED', 'INVOICED']);
    const text = readPdfText(await download(api, body.downloadUrl));
    expect(orders.filter(({ friendly_id: number }) => !text.includes(number))).toEqual([]);
  });

  test('of several orders is paid, and voided, for all of them', async () => {
    await using api = await startService(database);
    const { shipment, customerId } = await insertReadyShipment(api, { charges: [200_000, 50_000] });
    const { invoiceId } = (await generate(api, shipment.id)).body;
    const readBilling = async () => (await listOrders(api, shipment.id)).map((row) => row.billing_status);

    const payment = await api.request('POST', '/v1/payments', {
      customerId,
      paymentDate: '2026-11-20',
      applications: [{ invoiceId, amount: 2500 }],
    });
    expect(payment.status).toBe(201);
    expect(await readBilling()).toEqual(['PAID', 'PAID']);
    expect((await api.request('GET', `/v1/shipments/${shipment.id}`)).body.billingStatus).toBe('PAID');

    await api.request('DELETE', `/v1/payments/${payment.body.id}`);
    expect(await readBilling()).toEqual(['INVOICED', 'INVOICED']);
    expect((await api.request('DELETE', `/v1/invoices/${invoiceId}`)).status).toBe(204);
    expect(await readBilling()).toEqual(['READY_TO_INVOICE', 'READY_TO_INVOICE']);
    expect((await generate(api, shipment.id)).status).toBe(200);
  });

  test('is refused unless every order is ready', async () => {
    await using api = await startService(database);
    for (const billing of ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'INVOICED', 'PAID'] as const) {
      const { shipment } = await insertReadyShipment(api, {
        shipment: { billing_status: billing },
        order: { billing_status: billing },
      });
      const answer = await generate(api, shipment.id);
      expect([billing, answer.status, answer.body.error.code]).toEqual([billing, 409, 'CONFLICT']);
    }
    const { shipment, orders } = await insertReadyShipment(api, { charges: [100, 100] });
    await api.database.transaction((tx) =>
      tx
        .updateTable('freight_order')
        .set({ billing_status: 'DOCS_NEEDED' })
        .where('id', '=', orders[1]?.id ?? '')
        .execute(),
    );
    expect((await generate(api, shipment.id)).status).toBe(409);
    const empty = await insertShipment(api);
    expect((await generate(api, empty.id)).status).toBe(409);
    expect((await api.request('POST', '/v1/invoices/filter')).body.data).toEqual([]);
  });

  test('without charges, or in two currencies, is refused with the field', async () => {
    await using api = await startService(database);
    const free = await insertReadyShipment(api, { charges: [0] });
    const mixed = await insertReadyShipment(api, { charges: [100, 100] });
    const [, second] = mixed.orders;
    await api.database.transaction((tx) =>
      tx
        .updateTable('freight_order')
        .set({ currency: 'CAD' })
        .where('id', '=', second?.id ?? '')
        .execute(),
    );

    for (const [id, field] of [
      [free.shipment.id, 'charges'],
      [mixed.shipment.id, 'currency'],
    ] as const) {
      const { status, body } = await generate(api, id);
      expect([status, body.error.details[0].field]).toEqual([422, field]);
    }
    expect((await listOrders(api, mixed.shipment.id)).map((row) => row.billing_status)).toEqual([
      'READY_TO_INVOICE',
      'READY_TO_INVOICE',
    ]);
  });

  test('is the same again for the same idempotency key', async () => {
    await using api = await startService(database);
    const { shipment } = await insertReadyShipment(api);
    const generateAgain = () =>
      api.request('POST', `/v1/shipments/${shipment.id}/invoice/generate`, undefined, { 'idempotency-key': 'k1' });

    const [first, second] = [await generateAgain(), await generateAgain()];

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  test('is addressed by client key, and no stranger makes it', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { shipment } = await insertReadyShipment(api, { shipment: { key: 'ship-1' } });

    expect((await generate(stranger, shipment.id)).status).toBe(404);
    expect((await generate(stranger, 'ship-1')).status).toBe(404);
    expect((await generate(api, 'ship-1')).status).toBe(200);
  });

  test('leaves no file behind when its transaction fails', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'waybill-orphans-'));
    try {
      const storage = createFolderStorage(folder);
      await using api = await startService(database, { storage });
      const { shipment } = await insertReadyShipment(api, { charges: [100] });
      const failing = {
        ...storage,
        async receive(...args: Parameters<typeof storage.receive>) {
          const received = await storage.receive(...args);
          return {
            ...received,
            async keep() {
              await received.keep();
              throw new Error('the store broke');
            },
          };
        },
      };
      await using broken = await startService(database, { storage: failing });
      const ready = await insertReadyShipment(broken, { charges: [100] });

      expect((await generate(broken, ready.shipment.id)).status).toBe(503);
      expect(listFilesBelow(folder)).toEqual([]);
      expect((await broken.request('POST', '/v1/invoices/filter')).body.data).toEqual([]);

      expect((await generate(api, shipment.id)).status).toBe(200);
      expect(listFilesBelow(folder)).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

onBothDatabases('the invoice of a shipment, asked for several times', (database) => {
  test('is one, even when it is asked for several times at once', async () => {
    await using api = await startService(database);
    const { shipment } = await insertReadyShipment(api);

    const answers = await Promise.all(Array.from({ length: 8 }, () => generate(api, shipment.id)));

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect((await api.request('POST', '/v1/invoices/filter')).body.data).toHaveLength(1);
    expect((await api.request('POST', '/v1/documents/filter')).body.data).toHaveLength(1);
  });
});

const listFilesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(folder, name)).isFile());

async function insertStop(api: TestService, orderId: string, type: StopType, sequence: number, columns: object) {
  const stop = await insertRow(api, 'stop', { order_id: orderId, type, ...columns });
  await insertRow(api, 'order_stop', { order_id: orderId, stop_id: stop.id, sequence });
}
