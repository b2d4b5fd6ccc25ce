import type { BrokerageDatabase } from '../../src/store/connection.ts';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatDateTime } from '../../src/domain/places/local-time.ts';
import { createIds } from '../../src/service/identifiers/ids.ts';
import { createOrganization } from '../../src/service/organization/organization.ts';
import { openBrokerage } from '../../src/store/database.ts';
import type { Row } from '../../src/store/schema.ts';
import { insertRow } from '../support/records/fixtures.ts';
import { startReceiver, token } from '../support/servers/webhooks.ts';
import { runWaybill } from './support/in-process.ts';
import { createOpenedHome } from './support/opened-home.ts';
import { createServiceClient, startServiceCommand } from './support/service.ts';
import { type CommandSettings, createTemporaryFolder } from './support/waybill.ts';

const now = () => '2026-11-20T15:00:00.000Z';

interface EventsDesk extends CommandSettings, AsyncDisposable {
  readonly database: BrokerageDatabase;
  readonly organizationId: string;
  delivery(columns: Partial<Row<'webhook_delivery'>>): Promise<string>;
  states(): Promise<string[]>;
}

/** A store with one subscription, and the folder that it lies in. */
async function startDesk(home: string): Promise<EventsDesk> {
  const url = `sqlite:${path.join(home, 'desk.db')}`;
  const database = await openBrokerage(url, { durability: 'off' });
  const newId = createIds(now);
  const { organizationId } = await createOrganization(database, { name: 'Desk', now: now(), newId });
  const owner = { database, organizationId };
  await insertRow(owner, 'webhook_subscription', { id: 'sub-1', url: 'https://hooks.example/in', status: 'ACTIVE' });
  return {
    ...owner,
    home,
    environment: { WAYBILL_DATABASE_URL: url },
    async delivery(columns) {
      const row = { subscription_id: 'sub-1', event: 'QUOTE_WON', payload: '{}', created_at: now(), ...columns };
      return (await insertRow(owner, 'webhook_delivery', row)).id;
    },
    async states() {
      const rows = await database.reader.selectFrom('webhook_delivery').selectAll().orderBy('id').execute();
      return rows.map(({ status, attempts, next_attempt_at: next }) => `${status} ${attempts} ${next ? 'due' : '-'}`);
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}

const failed = { status: 'FAILED', attempts: 7, last_status: 503, last_error: 'The receiver answered 503.' } as const;
const waiting = { status: 'PENDING', attempts: 1, next_attempt_at: '2026-11-20T15:00:05.000Z' } as const;

test('the list tells of each notification what became of it, newest first', async () => {
  using folder = createTemporaryFolder();
  await using desk = await startDesk(folder.path);
  const empty = await runWaybill(['events', 'list'], desk);
  const old = await desk.delivery(failed);
  const fresh = await desk.delivery(waiting);

  const { code, stdout } = await runWaybill(['events', 'list'], desk);
  const limited = await runWaybill(['events', 'list', '--limit', '1'], desk);
  const json = await runWaybill(['events', 'list', '--failed', '--json'], desk);

  const shown = formatDateTime(now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect([empty.code, empty.stdout]).toEqual([0, 'No notifications yet.\n']);
  expect([code, stdout.trim().split('\n')]).toEqual([
    0,
    [
      `${fresh}  ${shown}  quote won  pending  1 attempt  next ${shown}  to https://hooks.example/in (sub-1)`,
      `${old}  ${shown}  quote won  failed  7 attempts  to https://hooks.example/in (sub-1)  The receiver answered 503.`,
    ],
  ]);
  expect(limited.stdout).toMatch(new RegExp(`^${fresh} .*\\n$`));
  expect(JSON.parse(json.stdout)).toMatchObject([{ id: old, status: 'FAILED', attempts: 7, lastStatus: 503 }]);
});

test('one notification is sent again, or all that were given up for a subscription', async () => {
  using folder = createTemporaryFolder();
  await using desk = await startDesk(folder.path);
  const deliveryId = await desk.delivery(failed);
  await desk.delivery(failed);
  await desk.delivery({ status: 'DELIVERED', attempts: 1 });

  const single = await runWaybill(['events', 'replay', deliveryId], desk);
  const afterOne = await desk.states();
  const all = await runWaybill(['events', 'replay', '--failed-of', 'sub-1', '--json'], desk);

  expect([single.code, single.stdout]).toEqual([0, '1 notification will be sent again.\n']);
  expect(afterOne).toEqual(['PENDING 0 due', 'FAILED 7 -', 'DELIVERED 1 -']);
  expect([all.code, JSON.parse(all.stdout)]).toEqual([0, { replayed: 1 }]);
  expect(await desk.states()).toEqual(['PENDING 0 due', 'PENDING 0 due', 'DELIVERED 1 -']);
});

test('what cannot be replayed or listed is said in a sentence', async () => {
  using folder = createTemporaryFolder();
  await using desk = await startDesk(folder.path);

  const missing = await runWaybill(['events', 'replay', 'nothing'], desk);
  const neither = await runWaybill(['events', 'replay'], desk);
  const limit = await runWaybill(['events', 'list', '--limit', '0'], desk);

  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no delivery "nothing"')]);
  expect([neither.code, neither.stderr]).toEqual([2, expect.stringContaining('DELIVERY must be the id')]);
  expect([limit.code, limit.stderr]).toEqual([2, expect.stringContaining('--limit must be a whole number')]);
});

test('the service sends by itself, and ends cleanly while a receiver hangs', async () => {
  using folder = await createOpenedHome();
  await using receiver = await startReceiver();
  await using service = await startServiceCommand([], { home: folder.path });
  await using api = createServiceClient(service.ready, service.ready.clientSecret);
  await api.webhookSubscriptions.create({ url: receiver.url, events: ['CUSTOMER_CREATED'], token });

  const customer = await api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  await receiver.until(1);
  receiver.answer = () => {};
  await api.customers.create({ name: 'Blue Foods', status: 'ACTIVE' });
  await receiver.until(2);
  const { code, stderr } = await service.stop();

  expect(receiver.received[0]?.delivery.events).toMatchObject([
    { event: 'CUSTOMER_CREATED', data: { id: customer.id } },
  ]);
  expect([code, stderr]).toEqual([0, '']);
});
