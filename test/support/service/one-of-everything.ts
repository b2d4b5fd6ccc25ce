import { catalogue } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { chicagoToDallas } from '../records/freight.ts';
import { buildSampleBody } from './samples.ts';
import type { ApiCaller } from './service.ts';

/** A record of each kind, linked with each other as a working brokerage has them. */
export type Everything = Readonly<Record<CreatedKind, { readonly id: string; readonly key?: string | null }>>;

export const kinds = [
  'term',
  'customer',
  'carrier',
  'vendor',
  'user',
  'team',
  'company',
  'location',
  'carrierContact',
  'customerContact',
  'locationContact',
  'vendorContact',
  'carrierFactor',
  'carrierPaymentMethod',
  'vendorPaymentMethod',
  'quote',
  'shipment',
  'order',
  'stop',
  'load',
  'loadCarrier',
  'service',
  'document',
  'bill',
  'billPayment',
  'billPaymentApplication',
  'invoice',
  'payment',
  'creditMemo',
  'creditApplication',
  'savedSearch',
  'webhookSubscription',
] as const;
export type CreatedKind = (typeof kinds)[number];

// Answers are read freely, as the tests do.
type AnyAnswer = any; // eslint-disable-line typescript/no-explicit-any

const entries = new Map(catalogue().map((entry) => [entry.name, entry]));

/**
 * Creates a record of each kind through the API; `name` is in whatever has a name, so that it shows wherever it leaks.
 */
export async function createEverything(caller: Pick<ApiCaller, 'request'>, name: string): Promise<Everything> {
  const make = createMaker(caller, name);
  const parties = await makeParties(make, name);
  const freight = await makeFreight(make, parties);
  const money = await makeMoney(make, { ...parties, ...freight });
  const savedSearch = await make('savedSearches.create', { name, preferenceType: 'CARRIER', jsonValue: {} });
  const webhookSubscription = await make('webhookSubscriptions.create', {
    url: 'https://hooks.broker.test/in',
    events: ['SHIPMENT_CREATED'],
    token: 'a-token-of-some-length',
  });
  return { ...parties, ...freight, ...money, savedSearch, webhookSubscription };
}

type Make = (operation: OperationName, given: object, id?: string) => Promise<AnyAnswer>;

/**
 * Returns a function that calls an operation with the smallest body it takes plus the given fields; anything but a
 * success is a fault of the test.
 */
function createMaker(caller: Pick<ApiCaller, 'request'>, name: string): Make {
  return async (operation, fields, id = '') => {
    const entry = entries.get(operation);
    if (!entry) throw new Error(`no operation ${operation}`);
    const body = { ...(buildSampleBody(entry) as object), ...fields };
    const path = `/v1${entry.path.replace(/\{\w+\}/, id)}`;
    const answer = await caller.request(entry.method, path, body);
    if (answer.status >= 300) throw new Error(`${operation} for ${name}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

async function makeParties(make: Make, name: string) {
  const key = `key of ${name}`;
  const term = await make('paymentTerms.create', { name, key });
  const customer = await make('customers.create', { name, key, status: 'ACTIVE' });
  const carrier = await make('carriers.create', { name, key, type: 'TRUCKLOAD' });
  const vendor = await make('vendors.create', { name, key });
  const user = await make('users.create', { name, key, email: 'desk@broker.test', status: 'ACTIVE', roles: ['ADMIN'] });
  const location = await make('locations.create', { name, key, customerId: customer.id });
  const customerContact = await make('customerContacts.create', {
    name,
    customerId: customer.id,
    contactInfo: { name },
  });
  const carrierFactor = await make('carrierFactors.create', { companyName: name, key });
  return {
    term,
    customer,
    carrier,
    vendor,
    user,
    location,
    customerContact,
    carrierFactor,
    team: await make('teams.create', { name, key, users: [{ id: user.id }] }),
    company: await make('companies.create', { name, key }),
    carrierContact: await make('carrierContacts.create', { name, carrierId: carrier.id, contactInfo: { name } }),
    locationContact: await make('locationContacts.create', {
      locationId: location.id,
      customerContactId: customerContact.id,
    }),
    vendorContact: await make('vendorContacts.create', { vendorId: vendor.id, email: 'agent@vendor.test' }),
    carrierPaymentMethod: await make('carrierPaymentMethods.create', {
      carrierId: carrier.id,
      paymentRecipientType: 'DIRECT',
      companyName: name,
      accountNumber: '000123456789',
    }),
    vendorPaymentMethod: await make('vendorPaymentMethods.create', { vendorId: vendor.id, companyName: name }),
  };
}

type CreatedParties = Awaited<ReturnType<typeof makeParties>>;

async function makeFreight(make: Make, { customer, carrier, vendor }: CreatedParties) {
  const buildCharges = (amount: number) => [{ chargeCode: { key: 'LINEHAUL' }, amount }];
  const order = { ...chicagoToDallas, charges: buildCharges(2000) };
  const quote = await make('quotes.create', { customer: { id: customer.id }, order: chicagoToDallas });
  const shipment = await make('shipments.create', {
    customer: { id: customer.id },
    orders: [order],
    loads: [{ mode: 'TL', carrier: { carrier: { id: carrier.id }, charges: buildCharges(1500) } }],
    services: [{ vendor: { id: vendor.id }, serviceType: 'DRAYAGE', charges: buildCharges(200) }],
  });
  const [ownOrder] = shipment.orders;
  const [load] = shipment.loads;
  const tags = { shipmentId: shipment.id };
  return {
    quote,
    shipment,
    order: ownOrder,
    stop: ownOrder.stops[0],
    load,
    loadCarrier: load.carriers[0],
    service: shipment.services[0],
    document: await make('documents.create', {
      type: 'OTHER',
      fileName: 'paper.pdf',
      contentType: 'application/pdf',
      tags,
    }),
  };
}

type CreatedFreight = CreatedParties & Awaited<ReturnType<typeof makeFreight>>;

/** Everything is paid in part only, so that each balance is open. */
async function makeMoney(make: Make, { customer, order, loadCarrier }: CreatedFreight) {
  const invoiceDate = '2026-11-10';
  const paymentDate = '2026-11-18';
  const bill = await make('bills.create', {
    entityType: 'CARRIER',
    entityId: loadCarrier.id,
    invoiceDate,
    amount: 1500,
  });
  await make('bills.approve', {}, bill.id);
  const billPayment = await make('billPayments.create', {
    paymentDate,
    applications: [{ billId: bill.id, amount: 100 }],
  });
  const invoice = await make('invoices.create', { orderId: order.id, invoiceDate, amount: 2000 });
  const payment = await make('payments.create', {
    customerId: customer.id,
    paymentDate,
    applications: [{ invoiceId: invoice.id, amount: 100 }],
  });
  const creditMemo = await make('creditMemos.create', { customerId: customer.id, amount: 300, memoDate: paymentDate });
  const { application } = await make('creditMemos.apply', { invoiceId: invoice.id, amount: 50 }, creditMemo.id);
  return {
    bill,
    billPayment,
    billPaymentApplication: billPayment.applications[0],
    invoice,
    payment,
    creditMemo,
    creditApplication: application,
  };
}
