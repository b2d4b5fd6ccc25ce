import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { BrokerageDatabase } from '../../src/store/database.ts';
import { given, givenBill, givenInvoice, givenTerm } from '../support/fixtures.ts';
import { newQuote } from '../support/quotes.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { newShipment } from '../support/shipments.ts';

/** Counts the queries that a service sends to its store. */
function counting() {
  const counter = { queries: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      counter.queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // Only reading: leases of the rate limit are transactions and come now and then.
  const counted = (store: BrokerageDatabase): BrokerageDatabase => ({
    ...store,
    reader: store.reader.withPlugin(plugin),
  });
  return { counter, counted };
}

/** Something of everything; each call adds about as much again. */
async function givenADaysWork(api: TestService): Promise<void> {
  const { shipment, customer, carrier, vendor } = await newShipment(api);
  const term = await givenTerm(api);
  await newQuote(api);
  await givenBill(api, { carrier_id: carrier.id, payment_term_id: term.id });
  await givenInvoice(api, { customer_id: customer.id, payment_term_id: term.id });
  await given(api, 'user_account', { email: 'a@b.test', status: 'ACTIVE' });
  await given(api, 'location', { name: 'Dock', customer_id: customer.id, address: '{}' });
  await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf', tags: { shipmentId: shipment.id } });
  await api.request('PATCH', `/v1/vendors/${vendor.id}`, { paymentTermId: term.id });
}

const collections = ['carriers', 'customers', 'locations', 'vendors', 'payment-terms', 'users', 'quotes', 'documents'];

const readings = [...collections, 'bills', 'invoices', 'shipments'].map((collection) => ({
  method: 'POST',
  path: `/v1/${collection}/filter`,
  body: {},
}));

const more = [
  ...['carriers', 'customers', 'locations'].map((collection) => ({
    method: 'POST',
    path: `/v1/${collection}/search`,
    body: { format: 'full' },
  })),
  { method: 'GET', path: '/v1/bills/aging-report', body: undefined },
  { method: 'GET', path: '/v1/invoices/aging-report', body: undefined },
];

async function queriesOf(service: SecondService, counter: { queries: number }): Promise<Record<string, number>> {
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
  const { counter, counted } = counting();
  await using service = await startSecondService(api, counted);
  await givenADaysWork(api);
  await givenADaysWork(api);

  const few = await queriesOf(service, counter);
  for (let n = 0; n < 8; n += 1) await givenADaysWork(api);
  const many = await queriesOf(service, counter);

  expect(many).toEqual(few);
  expect(Math.min(...Object.values(many))).toBeGreaterThan(0);
  expect(Math.max(...Object.values(many))).toBeLessThan(40);
});

test('tracking a hundred shipments takes a bounded number of queries', async () => {
  await using api = await startService('SQLite');
  const { counter, counted } = counting();
  await using service = await startSecondService(api, counted);
  const numbers: string[] = [];
  for (let n = 0; n < 12; n += 1) numbers.push((await newShipment(api)).shipment.friendlyId);
  const track = async (searches: readonly string[]) => {
    await service.request('POST', '/v1/shipments/track', { searches });
    counter.queries = 0;
    const { status } = await service.request('POST', '/v1/shipments/track', { searches });
    expect(status).toBe(200);
    return counter.queries;
  };

  const one = await track(numbers.slice(0, 1));
  const hundred = await track(Array.from({ length: 100 }, (_, n) => numbers[n] ?? `PO-${n}`));

  expect(hundred).toBeLessThanOrEqual(one + 2);
});
