import type { DatabaseKind, Queries } from '../../src/store/connection.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withLateIndexes } from '../../src/sandbox/fill/late-indexes.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

async function indexesIn(kind: DatabaseKind, db: Queries): Promise<string[]> {
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
    const before = await indexesIn(store.kind, store.reader);

    const meanwhile = await store.transaction((tx) => withLateIndexes(store.kind, tx, () => indexesIn(store.kind, tx)));

    expect(meanwhile.length).toBeLessThan(before.length / 2);
    expect(await indexesIn(store.kind, store.reader)).toEqual(before);
    await store.close();
  });

  test('leaves them as they were when it fails', async () => {
    await using target = await createDatabase(name);
    const store = await openBrokerage(target.url, { durability: 'off' });
    const before = await indexesIn(store.kind, store.reader);

    const failure = store.transaction((tx) =>
      withLateIndexes(store.kind, tx, async () => {
        throw new Error('the disk is full');
      }),
    );

    await expect(failure).rejects.toThrow('the disk is full');
    expect(await indexesIn(store.kind, store.reader)).toEqual(before);
    await store.close();
  });
});
