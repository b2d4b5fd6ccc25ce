import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/sandbox/kit/random.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import { seedBrokerage } from '../../src/sandbox/seed.ts';
import { invariants } from '../sandbox/invariants/index.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { type ApiCaller, startService, type TestService } from '../support/service/service.ts';
import { testCipher } from '../support/cipher.ts';

const rounds = countCases({ usual: 3, deep: 40 });
const changesPerRound = 12;
const guardMs = 3_600_000;

/** Promises that hold whatever a user does to the records. */
const promises = invariants.filter(({ promise }) =>
  [
    'an invoice is what is paid, credited and owed',
    'what an invoice calls paid was received',
    'a bill is what is paid and owed',
    'every charge belongs to an order, a load carrier or a service',
    'a delivered shipment, and no other, has a time of delivery and every stop behind it',
    'every shipment_id of a load names a shipment',
    'every load_carrier_id of a bill names a load_carrier',
    'every order_id of a invoice names a freight_order',
  ].includes(promise),
);

onOneDatabase('a sandbox whose records somebody changes at random while time passes', (name) => {
  test('goes on without a failure, and its money adds up', { timeout: guardMs }, async () => {
    await using service = await startService(name);
    await seedBrokerage(service.database, {
      seed: 9,
      now: service.clock.now,
      size: { shipments: 120 },
      cipher: testCipher,
    });
    await service.database.transaction((tx) =>
      tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute(),
    );
    const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
    const random = createRandom(`meddler on ${name}`);
    const answers = new Map<number, number>();

    for (let round = 0; round < rounds; round += 1) {
      for (let change = 0; change < changesPerRound; change += 1) {
        const status = await changeRandomRecord(service, caller, random);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      const { status } = await caller.request('POST', '/sandbox/clock', { advanceHours: random.drawInt(1, 480) / 4 });
      expect(status).toBe(200);
      expect({ round, broken: await listBrokenPromises(service) }).toEqual({ round, broken: [] });
    }

    expect((answers.get(200) ?? 0) + (answers.get(201) ?? 0) + (answers.get(204) ?? 0)).toBeGreaterThan(rounds);
    expect([...answers.keys()].filter((status) => status >= 500)).toEqual([]);
  });
});

async function listBrokenPromises({ database }: TestService): Promise<string[]> {
  const brokenPromises: string[] = [];
  for (const { promise, broken } of promises) {
    const { rows } = await sql.raw(`select 1 from (${broken}) x limit 1`).execute(database.reader);
    if (rows.length > 0) brokenPromises.push(promise);
  }
  return brokenPromises;
}

type Meddle = (caller: ApiCaller, id: string, random: Random) => ReturnType<ApiCaller['request']>;

/** One thing that a person may do, by the table of the record that it is done to. */
const changes: readonly (readonly [table: 'shipment' | 'bill' | 'invoice' | 'quote' | 'load' | 'stop', Meddle])[] = [
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/cancel`, { reason: 'No truck' })],
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/uncancel`)],
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/ready-to-invoice`)],
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/not-ready-to-invoice`)],
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/invoice/generate`)],
  ['shipment', (api, id) => api.request('POST', `/v1/shipments/${id}/duplicate`)],
  ['shipment', (api, id) => api.request('DELETE', `/v1/shipments/${id}`)],
  ['bill', (api, id) => api.request('POST', `/v1/bills/${id}/approve`)],
  ['bill', (api, id) => api.request('POST', `/v1/bills/${id}/unapprove`)],
  ['bill', (api, id) => api.request('POST', `/v1/bills/${id}/revert`)],
  ['bill', (api, id, random) => api.request('PATCH', `/v1/bills/${id}`, { amount: random.drawInt(500, 3_000) })],
  ['bill', payBill],
  ['invoice', payInvoice],
  ['invoice', (api, id) => api.request('DELETE', `/v1/invoices/${id}`)],
  ['quote', (api, id) => api.request('DELETE', `/v1/quotes/${id}`)],
  ['quote', (api, id) => api.request('POST', `/v1/quotes/${id}/convert-to-shipment`)],
  ['load', bounceCarrier],
  ['stop', (api, id) => api.request('PATCH', `/v1/stops/${id}`, { notes: 'Ring twice.' })],
  ['stop', (api, id) => api.request('DELETE', `/v1/stops/${id}`)],
];

async function changeRandomRecord({ database }: TestService, caller: ApiCaller, random: Random): Promise<number> {
  const [table, change] = random.pick(changes);
  const rows = await database.reader
    .selectFrom(table)
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(80)
    .execute();
  return (await change(caller, random.pick(rows).id, random)).status;
}

async function payBill(api: ApiCaller, id: string) {
  const bill = (await api.request('GET', `/v1/bills/${id}`)).body;
  return api.request('POST', '/v1/bill-payments', {
    paymentDate: '2026-12-01',
    applications: [{ billId: id, amount: Math.max(1, bill.amountOwed / 2) }],
  });
}

async function payInvoice(api: ApiCaller, id: string) {
  const invoice = (await api.request('GET', `/v1/invoices/${id}`)).body;
  return api.request('POST', '/v1/payments', {
    customerId: invoice.customer.id,
    paymentDate: '2026-12-01',
    applications: [{ invoiceId: id, amount: 100 }],
  });
}

async function bounceCarrier(api: ApiCaller, id: string) {
  const load = (await api.request('GET', `/v1/loads/${id}`)).body;
  const carrier = load.carriers[0]?.id ?? id;
  return api.request('POST', `/v1/loads/${id}/carriers/${carrier}/bounce`, { reason: 'EQUIPMENT_ISSUE' });
}
