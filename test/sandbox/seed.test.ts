import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import { seedBrokerage } from '../../src/sandbox/seed.ts';
import { prepareInTurn } from '../../src/store/preparing.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { onBothDatabases, onOneDatabase } from '../support/stores/databases.ts';
import { lendBrokerage } from '../support/stores/lent-stores.ts';
import { testCipher } from '../support/cipher.ts';
import { now } from './world.ts';

const world = { seed: 7, now, size: { shipments: 120 } };
const smallWorld = { ...world, cipher: testCipher };

const countShipments = async ({ reader }: BrokerageDatabase): Promise<number> => {
  const { count } = await reader
    .selectFrom('shipment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

onOneDatabase('seeding', (name) => {
  test('a store that is a sandbox stays as it is', async () => {
    await using lent = await lendBrokerage(name, { world });
    const { store } = lent;

    const again = await seedBrokerage(store, { ...smallWorld, seed: 8 });

    expect(again).toEqual({ isNew: false, shipments: 0, rows: 0 });
    const marker = await store.reader.selectFrom('setting').selectAll().execute();
    expect(marker).toEqual([
      { name: 'sandbox', value: `{"seed":7,"now":"${now}","size":{"shipments":120},"version":2}` },
    ]);
  });

  test('the requested number of shipments is made, and progress is reported', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;
    const reports: number[] = [];

    const { shipments } = await seedBrokerage(
      store,
      { ...smallWorld, size: { shipments: 260 } },
      { onProgress: (progress) => reports.push(progress.shipments) },
    );

    expect([shipments, await countShipments(store), reports.at(-1)]).toEqual([260, 260, 260]);
  });

  test('a number of days spreads the same number of shipments over them', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;

    await seedBrokerage(store, { ...smallWorld, size: { shipments: 260, days: 700 } });

    const byAge = await store.reader.selectFrom('shipment').select('created_at').orderBy('created_at').execute();
    const oldDays = (Date.parse(now) - Date.parse(String(byAge[20]?.created_at))) / 86_400_000;
    expect([byAge.length, oldDays > 500]).toEqual([260, true]);
  });

  test('the public credentials open the sandbox organization and nothing else', async () => {
    await using lent = await lendBrokerage(name, { world });
    const { store } = lent;

    const client = await store.reader.selectFrom('api_client').selectAll().executeTakeFirstOrThrow();
    const organization = await store.reader.selectFrom('organization').selectAll().executeTakeFirstOrThrow();

    const secretHash = createHash('sha256').update(SANDBOX_CLIENT_SECRET).digest('hex');
    expect(client).toMatchObject({ id: SANDBOX_CLIENT_ID, secret_hash: secretHash, scopes: 'read write' });
    expect(client.organization_id).toBe(organization.id);
    expect(organization).toMatchObject({
      is_sandbox: 1,
      rate_limit_per_minute: 1200,
      reviews_bills: 1,
      currency: 'USD',
    });
  });
});

onBothDatabases('seeding one store twice', (name) => {
  test('two processes that start at once make one sandbox', async () => {
    await using target = await lendBrokerage(name);
    const stores = await Promise.all([1, 2].map(() => openBrokerage(target.url, { durability: 'off' })));

    const seeded = await Promise.all(stores.map((store) => prepareInTurn(() => seedBrokerage(store, smallWorld))));

    expect(seeded.map(({ isNew }) => isNew).sort((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    for (const store of stores) {
      expect(await countShipments(store)).toBe(120);
      await store.close();
    }
  });
});
