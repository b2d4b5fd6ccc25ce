import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow, insertCustomer, insertOrder } from '../../support/records/fixtures.ts';
import { listActivity, generate, insertBillingContact, insertReadyShipment } from '../../support/records/invoicing.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const generateBatch = (api: ApiCaller, body: object) => api.request('POST', '/v1/invoices/batch-generate', body);
const listQueuedMail = ({ database }: TestService) =>
  database.reader.selectFrom('mail').selectAll().orderBy('id').execute();
const listInvoices = async (api: ApiCaller) => (await api.request('POST', '/v1/invoices/filter')).body.data;

onOneDatabase('a batch of invoices', (database) => {
  test('invoices every shipment that is ready, and says of each other why not', async () => {
    await using api = await startService(database);
    const ready = await insertReadyShipment(api);
    const waiting = await insertReadyShipment(api, {
      shipment: { billing_status: 'DOCS_NEEDED' },
      order: { billing_status: 'DOCS_NEEDED' },
    });
    const free = await insertReadyShipment(api, { charges: [0] });
    const invoiced = await insertReadyShipment(api);
    await generate(api, invoiced.shipment.id);
    const shipmentIds = [waiting, ready, free, invoiced].map(({ shipment }) => shipment.id);

    const { status, body } = await generateBatch(api, { shipmentIds: [...shipmentIds, nobody] });

    expect(status).toBe(200);
    expect(body.generated).toMatchObject([
      { orderId: ready.order.id, shipmentId: ready.shipment.id, amount: 2000, currency: 'USD', notMailed: null },
    ]);
    expect(body.failed).toEqual([
      { orderId: null, shipmentId: waiting.shipment.id, error: expect.stringContaining('DOCS_NEEDED') },
      { orderId: null, shipmentId: free.shipment.id, error: expect.stringContaining('charges') },
      { orderId: null, shipmentId: invoiced.shipment.id, error: expect.stringContaining('INVOICED') },
      { orderId: null, shipmentId: nobody, error: expect.stringContaining(nobody) },
    ]);
    expect(body.emailsSent).toBe(0);
    expect(await listInvoices(api)).toHaveLength(2);
    const [made] = body.generated;
    const invoice = (await api.request('GET', `/v1/invoices/${made.invoiceId}`)).body;
    expect(invoice).toMatchObject({ documentId: made.documentId, amount: 2000 });
    const freeOrder = await api.database.reader
      .selectFrom('freight_order')
      .select('billing_status')
      .where('id', '=', free.order.id)
      .executeTakeFirstOrThrow();
    expect(freeOrder.billing_status).toBe('READY_TO_INVOICE');
  });

  test('of orders invoices each order’s shipment, and two orders of one shipment on one invoice', async () => {
    await using api = await startService(database);
    const { orders, shipment } = await insertReadyShipment(api, { charges: [100_000, 50_000] });
    const [first, second] = orders.map(({ id }) => id);
    const quoted = await insertOrder(api, { shipment_id: null });

    const { body } = await generateBatch(api, { orderIds: [second, first, first?.toUpperCase(), quoted.id, nobody] });

    expect(body.generated).toMatchObject([
      { orderId: second, shipmentId: shipment.id },
      { orderId: first, shipmentId: shipment.id },
    ]);
    expect(body.generated[0].invoiceId).toBe(body.generated[1].invoiceId);
    expect(body.failed).toEqual([
      { orderId: quoted.id, shipmentId: null, error: expect.stringContaining('on no shipment') },
      { orderId: nobody, shipmentId: null, error: expect.stringContaining('no order') },
    ]);
    expect(await listInvoices(api)).toMatchObject([{ amount: 1500 }]);
  });

  test('mails each customer its invoices together, to its billing contacts', async () => {
    await using api = await startService(database);
    const acme = await insertCustomer(api);
    const blue = await insertCustomer(api);
    await insertBillingContact(api, acme.id, 'ap@acme.example');
    await insertBillingContact(api, acme.id, 'ap2@acme.example');
    await insertBillingContact(api, acme.id, 'dock@acme.example', 'SHIPPING');
    await insertBillingContact(api, acme.id, null);
    await insertRow(api, 'customer_contact', { customer_id: blue.id, email: 'owner@blue.example', is_primary: 1 });
    const shipments = [];
    for (const customer of [acme, acme, blue])
      shipments.push((await insertReadyShipment(api, { shipment: { customer_id: customer.id } })).shipment.id);

    const { body } = await generateBatch(api, {
      shipmentIds: shipments,
      sendEmail: true,
      emailConfig: { ccEmails: ['rep@vega.example'] },
    });

    expect([body.generated.length, body.emailsSent]).toEqual([3, 2]);
    const atAcme = { friendlyId: expect.any(String), amount: 2000, mailedTo: ['ap@acme.example', 'ap2@acme.example'] };
    expect(body.generated).toMatchObject([atAcme, atAcme, { mailedTo: ['owner@blue.example'], notMailed: null }]);
    const mails = await listQueuedMail(api);
    expect(mails.map(({ to_addresses: to }) => to).sort()).toEqual([
      '["ap@acme.example","ap2@acme.example"]',
      '["owner@blue.example"]',
    ]);
    expect(mails.map(({ cc_addresses: cc }) => cc)).toEqual(['["rep@vega.example"]', '["rep@vega.example"]']);
    const counts = mails.map(({ attachments }) => (JSON.parse(attachments) as unknown[]).length);
    expect(counts.sort((a, b) => a - b)).toEqual([1, 2]);
    expect(mails.map(({ subject }) => subject)).toContain('2 invoices from Test Brokerage');
  });

  test('mails the invoices one by one where that is wanted', async () => {
    await using api = await startService(database);
    const acme = await insertCustomer(api);
    await insertBillingContact(api, acme.id, 'ap@acme.example');
    const firstShipment = await insertReadyShipment(api, { shipment: { customer_id: acme.id } });
    const two = await insertReadyShipment(api, { shipment: { customer_id: acme.id } });

    const { body } = await generateBatch(api, {
      shipmentIds: [firstShipment.shipment.id, two.shipment.id],
      sendEmail: true,
      emailConfig: { groupByCustomer: false },
    });

    expect(body.emailsSent).toBe(2);
    expect(await listQueuedMail(api)).toHaveLength(2);
  });

  test('says on the invoice when its customer has no address, and mails nothing', async () => {
    await using api = await startService(database);
    const { shipment, customerId } = await insertReadyShipment(api);
    await insertBillingContact(api, customerId, 'not an address');

    const { body } = await generateBatch(api, { shipmentIds: [shipment.id], sendEmail: true });

    expect(body).toMatchObject({ failed: [], emailsSent: 0 });
    expect(body.generated).toMatchObject([{ mailedTo: [], notMailed: expect.stringContaining('no billing') }]);
    expect(await listQueuedMail(api)).toEqual([]);
    expect(await listActivity(api, body.generated[0].invoiceId)).toContainEqual(expect.stringContaining('Not mailed'));
  });

  test('names orders or shipments, not both, at least one and at most a hundred', async () => {
    await using api = await startService(database);
    const refusals = [
      {},
      { orderIds: [nobody], shipmentIds: [nobody] },
      { orderIds: [] },
      { shipmentIds: Array.from({ length: 101 }, () => nobody) },
      { shipmentIds: ['x'] },
      { shipmentIds: [nobody], emailConfig: { ccEmails: ['x'] } },
    ];
    for (const body of refusals) expect((await generateBatch(api, body)).status).toBe(400);
  });

  test('of a stranger finds nothing to invoice', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { shipment, order } = await insertReadyShipment(api);

    expect((await generateBatch(stranger, { shipmentIds: [shipment.id] })).body.generated).toEqual([]);
    expect((await generateBatch(stranger, { orderIds: [order.id] })).body.generated).toEqual([]);
    expect(await listInvoices(api)).toEqual([]);
  });
});

onBothDatabases('a batch of invoices that meets another', (database) => {
  test('and another over the same shipments at once make each invoice once', async () => {
    await using api = await startService(database);
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await insertReadyShipment(api)).shipment.id);

    const answers = await Promise.all([
      generateBatch(api, { shipmentIds: ids }),
      generateBatch(api, { shipmentIds: ids.toReversed() }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.flatMap(({ body }) => body.generated)).toHaveLength(4);
    expect(answers.flatMap(({ body }) => body.failed)).toHaveLength(4);
    expect(await listInvoices(api)).toHaveLength(4);
  });
});
