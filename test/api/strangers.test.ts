import { expect, test } from 'vitest';
import type { Row } from '../../src/store/schema.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertCarrier,
  givenCustomer,
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

/** One record of each kind, named so that it is recognised wherever it shows up. */
async function recordsOf(api: TestService, organizationId: string, name: string) {
  const home = { database: api.database, organizationId };
  const key = `key of ${name}`;
  const customer = await givenCustomer(home, { name, key });
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

type Records = Awaited<ReturnType<typeof recordsOf>>;
type Attempt = readonly [method: string, path: string, body: object, field: string];

/** Every field of a request that names a record, naming one of the other organization in an otherwise good request. */
function attempts(ours: Records, theirs: Records): Attempt[] {
  const customer = { id: ours.customer.id };
  const tags = {
    shipmentId: theirs.shipment.id,
    orderId: theirs.order.id,
    loadId: theirs.loadCarrier.load_id,
    serviceId: theirs.service.id,
    carrierId: theirs.carrier.id,
    customerId: theirs.customer.id,
    billId: theirs.bill.id,
    invoiceId: theirs.invoice.id,
  };
  const shipment = (more: object): object => ({ customer, orders: [chicagoToDallas], ...more });
  const load = (more: object) =>
    shipment({ loads: [{ mode: 'TL', carrier: { carrier: { id: ours.carrier.id }, ...more } }] });
  const service = { serviceType: 'DRAYAGE', vendor: { id: ours.vendor.id } };
  const at = (location: object) => ({ ...chicagoToDallas, stops: [{ type: 'PICKUP', location }, drop] });
  const bill = { invoiceDate: '2026-11-10', amount: 100 };
  const place = { name: 'Dock', isAppointmentRequired: false };
  const references = (record: { id: string; key: string | null }) => [{ id: record.id }, { key: record.key }];
  const path = (resource: keyof Records, collection: string) => `/v1/${collection}/${ours[resource].id}`;
  return [
    ['POST', '/v1/carriers', { name: 'x', type: 'TRUCKLOAD', paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['PATCH', path('carrier', 'carriers'), { paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['POST', '/v1/vendors', { name: 'x', paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['PATCH', path('vendor', 'vendors'), { paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['POST', '/v1/locations', { ...place, customerId: theirs.customer.id }, 'customerId'],
    ['PATCH', path('location', 'locations'), { customerId: theirs.customer.id }, 'customerId'],
    ['PATCH', path('user', 'users'), { avatarId: theirs.document.id }, 'avatarId'],
    ['POST', '/v1/bills', { ...bill, entityType: 'CARRIER', entityId: theirs.loadCarrier.id }, 'entityId'],
    ['POST', '/v1/bills', { ...bill, entityType: 'VENDOR', entityId: theirs.service.id }, 'entityId'],
    [
      'POST',
      '/v1/bills',
      { ...bill, entityType: 'CARRIER', entityId: ours.loadCarrier.id, paymentTermId: theirs.term.id },
      'paymentTermId',
    ],
    ['PATCH', path('bill', 'bills'), { paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['POST', '/v1/invoices', { ...bill, orderId: theirs.order.id }, 'orderId'],
    ['PATCH', path('invoice', 'invoices'), { paymentTermId: theirs.term.id }, 'paymentTermId'],
    ['PATCH', path('document', 'documents'), { tags }, 'tags.shipmentId'],
    ...Object.entries(tags).map(([tag, id]): Attempt => [
      'POST',
      '/v1/documents',
      { type: 'OTHER', fileName: 'a.pdf', tags: { [tag]: id } },
      `tags.${tag}`,
    ]),
    ...references(theirs.term).flatMap((paymentTerm): Attempt[] => [
      ['POST', '/v1/customers', { name: 'x', status: 'ACTIVE', paymentTerm }, 'paymentTerm'],
      ['PATCH', path('customer', 'customers'), { paymentTerm }, 'paymentTerm'],
    ]),
    ...references(theirs.customer).flatMap((other): Attempt[] => [
      ['POST', '/v1/quotes', { customer: other, order: chicagoToDallas }, 'customer'],
      ['POST', '/v1/shipments', { customer: other, orders: [chicagoToDallas] }, 'customer'],
      ['PATCH', path('shipment', 'shipments'), { customer: other }, 'customer'],
    ]),
    ...references(theirs.carrier).flatMap((carrier): Attempt[] => [
      ['POST', '/v1/quotes', { customer, carrier, order: chicagoToDallas }, 'carrier'],
      ['POST', '/v1/shipments', shipment({ loads: [{ mode: 'TL', carrier: { carrier } }] }), 'loads.0.carrier.carrier'],
    ]),
    ...references(theirs.user).flatMap((user): Attempt[] => [
      ['POST', '/v1/quotes', { customer, order: chicagoToDallas, assignee: user }, 'assignee'],
      ['PATCH', path('quote', 'quotes'), { assignee: user }, 'assignee'],
      ['POST', '/v1/shipments', shipment({ customerRep: user }), 'customerRep'],
      ['PATCH', path('shipment', 'shipments'), { customerRep: user }, 'customerRep'],
    ]),
    ...references(theirs.location).flatMap((location): Attempt[] => [
      ['POST', '/v1/quotes', { customer, order: at(location) }, 'order.stops.0.location'],
      ['POST', '/v1/shipments', { customer, orders: [at(location)] }, 'orders.0.stops.0.location'],
    ]),
    ...references(theirs.carrierContact).map((contact): Attempt => [
      'POST',
      '/v1/shipments',
      load({ contact }),
      'loads.0.carrier.contact',
    ]),
    ...references(theirs.vendor).map((vendor): Attempt => [
      'POST',
      '/v1/shipments',
      shipment({ services: [{ ...service, vendor }] }),
      'services.0.vendor',
    ]),
    ...references(theirs.vendorContact).map((vendorContact): Attempt => [
      'POST',
      '/v1/shipments',
      shipment({ services: [{ ...service, vendorContact }] }),
      'services.0.vendorContact',
    ]),
  ];
}

onOneDatabase('another organization', (database) => {
  test('no request can name its records: each such field is refused, and nothing of them shows', async () => {
    await using api = await startService(database);
    const rival = await api.anotherOrganization();
    const ours = await recordsOf(api, api.organizationId, 'Our Own Freight');
    const theirs = await recordsOf(api, rival.organizationId, secret);
    const wrong: string[] = [];

    for (const [method, path, body, field] of attempts(ours, theirs)) {
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
    const theirs = await recordsOf(api, rival.organizationId, secret);
    const { friendly_id: number, id } = theirs.bill;

    const approved = await api.request('POST', '/v1/bills/batch-approve', { billIds: [id] });
    const tracked = await api.request('POST', '/v1/shipments/track', { searches: [theirs.shipment.friendly_id] });
    const payables = await api.request('GET', `/v1/bills/aging-report?carrierId=${theirs.carrier.id}`);
    const receivables = await api.request('GET', `/v1/invoices/aging-report?customerId=${theirs.customer.id}`);
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
    const bill: Row<'bill'> = await rowOf(api, id);
    expect(bill.status).toBe('IN_REVIEW');
  });
});

const rowOf = (api: TestService, id: string) =>
  api.database.reader.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
