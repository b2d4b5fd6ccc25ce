import { expect, test } from 'vitest';
import { continueBrokerage } from '../../src/sandbox/onward/continue.ts';
import { openBrokerage } from '../../src/store/database.ts';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { readSandbox } from '../../src/store/sandbox-settings.ts';
import { type DatabaseName, onOneDatabase } from '../support/stores/databases.ts';
import { createSeededDatabase } from '../support/stores/seeded-databases.ts';
import { listBrokenInvariants, readRecords } from '../support/records/sandbox-records.ts';
import { now } from './world.ts';

const day = 24;
const addHours = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();

interface Store extends AsyncDisposable {
  readonly database: BrokerageDatabase;
  readonly organizationId: string;
  /** Lets time pass, in as many steps as hours are named. */
  goOn(...hours: readonly number[]): Promise<void>;
}

async function startStore(name: DatabaseName, shipments = 150): Promise<Store> {
  const target = await createSeededDatabase(name, { seed: 5, now, size: { shipments } });
  const database = await openBrokerage(target.url, { durability: 'off' });
  const { id: organizationId } = await database.reader
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow();
  const settings = await readSandbox(database.reader);
  if (!settings) throw new Error('the store is no sandbox');
  let from = 0;
  return {
    database,
    organizationId,
    async goOn(...hours) {
      for (const until of hours) {
        const span = { from: addHours(from), until: addHours(until), takenFrom: addHours(0) };
        await database.transaction((tx) =>
          continueBrokerage(tx, { kind: database.kind, origin: settings.origin, organizationId, ...span }),
        );
        from = until;
      }
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await target[Symbol.asyncDispose]();
    },
  };
}

const countRows = async (
  { database }: Store,
  table: 'shipment' | 'quote' | 'invoice' | 'bill' | 'payment' | 'bill_payment',
) => {
  const { count } = await database.reader
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Lists shipments of the first weeks: those with nothing owed on either side, and the open ones. */
async function listOldShipments({ database }: Store): Promise<{ readonly over: string[]; readonly open: string[] }> {
  const shipments = await database.reader
    .selectFrom('shipment')
    .select(['id', 'status', 'billing_status'])
    .where('created_at', '<', addHours(50 * day))
    .orderBy('id')
    .execute();
  const owed = await database.reader
    .selectFrom('load_carrier')
    .select('shipment_id')
    .where('billing_status', '!=', 'PAID')
    .where('status', '!=', 'BOUNCED')
    .union(database.reader.selectFrom('service').select('shipment_id').where('status', '!=', 'PAID'))
    .execute();
  const unpaid = new Set(owed.map((row) => row.shipment_id));
  const isOver = (row: (typeof shipments)[number]) =>
    (row.status === 'CANCELED' || row.billing_status === 'PAID') && !unpaid.has(row.id);
  const [over, open] = [shipments.filter(isOver), shipments.filter((row) => !isOver(row))];
  return { over: over.map(({ id }) => id), open: open.map(({ id }) => id) };
}

onOneDatabase('a brokerage that goes on', (name) => {
  test('is the same whether a month passes at once or hour by hour, and keeps every promise', async () => {
    await using once = await startStore(name);
    await using often = await startStore(name);

    await once.goOn(30 * day);
    await often.goOn(0.1, 5, 23.7, 29, 3 * day, 3 * day + 1, 10 * day, 17.3 * day, 30 * day);

    const expected = await readRecords(once);
    for (const [table, rows] of Object.entries(await readRecords(often)))
      expect({ table, rows }).toEqual({ table, rows: expected[table] });
    expect(await listBrokenInvariants(once, addHours(30 * day))).toEqual([]);
  });

  test('forgets what has been over for more than a year, with its part of the payments, and nothing that is open', async () => {
    await using store = await startStore(name, 40);
    await store.goOn(390 * day);
    const before = await listOldShipments(store);
    expect(before.over.length).toBeGreaterThan(20);

    await store.goOn(451 * day);

    expect(await listOldShipments(store)).toEqual({ over: [], open: before.open });
    const numbered = 'counters stand at the last number given';
    expect((await listBrokenInvariants(store, addHours(451 * day))).filter((promise) => promise !== numbered)).toEqual(
      [],
    );
  });
});

// How much business there is follows from the generator, whichever database holds it.
test('a brokerage that goes on takes freight and quote requests, sends bills and moves money as it did before', async () => {
  await using store = await startStore('SQLite', 400);
  const tables = ['shipment', 'quote', 'invoice', 'bill', 'payment', 'bill_payment'] as const;
  const countAll = () => Promise.all(tables.map((table) => countRows(store, table)));
  const before = await countAll();

  await store.goOn(90 * day);

  const [shipments = 0, ...otherGrowths] = (await countAll()).map((count, index) => count / (before[index] ?? 1));
  // Ninety days made what was there; ninety more have passed, each with something that goes wrong.
  expect(shipments).toBeGreaterThan(1.9);
  expect(shipments).toBeLessThan(2.6);
  expect(Math.min(...otherGrowths)).toBeGreaterThan(1.8);
});
