import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { brokerageMigrations } from '../../src/store/migrations/index.ts';
import type { Tables } from '../../src/store/schema.ts';
import { createDatabase, onBothDatabases } from '../support/databases.ts';

const vendor = {
  id: 'a',
  organization_id: 'org',
  friendly_id: 'V1',
  name: 'Harbor',
  created_at: '2026-01-01T00:00:00.000Z',
};

onBothDatabases('a store of the first release', (database) => {
  test('keeps its records when the later tables are added', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<Tables>(target.url, brokerageMigrations.slice(0, 1), { durability: 'off' });
    await old.transaction((tx) => tx.insertInto('vendor').values(vendor).execute());
    await old.close();

    const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });

    expect(await store.reader.selectFrom('vendor').select('name').execute()).toEqual([{ name: 'Harbor' }]);
    expect(await store.reader.selectFrom('team_member').selectAll().execute()).toEqual([]);
    await store.close();
  });
});

test('SQLite plans the queries of every migration’s tables with assumed figures', async () => {
  await using target = await createDatabase('SQLite');
  const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });

  const { rows } = await sql<{ tbl: string }>`select distinct tbl from sqlite_stat1`.execute(store.reader);

  const planned = rows.map(({ tbl }) => tbl);
  expect(planned).toEqual(expect.arrayContaining(['bill', 'order_stop', 'team', 'saved_search', 'location_contact']));
  const contacts = await sql<{
    idx: string;
  }>`select idx from sqlite_stat1 where tbl = 'location_contact'`.execute(store.reader);
  expect(contacts.rows).toHaveLength(4);
  await store.close();
});
