import { expect, test } from 'vitest';
import type { Row } from '../../src/store/schema.ts';
import { createQueryCounter } from '../support/service/counting.ts';
import { insertRow, insertBill, insertBillPayment, insertInvoice, insertTerm } from '../support/records/fixtures.ts';
import { createQuote } from '../support/records/quotes.ts';
import { type SecondService, startSecondService } from '../support/service/second-service.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createShipment } from '../support/records/shipments.ts';
import { add, addCarrierMethod, addFactor, addVendorMethod, factorInput, payeeCollections } from './parties/payees.ts';

/** Creates contacts and payment methods of a carrier and a vendor. */
async function createPayees(api: TestService, carrierId: string, vendorId: string, paymentTermId: string) {
  const { id: carrierFactorId } = await addFactor(api, { paymentTermId, accountNumber: '000123456789' });
  const method = { paymentTermId, accountNumber: '000123456789' };
  await addCarrierMethod(api, carrierId, { ...factorInput, ...method, carrierFactorId });
  await addVendorMethod(api, vendorId, method);
  await add(api, 'carrier-contacts', { carrierId, name: 'Ann', contactInfo: { name: 'Ann' } });
  await add(api, 'vendor-contacts', { vendorId, email: 'ops@customs.test' });
}

/** Creates a record of every kind; each call adds about as much again. */
async function createDaysWork(api: TestService): Promise<void> {
  const { shipment, customer, carrier, vendor } = await createShipment(api);
  const term = await insertTerm(api);
  await createQuote(api);
  const bill = await insertBill(api, { carrier_id: carrier.id, payment_term_id: term.id });
  const invoice = await insertInvoice(api, { customer_id: customer.id, payment_term_id: term.id });
  await createMovedMoney(api, bill, invoice);
  const user = await insertRow(api, 'user_account', { email: 'a@b.test', status: 'ACTIVE' });
  const dock = await insertRow(api, 'location', { name: 'Dock', customer_id: customer.id, address: '{}' });
  await insertOwnRecords(api, { user, dock });
  await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf', tags: { shipmentId: shipment.id } });
  await api.request('PATCH', `/v1/vendors/${vendor.id}`, { paymentTermId: term.id });
  await createPayees(api, carrier.id, vendor.id, term.id);
}

/** Creates a payment, credit and a payment to a payee, each with the records that it was applied to. */
async function createMovedMoney(api: TestService, bill: Row<'bill'>, invoice: Row<'invoice'>): Promise<void> {
  const customerId = invoice.customer_id;
  const { body: memo } = await api.request('POST', '/v1/credit-memos', {
    customerId,
    amount: 5,
    memoDate: '2026-11-20',
  });
  await api.request('POST', '/v1/payments', {
    customerId,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: invoice.id, amount: 5 }],
    creditApplications: [{ creditMemoId: memo.id, amount: 5 }],
  });
  await insertBillPayment(api, [{ bill, cents: 500 }]);
}

/** Writes the records that the people of the brokerage keep for themselves. */
async function insertOwnRecords(
  api: TestService,
  { user, dock }: { readonly user: Row<'user_account'>; readonly dock: Row<'location'> },
): Promise<void> {
  const team = await insertRow(api, 'team', { name: 'West' });
  await insertRow(api, 'team_member', { team_id: team.id, user_id: user.id });
  await insertRow(api, 'company', { name: 'North', created_by_id: user.id });
  await insertRow(api, 'saved_search', { name: 'Late', preference_type: 'CARRIER', json_value: '{}' });
  const person = await insertRow(api, 'customer_contact', { name: 'Pat', customer_id: dock.customer_id });
  await insertRow(api, 'location_contact', { location_id: dock.id, customer_contact_id: person.id });
}

const ownRecords = ['companies', 'teams', 'saved-searches', 'customer-contacts', 'location-contacts'];
const collections = ['carriers', 'customers', 'locations', 'vendors', 'payment-terms', 'users', 'quotes', 'documents'];
const payees = payeeCollections.map(({ collection }) => collection);

const readings = [
  ...collections,
  ...ownRecords,
  ...payees,
  'bills',
  'bill-payments',
  'invoices',
  'payments',
  'credit-memos',
  'shipments',
  'orders',
  'stops',
  'loads',
  'services',
].map((collection) => ({
  method: 'POST',
  path: `/v1/${collection}/filter`,
  body: {},
}));

const more = [
  ...['carriers', 'customers', 'locations', 'users', 'vendors'].map((collection) => ({
    method: 'POST',
    path: `/v1/${collection}/search`,
    body: { format: 'full' },
  })),
  { method: 'GET', path: '/v1/bills/aging-report', body: undefined },
  { method: 'GET', path: '/v1/invoices/aging-report', body: undefined },
];

async function countQueriesByPath(
  service: SecondService,
  counter: { queries: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { method, path, body } of [...readings, ...more]) {
    await service.request(method, path, body);
    counter.queries = 0;
    const { status } = await service.request(method, path, body);
    expect([path, status]).toEqual([path, 200]);
    counts[path] = counter.queries;
  }
  return counts;
}

test('reading many records takes as many queries as reading few', async () => {
  await using api = await startService('SQLite');
  const { counter, counted } = createQueryCounter();
  await using service = await startSecondService(api, counted);
  await createDaysWork(api);
  await createDaysWork(api);

  const countsBefore = await countQueriesByPath(service, counter);
  for (let n = 0; n < 8; n += 1) await createDaysWork(api);
  const countsAfter = await countQueriesByPath(service, counter);

  expect(countsAfter).toEqual(countsBefore);
  expect(Math.min(...Object.values(countsAfter))).toBeGreaterThan(0);
  expect(Math.max(...Object.values(countsAfter))).toBeLessThan(40);
});

test('tracking a hundred shipments takes a bounded number of queries', async () => {
  await using api = await startService('SQLite');
  const { counter, counted } = createQueryCounter();
  await using service = await startSecondService(api, counted);
  const numbers: string[] = [];
  for (let n = 0; n < 12; n += 1) numbers.push((await createShipment(api)).shipment.friendlyId);
  const track = async (searches: readonly string[]) => {
    await service.request('POST', '/v1/shipments/track', { searches });
    counter.queries = 0;
    const { status } = await service.request('POST', '/v1/shipments/track', { searches });
    expect(status).toBe(200);
    return counter.queries;
  };

  const countForOne = await track(numbers.slice(0, 1));
  const hundred = await track(Array.from({ length: 100 }, (_, n) => numbers[n] ?? `PO-${n}`));

  expect(hundred).toBeLessThanOrEqual(countForOne + 2);
});
