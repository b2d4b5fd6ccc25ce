import { expect, test } from 'vitest';
import type { Row } from '../../src/store/schema.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertLoadCarrier,
  insertOrder,
  insertService,
  insertShipment,
  insertTerm,
  insertVendor,
} from '../support/records/fixtures.ts';
import { chicagoToDallas } from '../support/records/freight.ts';
import { startService, type TestService } from '../support/service/service.ts';

const secret = 'Rival Secret Freight';
const [, drop] = chicagoToDallas.stops;

/** Writes one record of each kind, named so that it is recognized wherever it shows up. */
async function insertRecords(api: TestService, organizationId: string, name: string) {
  const home = { database: api.database, organizationId };
  const key = `key of ${name}`;
  const customer = await insertCustomer(home, { name, key });
  const carrier = await insertCarrier(home, { name, key });
  const vendor = await insertVendor(home, { name, key });
  const shipment = await insertShipment(home, { customer_id: customer.id, key });
  return {
    customer,
    carrier,
    vendor,
    shipment,
    term: await insertTerm(home, { name, key }),
    user: await insertRow(home, 'user_account', { name, email: 'a@b.test', status: 'ACTIVE', key }),
    location: await insertRow(home, 'location', { name, customer_id: customer.id, address: '{}', key }),
    carrierContact: await insertRow(home, 'carrier_contact', { name, carrier_id: carrier.id, key }),
    vendorContact: await insertRow(home, 'vendor_contact', { email: name, vendor_id: vendor.id, key }),
    quote: await insertRow(home, 'quote', { customer_id: customer.id, status: 'REQUESTED', key }),
    document: await insertRow(home, 'document', { file_name: name, type: 'OTHER', status: 'PENDING_UPLOAD', key }),
    order: await insertOrder(home, { shipment_id: shipment.id, customer_id: customer.id, key }),
    loadCarrier: await insertLoadCarrier(home, { shipment_id: shipment.id, carrier_id: carrier.id }),
    service: await insertService(home, { shipment_id: shipment.id, vendor_id: vendor.id }),
    bill: await insertBill(home, { carrier_id: carrier.id, key }),
    invoice: await insertInvoice(home, { customer_id: customer.id, key }),
  };
}

type OrganizationRecords = Awaited<ReturnType<typeof insertRecords>>;
type CrossingAttempt = readonly [method: string, path: string, body: object, field: string];

/**
 * Lists every field of a request that names a record, naming one of the other organization in an otherwise good
 * request.
 */
function listAttempts(ours: OrganizationRecords, strangersRecords: OrganizationRecords): CrossingAttempt[] {
  const customer = { id: ours.customer.id };
  const tags = {
    shipmentId: strangersRecords.shipment.id,
    orderId: strangersRecords.order.id,
    loadId: strangersRecords.loadCarrier.load_id,
    serviceId: strangersRecords.service.id,
    carrierId: strangersRecords.carrier.id,
    customerId: strangersRecords.customer.id,
    billId: strangersRecords.bill.id,
    invoiceId: strangersRecords.invoice.id,
  };
  const buildShipment = (more: object): object => ({ customer, orders: [chicagoToDallas], ...more });
  const load = (more: object) =>
    buildShipment({ loads: [{ mode: 'TL', carrier: { carrier: { id: ours.carrier.id }, ...more } }] });
  const service = { serviceType: 'DRAYAGE', vendor: { id: ours.vendor.id } };
  const buildOrderAt = (location: object) => ({ ...chicagoToDallas, stops: [{ type: 'PICKUP', location }, drop] });
  const bill = { invoiceDate: '2026-11-10', amount: 100 };
  const place = { name: 'Dock', isAppointmentRequired: false };
  const listReferences = (record: { id: string; key: string | null }) => [{ id: record.id }, { key: record.key }];
  const buildPath = (resource: keyof OrganizationRecords, collection: string) =>
    `/v1/${collection}/${ours[resource].id}`;
  return [
    [
      'POST',
      '/v1/carriers',
      { name: 'x', type: 'TRUCKLOAD', paymentTermId: strangersRecords.term.id },
      'paymentTermId',
    ],
    ['PATCH', buildPath('carrier', 'carriers'), { paymentTermId: strangersRecords.term.id }, 'paymentTermId'],
    ['POST', '/v1/vendors', { name: 'x', paymentTermId: strangersRecords.term.id }, 'paymentTermId'],
    ['PATCH', buildPath('vendor', 'vendors'), { paymentTermId: strangersRecords.term.id }, 'paymentTermId'],
    ['POST', '/v1/locations', { ...place, customerId: strangersRecords.customer.id }, 'customerId'],
    ['PATCH', buildPath('location', 'locations'), { customerId: strangersRecords.customer.id }, 'customerId'],
    ['PATCH', buildPath('user', 'users'), { avatarId: strangersRecords.document.id }, 'avatarId'],
    ['POST', '/v1/bills', { ...bill, entityType: 'CARRIER', entityId: strangersRecords.loadCarrier.id }, 'entityId'],
    ['POST', '/v1/bills', { ...bill, entityType: 'VENDOR', entityId: strangersRecords.service.id }, 'entityId'],
    [
      'POST',
      '/v1/bills',
      { ...bill, entityType: 'CARRIER', entityId: ours.loadCarrier.id, paymentTermId: strangersRecords.term.id },
      'paymentTermId',
    ],
    ['PATCH', buildPath('bill', 'bills'), { paymentTermId: strangersRecords.term.id }, 'paymentTermId'],
    ['POST', '/v1/invoices', { ...bill, orderId: strangersRecords.order.id }, 'orderId'],
    ['PATCH', buildPath('invoice', 'invoices'), { paymentTermId: strangersRecords.term.id }, 'paymentTermId'],
    ['PATCH', buildPath('document', 'documents'), { tags }, 'tags.shipmentId'],
    ...Object.entries(tags).map(([tag, id]): CrossingAttempt => [
      'POST',
      '/v1/documents',
      { type: 'OTHER', fileName: 'a.pdf', tags: { [tag]: id } },
      `tags.${tag}`,
    ]),
    ...listReferences(strangersRecords.term).flatMap((paymentTerm): CrossingAttempt[] => [
      ['POST', '/v1/customers', { name: 'x', status: 'ACTIVE', paymentTerm }, 'paymentTerm'],
      ['PATCH', buildPath('customer', 'customers'), { paymentTerm }, 'paymentTerm'],
    ]),
    ...listReferences(strangersRecords.customer).flatMap((other): CrossingAttempt[] => [
      ['POST', '/v1/quotes', { customer: other, order: chicagoToDallas }, 'customer'],
      ['POST', '/v1/shipments', { customer: other, orders: [chicagoToDallas] }, 'customer'],
      ['PATCH', buildPath('shipment', 'shipments'), { customer: other }, 'customer'],
    ]),
    ...listReferences(strangersRecords.carrier).flatMap((carrier): CrossingAttempt[] => [
      ['POST', '/v1/quotes', { customer, carrier, order: chicagoToDallas }, 'carrier'],
      [
        'POST',
        '/v1/shipments',
        buildShipment({ loads: [{ mode: 'TL', carrier: { carrier } }] }),
        'loads.0.carrier.carrier',
      ],
    ]),
    ...listReferences(strangersRecords.user).flatMap((user): CrossingAttempt[] => [
      ['POST', '/v1/quotes', { customer, order: chicagoToDallas, assignee: user }, 'assignee'],
      ['PATCH', buildPath('quote', 'quotes'), { assignee: user }, 'assignee'],
      ['POST', '/v1/shipments', buildShipment({ customerRep: user }), 'customerRep'],
      ['PATCH', buildPath('shipment', 'shipments'), { customerRep: user }, 'customerRep'],
    ]),
    ...listReferences(strangersRecords.location).flatMap((location): CrossingAttempt[] => [
      ['POST', '/v1/quotes', { customer, order: buildOrderAt(location) }, 'order.stops.0.location'],
      ['POST', '/v1/shipments', { customer, orders: [buildOrderAt(location)] }, 'orders.0.stops.0.location'],
    ]),
    ...listReferences(strangersRecords.carrierContact).map((contact): CrossingAttempt => [
      'POST',
      '/v1/shipments',
      load({ contact }),
      'loads.0.carrier.contact',
    ]),
    ...listReferences(strangersRecords.vendor).map((vendor): CrossingAttempt => [
      'POST',
      '/v1/shipments',
      buildShipment({ services: [{ ...service, vendor }] }),
      'services.0.vendor',
    ]),
    ...listReferences(strangersRecords.vendorContact).map((vendorContact): CrossingAttempt => [
      'POST',
      '/v1/shipments',
      buildShipment({ services: [{ ...service, vendorContact }] }),
      'services.0.vendorContact',
    ]),
  ];
}

onOneDatabase('another organization', (database) => {
  test('no request can name its records: each such field is refused, and nothing of them shows', async () => {
    await using api = await startService(database);
    const rival = await api.anotherOrganization();
    const ours = await insertRecords(api, api.organizationId, 'Our Own Freight');
    const strangersRecords = await insertRecords(api, rival.organizationId, secret);
    const wrong: string[] = [];

    for (const [method, path, body, field] of listAttempts(ours, strangersRecords)) {
      const answer = await api.request(method, path, body);
      const text = JSON.stringify(answer.body);
      const isRefused =
        answer.status === 422 && answer.body.error.details[0]?.field === field && !text.includes(secret);
      if (!isRefused) wrong.push(`${method} ${path} ${field}: ${answer.status} ${text}`);
    }

    expect(wrong).toEqual([]);
  });

  test('approving, tracking, paying and reporting never reach its records', async () => {
    await using api = await startService(database);
    const rival = await api.anotherOrganization();
    const strangersRecords = await insertRecords(api, rival.organizationId, secret);
    const { friendly_id: number, id } = strangersRecords.bill;

    const approved = await api.request('POST', '/v1/bills/batch-approve', { billIds: [id] });
    const tracked = await api.request('POST', '/v1/shipments/track', {
      searches: [strangersRecords.shipment.friendly_id],
    });
    const payables = await api.request('GET', `/v1/bills/aging-report?carrierId=${strangersRecords.carrier.id}`);
    const receivables = await api.request(
      'GET',
      `/v1/invoices/aging-report?customerId=${strangersRecords.customer.id}`,
    );
    const everything = await Promise.all(
      [
        'carriers/search',
        'customers/search',
        'locations/search',
        'bills/filter',
        'invoices/filter',
        'shipments/filter',
      ].map((path) => api.request('POST', `/v1/${path}`, {})),
    );

    expect(approved.body).toMatchObject({ approved: [], failed: [{ billId: id }] });
    expect(tracked.body.results).toMatchObject([{ id: null, friendlyId: null, status: null }]);
    const answers = JSON.stringify([approved, tracked, payables, receivables, ...everything].map(({ body }) => body));
    expect(answers).not.toContain(secret);
    expect(answers).not.toContain(number);
    const bill: Row<'bill'> = await readRow(api, id);
    expect(bill.status).toBe('IN_REVIEW');
  });
});

const readRow = (api: TestService, id: string) =>
  api.database.reader.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
