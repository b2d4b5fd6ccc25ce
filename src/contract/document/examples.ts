import type { OperationName } from '../operation-names.ts';
import type { SandboxOperationName } from '../sandbox.ts';
import type { Operation } from '../kit/operation.ts';

/** Id in the place of a record's own, which no document can know. */
export const idPlaceholder = '00000000-0000-4000-8000-000000000000';

const toExampleKey = (kind: string) => `example-${kind}`;
const toReference = (kind: string) => ({ key: toExampleKey(kind) });

const stops = [
  {
    type: 'PICK',
    postalCode: '60608',
    requestedStartDate: '2026-12-01',
    requestedStartTime: '08:00',
    requestedEndTime: '12:00',
  },
  { type: 'DROP', postalCode: '75247', requestedStartDate: '2026-12-03' },
] as const;
const linehaul = { chargeCode: { key: 'LINEHAUL' }, amount: 1850 } as const;
const order = {
  mode: 'TL',
  stops,
  freight: {
    handlingUnitQuantity: 24,
    handlingUnitType: 'PALLET',
    weight: 38_000,
    commodityDescription: 'Canned goods',
  },
  references: [{ type: 'PURCHASE_ORDER_NUMBER', value: 'PO-88410' }],
} as const;
const contactInfo = { name: 'Robin Price', email: 'robin@example.com', phoneNumber: '312-555-0142' } as const;

/**
 * Bodies that a reader of the reference sends as they are. They name each other by client keys, so the customer, the carrier
 * and the vendor come first.
 */
const bodies: Readonly<Partial<Record<OperationName, object>>> = {
  'carriers.create': {
    ...toReference('carrier'),
    name: 'Prairie Freight',
    type: 'TRUCKLOAD',
    status: 'ACTIVE',
    mcNumber: 'MC-9000001',
  },
  'carriers.update': { phone: '312-555-0142' },
  'carriers.registryEntries': { carrierIds: [idPlaceholder] },
  'carrierContacts.create': { carrierId: idPlaceholder, name: 'Robin Price', contactInfo },
  'carrierFactors.create': { ...toReference('factor'), companyName: 'Lakeside Factoring', email: 'pay@example.com' },
  'carrierFactors.update': { phoneNumber: '312-555-0142' },
  'carrierPaymentMethods.create': {
    carrierId: idPlaceholder,
    paymentRecipientType: 'DIRECT',
    paymentMethodType: 'ACH_WIRE',
    bankName: 'First Bank',
    accountNumber: '000123456789',
  },
  'companies.create': { ...toReference('company'), name: 'Acme Holdings' },
  'companies.update': { name: 'Acme Holdings' },
  'customers.create': {
    ...toReference('customer'),
    name: 'Acme Foods',
    status: 'ACTIVE',
    creditLimit: 25_000,
    currency: 'USD',
  },
  'customers.update': { phoneNumber: '312-555-0142' },
  'customerContacts.create': { customerId: idPlaceholder, name: 'Robin Price', contactInfo },
  'locations.create': {
    customerId: idPlaceholder,
    name: 'Acme Chicago DC',
    isAppointmentRequired: true,
    address: { line1: '12 Dock Rd', city: 'Chicago', state: 'IL', zipCode: '60608', country: 'US', market: 'IL_CHI' },
  },
  'locationContacts.create': { locationId: idPlaceholder, customerContactId: idPlaceholder, isPrimary: true },
  'vendors.create': { ...toReference('vendor'), name: 'Harbor Drayage', status: 'ACTIVE' },
  'vendors.update': { phone: '312-555-0142' },
  'vendorContacts.create': { vendorId: idPlaceholder, email: 'robin@example.com', phone: '312-555-0142' },
  'vendorPaymentMethods.create': {
    vendorId: idPlaceholder,
    paymentMethodType: 'ACH_WIRE',
    bankName: 'First Bank',
    accountNumber: '000123456789',
  },
  'paymentTerms.create': { ...toReference('term'), name: 'Net 30', days: 30 },
  'paymentTerms.update': { description: 'Due 30 days after the invoice date' },
  'teams.create': { ...toReference('team'), name: 'Midwest' },
  'teams.update': { name: 'Midwest' },
  'users.create': {
    ...toReference('user'),
    email: 'robin@example.com',
    name: 'Robin Price',
    status: 'ACTIVE',
    roles: ['CUSTOMER_REP'],
  },
  'users.update': { phone: '312-555-0142' },
  'savedSearches.create': { ...toReference('search'), name: 'My carriers', preferenceType: 'CARRIER', jsonValue: {} },
  'savedSearches.update': { name: 'My carriers' },
  'globalSearch.run': { query: 'acme' },
  'quotes.create': { ...toReference('quote'), customer: toReference('customer'), order },
  'quotes.update': { status: 'QUOTED', amount: 1850 },
  'orders.update': { charges: [linehaul] },
  'stops.create': { orderId: idPlaceholder, stop: { type: 'DROP', sequence: 2, postalCode: '80202' } },
  'stops.update': { notes: 'Ring at gate 2' },
  'shipments.create': {
    ...toReference('shipment'),
    customer: toReference('customer'),
    orders: [{ ...order, charges: [linehaul] }],
  },
  'shipments.update': { key: toExampleKey('shipment') },
  'shipments.track': { searches: ['PO-88410'] },
  'shipments.cancel': { reason: 'Customer canceled' },
  'shipments.duplicate': { pickUpDate: '2026-12-08', deliveryDate: '2026-12-10' },
  'loads.create': { shipmentId: idPlaceholder, load: { mode: 'TL' } },
  'loads.addCarrier': { carrier: toReference('carrier'), charges: [{ ...linehaul, amount: 1500 }] },
  'services.create': { shipmentId: idPlaceholder, service: { vendor: toReference('vendor'), serviceType: 'DRAYAGE' } },
  'documents.create': {
    ...toReference('document'),
    type: 'PROOF_OF_DELIVERY',
    fileName: 'pod.pdf',
    contentType: 'application/pdf',
  },
  'documents.update': { tags: { note: 'signed' } },
  'bills.create': {
    entityType: 'CARRIER',
    entityId: idPlaceholder,
    invoiceDate: '2026-11-20',
    amount: 1500,
    reference: 'PF-1042',
  },
  'bills.update': { reference: 'PF-1042' },
  'bills.batchApprove': { billIds: [idPlaceholder] },
  'billPayments.create': { paymentDate: '2026-11-20', applications: [{ billId: idPlaceholder, amount: 1500 }] },
  'billPayments.update': { reference: '4711' },
  'invoices.create': { orderId: idPlaceholder, invoiceDate: '2026-11-20', amount: 1850 },
  'invoices.update': { reference: 'PO-88410' },
  'invoices.send': { toEmails: ['billing@example.com'] },
  'invoices.batchGenerate': { shipmentIds: [idPlaceholder], sendEmail: false },
  'payments.create': {
    customerId: idPlaceholder,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: idPlaceholder, amount: 1850 }],
  },
  'payments.update': { reference: '4711' },
  'creditMemos.create': { customerId: idPlaceholder, amount: 100, memoDate: '2026-11-20' },
  'creditMemos.update': { notes: 'Late delivery' },
  'creditMemos.apply': { invoiceId: idPlaceholder, amount: 100 },
  'webhookSubscriptions.create': {
    ...toReference('subscription'),
    url: 'https://hooks.example.com/waybill',
    events: ['SHIPMENT_CREATED'],
    token: 'a-token-of-your-own',
  },
  'webhookSubscriptions.update': { events: ['SHIPMENT_CREATED'] },
};

const sandboxBodies: Readonly<Partial<Record<SandboxOperationName, object>>> = {
  'sandbox.advance': { advanceHours: 24 },
};

/** Returns a body that can be sent as it is, so that the first try of a reader works. */
export function findExampleBody(name: string, { body, filter, search }: Operation): object | undefined {
  if (body === undefined) return undefined;
  if (filter) return { ...('createdAt' in filter && { filter: { createdAt: { isNull: false } } }), pageSize: 10 };
  if (search) return { query: '', pagination: { pageNumber: 1, pageSize: 10 } };
  return { ...bodies[name as OperationName], ...sandboxBodies[name as SandboxOperationName] };
}

/** Returns the client key of the record that the example of the collection creates; undefined where it creates none. */
export function findExampleKey(name: string): string | undefined {
  const [resource = ''] = name.split('.');
  const created: object = bodies[`${resource}.create` as OperationName] ?? {};
  return 'key' in created && typeof created.key === 'string' ? created.key : undefined;
}
