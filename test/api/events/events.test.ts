import { expect, test } from 'vitest';
import { webhookEvents, type WebhookEvent } from '../../../src/contract/events/events.ts';
import { WaybillError } from '../../../src/errors.ts';
import { type RecordedEvent, recordEvent } from '../../../src/service/shared/recorded-event.ts';
import { creations, recordChanges } from '../../../src/service/handlers/operation-events.ts';
import { runInSavepoint } from '../../../src/service/shared/savepoint.ts';
import { statusEvents } from '../../../src/service/shared/status-events.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { insertLoadCarrier, insertOrder } from '../../support/records/fixtures.ts';
import { insertReadyShipment } from '../../support/records/invoicing.ts';
import { createQuote } from '../../support/records/quotes.ts';
import { startService } from '../../support/service/service.ts';
import { postToShipment, createShipment, createPlainShipment } from '../../support/records/shipments.ts';
import { listEventNames, listOutbox, subscribe } from '../../support/servers/webhooks.ts';
import { createCarrier, createCustomer, createVendor } from '../parties/parties.ts';

/** Told where they happen. */
const recorded: readonly WebhookEvent[] = [
  'CUSTOMER_INVOICE_CREATED',
  'DOCUMENT_UPLOADED',
  'SHIPMENT_CREATED',
  'SHIPMENT_DELETED',
];

/** Events of features that the API does not have, or of a status that no shipment has. */
const never: readonly WebhookEvent[] = [
  'COMMISSION_APPROVED',
  'COMMISSION_CREATED',
  'SHIPMENT_CHECK_CALL',
  'SHIPMENT_NEXT_CHECK_CALL_DUE',
  'SHIPMENT_NEXT_CHECK_CALL_OVERDUE',
  'SHIPMENT_OPEN',
  'SHIPMENT_PICK_UP_NEAR_NOT_BOOKED',
  'SHIPMENT_PICK_UP_NEAR_NOT_DISPATCHED',
  'SHIPMENT_RATE_CON_EXPIRED',
  'SHIPMENT_RATE_CON_NOT_SIGNED',
  'SHIPMENT_RATE_CON_SIGNED',
];

test('every event that the contract names is told somewhere, or is of something that does not exist here', () => {
  const sides = [{}, { entityType: 'VENDOR', recipientType: 'VENDOR' }];
  const declared = new Set<string | undefined>([
    ...[...creations.values()].flatMap((eventOf) => sides.map((answer) => eventOf(answer))),
    ...[...recordChanges.values()].map(({ event }) => event),
    ...Object.values(statusEvents).flatMap(({ entering, leaving }) => [
      ...Object.values(entering),
      ...Object.values(leaving ?? {}),
    ]),
    ...recorded,
  ]);

  expect(webhookEvents.filter((event) => !declared.has(event))).toEqual(never.toSorted(compareByContract));
  expect(never.filter((event) => declared.has(event))).toEqual([]);
});

const compareByContract = (a: WebhookEvent, b: WebhookEvent) => webhookEvents.indexOf(a) - webhookEvents.indexOf(b);

onOneDatabase('events', (database) => {
  test('a new record is told as the API answered it', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);

    const customer = await createCustomer(api, { key: 'acme' });

    expect(await listOutbox(api.database, id)).toEqual([
      { event: 'CUSTOMER_CREATED', timestamp: api.clock.now, data: customer, diff: null },
    ]);
  });

  test('a change is told with what was before', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const vendor = await createVendor(api, { email: 'old@vendor.test', phone: '1' });

    const { body } = await api.request('PATCH', `/v1/vendors/${vendor.id}`, {
      email: 'new@vendor.test',
      phone: null,
      taxId: '12-345',
    });

    const [, updated] = await listOutbox(api.database, id);
    expect(updated).toEqual({
      event: 'VENDOR_UPDATED',
      timestamp: api.clock.now,
      data: body,
      diff: expect.arrayContaining([
        { type: 'UPDATE', key: 'email', value: 'new@vendor.test', oldValue: 'old@vendor.test' },
        { type: 'REMOVE', key: 'phone', oldValue: '1' },
        { type: 'ADD', key: 'taxId', value: '12-345' },
      ]),
    });
    expect(updated?.diff).toHaveLength(3);
  });

  test('a change that changes nothing is not told', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const vendor = await createVendor(api);

    await api.request('PATCH', `/v1/vendors/${vendor.id}`, { name: vendor.name });

    expect(await listEventNames(api.database, id)).toEqual(['VENDOR_CREATED']);
  });

  test('a deletion is told with the record as it was', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const vendor = await createVendor(api, { key: 'customs' });

    await api.request('DELETE', `/v1/vendors/customs?by=key`);

    const [, deleted] = await listOutbox(api.database, id);
    expect(deleted).toEqual({
      event: 'VENDOR_DELETED',
      timestamp: api.clock.now,
      data: { ...vendor, updatedAt: api.clock.now, deletedAt: api.clock.now },
      diff: null,
    });
  });

  test('an account number leaves the house with its last four digits only', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const vendor = await createVendor(api);
    const method = { vendorId: vendor.id, paymentMethodType: 'ACH', status: 'ACTIVE', accountNumber: '9876543210' };

    const created = await api.request('POST', '/v1/vendor-payment-methods', method);
    await api.request('PATCH', `/v1/vendor-payment-methods/${created.body.id}`, { accountNumber: '1234567890' });
    await api.request('DELETE', `/v1/vendor-payment-methods/${created.body.id}`);

    expect(created.status).toBe(201);
    const payloads = await listOutbox(api.database, id);
    expect(payloads.map(({ event, data }) => [event, data['accountNumber']])).toEqual([
      ['VENDOR_CREATED', undefined],
      ['VENDOR_PAYMENT_METHOD_CREATED', '****3210'],
      ['VENDOR_PAYMENT_METHOD_UPDATED', '****7890'],
      ['VENDOR_PAYMENT_METHOD_DELETED', '****7890'],
    ]);
    expect(payloads[2]?.diff).toEqual([
      { type: 'UPDATE', key: 'accountNumber', value: '****7890', oldValue: '****3210' },
    ]);
    expect(JSON.stringify(payloads)).not.toMatch(/987654|123456/);
  });

  test('only events that were chosen are kept, once for each subscription', async () => {
    await using api = await startService(database);
    const both = await subscribe(api, { events: ['CUSTOMER_CREATED', 'VENDOR_CREATED'] });
    const vendors = await subscribe(api, { events: ['VENDOR_CREATED'] });

    await createCustomer(api);
    await createCarrier(api);
    await createVendor(api);

    expect(await listEventNames(api.database, both.id)).toEqual(['CUSTOMER_CREATED', 'VENDOR_CREATED']);
    expect(await listEventNames(api.database, vendors.id)).toEqual(['VENDOR_CREATED']);
  });

  test('a request that is refused tells nothing', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    await createCustomer(api, { key: 'acme' });

    const twice = await api.request('POST', '/v1/customers', { name: 'Acme', status: 'ACTIVE', key: 'acme' });
    const missing = await api.request('PATCH', '/v1/customers/nobody', { name: 'x' });

    expect([twice.status, missing.status]).toEqual([409, 404]);
    expect(await listEventNames(api.database, id)).toEqual(['CUSTOMER_CREATED']);
  });

  test('a request that is repeated under its key tells once', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const create = () =>
      api.request('POST', '/v1/customers', { name: 'Acme', status: 'ACTIVE' }, { 'idempotency-key': 'one' });

    expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
    expect(await listEventNames(api.database, id)).toEqual(['CUSTOMER_CREATED']);
  });

  test('shipments tell the statuses that they come into', async () => {
    await using api = await startService(database);
    const { shipment: booked } = await createShipment(api, {
      orders: [chicagoToDallas],
      loads: [{ mode: 'TL', carrier: { carrier: { id: (await createCarrier(api)).id }, charges: [] } }],
      key: 'S-1',
    });
    const shipment = await createPlainShipment(api);
    const { id } = await subscribe(api);

    await postToShipment(api, booked.id, 'cancel');
    await postToShipment(api, booked.id, 'uncancel');
    await postToShipment(api, shipment.id, 'duplicate');
    await api.request('DELETE', `/v1/shipments/${shipment.id}`);

    const payloads = await listOutbox(api.database, id);
    expect(payloads.map(({ event }) => event)).toEqual([
      'SHIPMENT_CANCELED',
      'SHIPMENT_BOOKED',
      'SHIPMENT_CREATED',
      'SHIPMENT_DRAFT',
      'SHIPMENT_DELETED',
    ]);
    expect(payloads[0]).toMatchObject({
      data: { id: booked.id, friendlyId: booked.friendlyId, key: 'S-1' },
      diff: null,
    });
  });

  test('quotes tell when they are asked for, priced, won and lost', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api, {
      events: ['QUOTE_CREATED', 'QUOTE_REQUESTED', 'QUOTE_QUOTED', 'QUOTE_WON', 'QUOTE_LOST', 'SHIPMENT_CREATED'],
    });
    const quote = await createQuote(api);
    const other = await createQuote(api);

    const quoted = await api.request('PATCH', `/v1/quotes/${quote.id}`, { status: 'QUOTED', amount: 1500 });
    await api.request('PATCH', `/v1/quotes/${quote.id}`, { amount: 1600 });
    await api.request('POST', `/v1/quotes/${quote.id}/convert-to-shipment`, {});
    await api.request('PATCH', `/v1/quotes/${other.id}`, { status: 'LOST', lostReason: 'TOO_HIGH' });

    const payloads = await listOutbox(api.database, id);
    expect(payloads.map(({ event }) => event)).toEqual([
      'QUOTE_CREATED',
      'QUOTE_REQUESTED',
      'QUOTE_CREATED',
      'QUOTE_REQUESTED',
      'QUOTE_QUOTED',
      'QUOTE_WON',
      'SHIPMENT_CREATED',
      'QUOTE_LOST',
    ]);
    expect(payloads[0]?.data).toEqual(quote);
    expect(payloads[4]?.data).toEqual(quoted.body);
    expect(payloads[5]?.data).toMatchObject({ id: quote.id, status: 'WON', amount: 1600 });
  });

  test('a carrier tells when it becomes active and when it no longer is', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api, { status: 'PENDING' });
    const { id } = await subscribe(api);

    for (const status of ['ACTIVE', 'ACTIVE', 'DO_NOT_USE', 'INACTIVE'])
      await api.request('PATCH', `/v1/carriers/${carrier.id}`, { status });

    const payloads = await listOutbox(api.database, id);
    expect(payloads.map(({ event }) => event)).toEqual([
      'CARRIER_UPDATED',
      'CARRIER_ACTIVATED',
      'CARRIER_UPDATED',
      'CARRIER_DEACTIVATED',
      'CARRIER_UPDATED',
    ]);
    expect(payloads[1]).toMatchObject({ data: { id: carrier.id, status: 'ACTIVE' }, diff: null });
  });

  test('bills and invoices are told when they are made', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const order = await insertOrder(api);
    const carrier = await insertLoadCarrier(api);
    const invoiceDate = '2026-11-20';

    const invoice = await api.request('POST', '/v1/invoices', { orderId: order.id, amount: 1500, invoiceDate });
    const bill = await api.request('POST', '/v1/bills', {
      entityType: 'CARRIER',
      entityId: carrier.id,
      amount: 900,
      invoiceDate,
    });

    expect([invoice.status, bill.status]).toEqual([201, 201]);
    expect((await listOutbox(api.database, id)).map(({ event, data }) => [event, data])).toEqual([
      ['CUSTOMER_INVOICE_CREATED', invoice.body],
      ['CARRIER_INVOICE_CREATED', bill.body],
    ]);
  });

  test('a batch tells of each invoice and paper that it made', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const ready = [await insertReadyShipment(api), await insertReadyShipment(api, { charges: [0] })];
    const shipmentIds = ready.map(({ shipment }) => shipment.id);

    const { body } = await api.request('POST', '/v1/invoices/batch-generate', { shipmentIds });

    const [made] = body.generated;
    const invoice = await api.request('GET', `/v1/invoices/${made.invoiceId}`);
    const payloads = await listOutbox(api.database, id);
    expect(payloads.map(({ event }) => event)).toEqual(['CUSTOMER_INVOICE_CREATED', 'DOCUMENT_UPLOADED']);
    expect(payloads[0]?.data).toEqual(invoice.body);
    expect(payloads[1]?.data).toMatchObject({ id: made.documentId, status: 'UPLOADED', downloadUrl: null });
  });

  test('what a part of a request did and took back is not told', async () => {
    await using api = await startService(database);
    const events: RecordedEvent[] = [];
    const listEventNames = () => events.map(({ event }) => event);

    await api.database.transaction(async (db) => {
      const runPart = async (refusal?: WaybillError) => {
        recordEvent({ events }, 'QUOTE_WON', {});
        if (refusal) throw refusal;
      };
      await runInSavepoint({ db, events }, () => runPart());
      const refused = runInSavepoint({ db, events }, () => runPart(new WaybillError('CONFLICT', 'It was taken.')));
      await expect(refused).rejects.toThrow('It was taken.');
    });

    expect(listEventNames()).toEqual(['QUOTE_WON']);
  });

  test('a document is told when its file has arrived, without an address that opens it', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    const document = await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.txt' });
    const before = await listEventNames(api.database, id);

    const uploaded = await api.service.fetch(
      new Request(document.body.uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': document.body.contentType },
        body: 'hello',
      }),
    );

    expect([before, uploaded.status]).toEqual([[], 200]);
    const [payload] = await listOutbox(api.database, id);
    const { uploadUrl: _, ...announced } = document.body;
    expect(payload).toEqual({
      event: 'DOCUMENT_UPLOADED',
      timestamp: api.clock.now,
      data: { ...announced, uploadUrl: null, status: 'UPLOADED', fileSize: 5, updatedAt: api.clock.now },
      diff: null,
    });
  });
});
