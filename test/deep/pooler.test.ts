import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { order } from '../cli/support/freight.ts';
import { runWaybill } from '../cli/support/in-process.ts';
import { createServiceClient, startServiceCommand, fetchServiceToken } from '../cli/support/service.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk, type Refusals } from '../cli/support/write-load.ts';
import { countCases } from '../support/depth.ts';
import { insertBill } from '../support/records/fixtures.ts';
import { createDatabase, isPostgresMissing } from '../support/stores/databases.ts';
import { pgbouncerMissing, startPgbouncer } from '../support/stores/pgbouncer.ts';

const missing = isPostgresMissing ? 'no PostgreSQL server installed' : pgbouncerMissing;
const rounds = countCases({ usual: 2, deep: 30 });
const writes = countCases({ usual: 16, deep: 800 });
const clients = 8;
const guardMs = 3_600_000;

interface PoolerPayment {
  readonly billId: string;
  readonly key: string;
  readonly idempotencyKey: string;
}

const pay = async (url: string, token: string, { billId, key, idempotencyKey }: PoolerPayment) => {
  const response = await fetch(`${url}/bill-payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ key, paymentDate: '2026-11-20', applications: [{ billId, amount: 5 }] }),
  });
  await response.text();
  return response.status;
};

async function sendInvoice(api: ApiClient): Promise<void> {
  const customer = await api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const shipment = await api.shipments.create({
    customer: { id: customer.id },
    orders: [{ ...order, charges: [{ chargeCodeId: 1, amount: 1200 }] }],
  });
  const orderId = shipment.orders[0]?.id ?? '';
  const invoice = await api.invoices.create({ orderId, invoiceDate: '2026-11-18', amount: 1200 });
  await api.invoices.send({ id: invoice.id, toEmails: ['ap@acme.example'] });
}

describe.skipIf(missing !== null)(
  `a brokerage behind PgBouncer${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    test.each([
      { mode: 'session', query: '' },
      { mode: 'transaction', query: '?pooling=transaction' },
    ] as const)(
      'in $mode mode two services lose and double nothing: writes, conflicts, events and mails',
      { timeout: guardMs },
      async ({ mode, query }) => {
        await using open = new AsyncDisposableStack();
        const folder = open.use(createTemporaryFolder());
        const database = open.use(await createDatabase('PostgreSQL'));
        // In transaction mode fewer servers than connections: they change hands all the time.
        const pooler = open.use(
          await startPgbouncer(database.url, mode, { default_pool_size: mode === 'session' ? 40 : 4 }),
        );
        const address = ['--database', `${pooler.url}${query}`];
        const first = open.use(await startServiceCommand(address, { home: folder.path }));
        const second = open.use(await startServiceCommand(address, { home: folder.path }));
        const store = await openBrokerage(database.url);
        open.defer(() => store.close());
        const refusals: Refusals = new Map();
        const desk = await prepareDesk(store, first.ready);
        const load = createWriteLoad(desk, refusals, clients);
        const token = await fetchServiceToken(first.ready);

        await load.writeThrough(first.ready.authUrl, writes);
        const contradictions = await load.contradictions(second.ready.authUrl);
        // Two services pay the whole of one bill, and repeat each payment under its key at the other service.
        const statuses: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const bill = await insertBill(desk, { status: 'APPROVED_TO_PAY', amount_cents: 500 });
          const buildPayment = (side: string) => ({
            billId: bill.id,
            key: `${side}-${round}`,
            idempotencyKey: `${side}-${round}`,
          });
          const answers = await Promise.all([
            pay(first.ready.url, token, buildPayment('left')),
            pay(second.ready.url, token, buildPayment('right')),
            pay(second.ready.url, token, buildPayment('left')),
            pay(first.ready.url, token, buildPayment('right')),
          ]);
          const { paid_cents: paid } = await store.reader
            .selectFrom('bill')
            .select('paid_cents')
            .where('id', '=', bill.id)
            .executeTakeFirstOrThrow();
          const payments = await store.reader
            .selectFrom('bill_payment')
            .select('id')
            .where('key', 'in', [`left-${round}`, `right-${round}`])
            .execute();
          statuses.push(`${paid} ${payments.length} ${answers.every((status) => status < 500)}`);
        }
        const api = open.use(createServiceClient(first.ready, first.ready.clientSecret));
        await sendInvoice(api);
        const stops = [await first.stop(), await second.stop()].map(({ code }) => code);
        const mails = readdirSync(path.join(folder.path, 'outbox'));

        expect(contradictions).toEqual([]);
        expect([...refusals]).toEqual([]);
        expect(new Set(statuses)).toEqual(new Set(['500 1 true']));
        expect(mails).toHaveLength(1);
        expect(stops).toEqual([0, 0]);
      },
    );

    test('doctor names the pooler and the setting', async () => {
      using folder = createTemporaryFolder();
      await using database = await createDatabase('PostgreSQL', { blank: true });
      await using pooler = await startPgbouncer(database.url, 'transaction');

      const { code, stdout } = await runWaybill(['doctor', '--database', pooler.url], { home: folder.path });

      expect(code).toBe(1);
      expect(stdout).toMatch(
        /problem {2}audit log: .*PgBouncer in transaction mode, so nothing was saved; add pooling=transaction/,
      );
    });
  },
);
