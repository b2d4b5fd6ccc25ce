import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { countCases } from '../support/depth.ts';
import { createDatabase, isPostgresMissing } from '../support/stores/databases.ts';
import { pgbouncerMissing, type PoolMode, startPgbouncer } from '../support/stores/pgbouncer.ts';

const missing = isPostgresMissing ? 'no PostgreSQL server installed' : pgbouncerMissing;

const buildAddress = (url: string, mode: PoolMode) => (mode === 'session' ? url : `${url}?pooling=transaction`);

const readSettings = async (store: BrokerageDatabase) => {
  const { rows } = await sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('jit') as jit,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(store.reader);
  return rows[0];
};

const getMessage = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describe.skipIf(missing !== null)(`behind PgBouncer${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  describe.each(['session', 'transaction'] as const)('in %s mode', (mode) => {
    test('the store opens, and its timeouts are in force inside and outside of transactions', async () => {
      await using target = await createDatabase('PostgreSQL', { blank: true });
      await using pooler = await startPgbouncer(target.url, mode);
      const store = await openBrokerage(buildAddress(pooler.url, mode), { waits: { statementMs: 700 } });

      const expected = { statement: '700ms', lock: '5s', jit: 'off', idle: '15s' };
      expect(await readSettings(store)).toEqual(expected);
      await store.transaction(async (tx) => {
        const { rows } = await sql`select current_setting('statement_timeout') as statement`.execute(tx);
        expect(rows).toEqual([{ statement: '700ms' }]);
      });
      await expect(sql`select pg_sleep(30)`.execute(store.reader)).rejects.toMatchObject({ failure: 'timeout' });
      await store.close();
    });

    test('several processes with one pool repeat their statements, and each reads what it asked for', async () => {
      await using target = await createDatabase('PostgreSQL');
      await using pooler = await startPgbouncer(target.url, mode, { default_pool_size: mode === 'session' ? 20 : 2 });
      const stores = await Promise.all([1, 2].map(() => openBrokerage(buildAddress(pooler.url, mode))));
      const count = countCases({ usual: 20, deep: 500 });

      const answers = await Promise.all(
        stores.flatMap((store, place) =>
          Array.from({ length: count }, async (_, number) => {
            // Two texts that the processes meet in another order.
            const isFirst = (number + place) % 2 === 0;
            const { rows } = isFirst
              ? await sql`select ${`a${number}`}::text as a`.execute(store.reader)
              : await sql`select ${`b${number}`}::text as b`.execute(store.reader);
            return [isFirst ? { a: `a${number}` } : { b: `b${number}` }, rows[0]] as const;
          }),
        ),
      );

      for (const [expected, row] of answers) expect(row).toEqual(expected);
      await Promise.all(stores.map((store) => store.close()));
    });
  });

  test('a pooler in transaction mode whose address does not say so is refused with the setting', async () => {
    await using target = await createDatabase('PostgreSQL');
    await using pooler = await startPgbouncer(target.url, 'transaction');

    expect(await getMessage(openBrokerage(pooler.url))).toMatch(
      /pooler such as PgBouncer in transaction mode, so nothing was saved; add pooling=transaction to its address/,
    );
  });

  test('a statement name that another session left is refused with the setting', async () => {
    await using target = await createDatabase('PostgreSQL');
    await using pooler = await startPgbouncer(target.url, 'session', { server_reset_query: '', default_pool_size: 1 });
    // There is no second connection to look at.
    const waits = { connectMs: 1000 };
    const first = await openBrokerage(pooler.url, { waits });
    const ask = (store: BrokerageDatabase) => sql`select ${'x'}::text as x`.execute(store.reader);
    await ask(first);
    await first.close();
    const second = await openBrokerage(pooler.url, { waits });

    expect(await getMessage(ask(second))).toMatch(
      /does not clean it for the next client, so nothing was saved; add pooling=transaction .* server_reset_query = DISCARD ALL/,
    );
    await second.close();
  });

  test('a parameter that the pooler refuses is named with what to do', async () => {
    await using target = await createDatabase('PostgreSQL');
    await using pooler = await startPgbouncer(target.url, 'session');

    expect(await getMessage(openBrokerage(`${pooler.url}?statement_timeout=5000`))).toMatch(
      /refuses a parameter of the connection, so nothing was saved; take "options" and timeouts out of its address/,
    );
  });

  test('a direct connection needs nothing in its address', async () => {
    await using target = await createDatabase('PostgreSQL');
    const store = await openBrokerage(target.url);

    expect(await readSettings(store)).toMatchObject({ statement: '30s' });
    await store.close();
  });
});
