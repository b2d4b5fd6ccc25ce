import type { Tx } from '../../src/store/connection.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { classify } from '../../src/store/store-error.ts';
import { runTogether } from '../../src/store/run-together.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';
import { lendBrokerage } from '../support/stores/lent-stores.ts';

const buildTerm = (id: string, key: string | null = null) => ({
  id,
  organization_id: 'org',
  key,
  name: 'Net 30',
  created_at: '2026-01-01T00:00:00.000Z',
});

onBothDatabases('the store', (database) => {
  test('several processes may bring the schema up at once', async () => {
    await using target = await createDatabase(database, { blank: true });

    const opened = await Promise.all([1, 2, 3].map(() => openBrokerage(target.url, { durability: 'off' })));

    for (const db of opened) {
      expect(await db.reader.selectFrom('payment_term').selectAll().execute()).toEqual([]);
      await db.close();
    }
  });

  test('queries read together give the rows of each', async () => {
    await using target = await lendBrokerage(database);
    const store = await openBrokerage(target.url, { durability: 'off' });
    const number = store.reader.selectFrom('counter').select('value').where('name', '=', 'quote').compile();
    const terms = store.reader.selectFrom('payment_term').select('name').compile();
    await store.transaction((tx) => tx.insertInto('payment_term').values(buildTerm('1')).execute());

    expect(await store.readTogether([number, terms])).toEqual([[], [{ name: 'Net 30' }]]);
    await store.close();
  });

  test('read-modify-write from two connections loses nothing', async () => {
    await using target = await lendBrokerage(database);
    const stores = [
      await openBrokerage(target.url, { durability: 'off' }),
      await openBrokerage(target.url, { durability: 'off' }),
    ];
    const [first] = stores;
    await first?.transaction((tx) =>
      tx.insertInto('counter').values({ organization_id: 'org', name: 'quote', value: 0 }).execute(),
    );

    const increments = stores.flatMap((store) =>
      Array.from({ length: 100 }, () =>
        store.transaction((tx) =>
          tx
            .updateTable('counter')
            .set((eb) => ({ value: eb('value', '+', 1) }))
            .where('name', '=', 'quote')
            .execute(),
        ),
      ),
    );
    await Promise.all(increments);

    expect(await first?.reader.selectFrom('counter').select('value').executeTakeFirst()).toEqual({ value: 200 });
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a refused transaction leaves nothing behind, and a duplicate is recognised', async () => {
    await using lent = await lendBrokerage(database);
    const { store } = lent;
    await store.transaction((tx) => tx.insertInto('payment_term').values(buildTerm('a', 'net30')).execute());

    const failure = await store
      .transaction(async (tx) => {
        await tx.insertInto('payment_term').values(buildTerm('b')).execute();
        await tx.insertInto('payment_term').values(buildTerm('c', 'net30')).execute();
      })
      .catch((error: unknown) => error);

    expect(classify(failure)).toBe('duplicate');
    expect(await store.reader.selectFrom('payment_term').select('id').execute()).toEqual([{ id: 'a' }]);
  });

  test('queries asked together are all over before the failure of one ends their transaction', async () => {
    await using lent = await lendBrokerage(database);
    const { store } = lent;
    const over: string[] = [];
    const ask = (tx: Tx, name: string, table: string) =>
      sql`select count(*) from ${sql.table(table)}`.execute(tx).finally(() => over.push(name));

    const failure = store.transaction((tx) =>
      runTogether([ask(tx, 'a', 'no_such_table'), ask(tx, 'b', 'bill'), ask(tx, 'c', 'bill'), ask(tx, 'd', 'bill')]),
    );

    await expect(failure).rejects.toThrow('no_such_table');
    expect(over).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a list finds its records, however long it is and whatever its texts hold', async () => {
    await using lent = await lendBrokerage(database);
    const { store } = lent;
    const keys = ['plain', 'with "quotes"', "it's", 'a, b', '{braces}', 'back\\slash', 'NULL', 'Kraków'];
    await store.transaction((tx) =>
      tx
        .insertInto('payment_term')
        .values(keys.map((key, number) => buildTerm(String(number), key)))
        .execute(),
    );
    const findKeys = async (requestedKeys: readonly string[]) => {
      const query = store.reader
        .selectFrom('payment_term')
        .select('key')
        .where('key', 'in', requestedKeys)
        .orderBy('id');
      return (await query.execute()).map(({ key }) => key);
    };

    expect(await findKeys(keys)).toEqual(keys);
    for (const key of keys) expect(await findKeys([key, 'none'])).toEqual([key]);
    const otherKeys = Array.from({ length: 5000 }, (_, number) => `other ${number}`);
    expect(await findKeys([...otherKeys, ...keys])).toEqual(keys);
    const days = await store.reader.selectFrom('payment_term').select('id').where('days', 'in', [15, 30]).execute();
    expect(days).toEqual([]);
  });
});
