import type { DatabaseKind, Queries } from '../../src/store/connection.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withLateIndexes } from '../../src/sandbox/fill/late-indexes.ts';
import { textSources } from '../../src/store/migrations/brokerage/0014-search-text/sources.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

const explainBy: Readonly<Record<DatabaseKind, string>> = { sqlite: 'explain query plan', postgres: 'explain' };

async function listIndexes(kind: DatabaseKind, db: Queries): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ statement: string }>`select sql as statement from sqlite_schema where type = 'index' and sql is not null`
      : sql<{ statement: string }>`select indexdef as statement from pg_indexes where schemaname = current_schema()`;
  const { rows } = await query.execute(db);
  return rows.map(({ statement }) => statement).toSorted();
}

onBothDatabases('filling a store before its indexes are made', (name) => {
  test('leaves the indexes as they were', async () => {
    await using target = await createDatabase(name);
    const store = await openBrokerage(target.url, { durability: 'off' });
    const before = await listIndexes(store.kind, store.reader);

    const meanwhile = await store.transaction((tx) =>
      withLateIndexes(store.kind, tx, () => listIndexes(store.kind, tx)),
    );

    expect(meanwhile.length).toBeLessThan(before.length / 2);
    expect(await listIndexes(store.kind, store.reader)).toEqual(before);
    await store.close();
  });

  test('what the search reads of other tables while they are filled, it finds by their indexes', async () => {
    await using target = await createDatabase(name);
    const store = await openBrokerage(target.url, { durability: 'off' });
    const views = textSources.map(({ kind }) => `search_source_${kind}`);

    const scans = await store.transaction((tx) =>
      withLateIndexes(store.kind, tx, async () => {
        // PostgreSQL reads an empty table whole wherever that is allowed.
        if (store.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
        const plans: string[] = [];
        for (const view of views) {
          const query = `${explainBy[store.kind]} select * from ${view} where organization_id = 'o' and record_id = 'r'`;
          plans.push(JSON.stringify((await sql.raw(query).execute(tx)).rows));
        }
        return plans.flatMap((plan) => plan.match(/SCAN \w+|Seq Scan on \w+/g) ?? []);
      }),
    );

    expect(scans).toEqual([]);
    await store.close();
  });

  test('leaves them as they were when it fails', async () => {
    await using target = await createDatabase(name);
    const store = await openBrokerage(target.url, { durability: 'off' });
    const before = await listIndexes(store.kind, store.reader);

    const failure = store.transaction((tx) =>
      withLateIndexes(store.kind, tx, async () => {
        throw new Error('the disk is full');
      }),
    );

    await expect(failure).rejects.toThrow('the disk is full');
    expect(await listIndexes(store.kind, store.reader)).toEqual(before);
    await store.close();
  });
});
