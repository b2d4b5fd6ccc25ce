import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildStopWindow } from '../../src/domain/stops/stop-window.ts';
import {
  computeJudgedWindow,
  buildArrivalColumns,
  neverMoved,
  getWindowAtArrival,
} from '../../src/service/freight/stop-request.ts';
import { openDatabase } from '../../src/store/database.ts';
import { brokerageMigrations } from '../../src/store/migrations/brokerage/index.ts';
import { type AddedColumns, addColumns, createTables } from '../../src/store/migrations/ddl.ts';
import type { Migration } from '../../src/store/migrations/migration.ts';
import type { RowsOf, TableDefinitions } from '../../src/store/migrations/table.ts';
import type { Tables } from '../../src/store/schema.ts';
import { buildTiers } from '../../src/store/search/match.ts';
import { findEntries } from '../../src/store/search/search-index.ts';
import { findPartHolders } from '../../src/store/search/text-parts.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

const vendor = {
  id: 'a',
  organization_id: 'org',
  friendly_id: 'V1',
  name: 'Harbor',
  created_at: '2026-01-01T00:00:00.000Z',
};

onBothDatabases('a store that has had the first migrations', (database) => {
  test('keeps its records when the later ones make their tables', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<Tables>(target.url, brokerageMigrations.slice(0, 2), { durability: 'off' });
    await old.transaction((tx) => tx.insertInto('vendor').values(vendor).execute());
    await old.close();

    const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });

    expect(await store.reader.selectFrom('vendor').select('name').execute()).toEqual([{ name: 'Harbor' }]);
    expect(await store.reader.selectFrom('invoice').selectAll().execute()).toEqual([]);
    await store.close();
  });
});

onBothDatabases('a store from before the search held every text', (database) => {
  test('finds its records by all of them', async () => {
    await using target = await createDatabase(database, { blank: true });
    const before = brokerageMigrations.findIndex(({ name }) => name === '0014-search-text');
    const old = await openDatabase<Tables>(target.url, brokerageMigrations.slice(0, before), { durability: 'off' });
    const place = JSON.stringify({ city: 'Reno', state: 'NV', zipCode: '89501' });
    await old.transaction(async (tx) => {
      await tx
        .insertInto('vendor')
        .values({ ...vendor, billing_address: place })
        .execute();
      await sql`insert into vendor_contact (id, organization_id, vendor_id, email, created_at)
        values ('b', 'org', 'a', 'marta@harbor.test', '2026-01-01T00:00:00.000Z')`.execute(tx);
    });
    await old.close();

    const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });
    const findIds = async (word: string) => {
      const query = { scopes: [{ organizationId: 'org', kind: 'vendor' as const }], limit: 9, offset: 0 };
      const { hits } = await findEntries(
        { db: store.reader, kind: store.kind },
        { ...query, tiers: buildTiers([word], []) },
      );
      return hits.map(({ id }) => id);
    };

    for (const word of ['harbor', 'reno', '89501', 'marta']) expect([word, await findIds(word)]).toEqual([word, ['a']]);
    await store.transaction((tx) => sql`update vendor_contact set email = 'jo@harbor.test'`.execute(tx));
    expect([await findIds('marta'), await findIds('jo')]).toEqual([[], ['a']]);
    await store.close();
  });
});

onBothDatabases('a store from before parts of texts were indexed', (database) => {
  test('finds its files by a part of their names, and those that come', async () => {
    await using target = await createDatabase(database, { blank: true });
    const before = brokerageMigrations.filter(({ name }) => name < '0019');
    const old = await openDatabase<Tables>(target.url, before, { durability: 'off' });
    const write = (store: typeof old, values: RawBuilder<unknown>) =>
      store.transaction((tx) =>
        sql`insert into document (id, organization_id, type, file_name, extension, content_type, status, created_at)
          select id, organization_id, 'OTHER', name, 'pdf', 'application/pdf', 'UPLOADED', '2026-11-01T00:00:00.000Z'
          from (select column1 as id, column2 as organization_id, column3 as name from (values ${values}) as listed) as file`.execute(
          tx,
        ),
      );
    await write(old, sql`('a', 'org', 'POD Übergabe.pdf'), ('b', 'org', 'lumper.pdf'), ('c', 'other', 'pod.pdf')`);
    await old.close();

    const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });
    const find = (organizationId: string, text: string) =>
      findPartHolders({ db: store.reader, kind: store.kind, organizationId }, { table: 'document', text });

    expect([await find('org', 'pod'), await find('other', 'pod')]).toEqual([['a'], ['c']]);
    expect([await find('org', 'uberga'), await find('org', 'lumpe')]).toEqual([['a'], ['b']]);
    await write(store, sql`('d', 'org', 'pod-2.pdf')`);
    expect(await find('org', 'pod')).toEqual(['a', 'd']);
    // A dump that is restored, ANALYZE and REINDEX search no schema.
    const upkeep =
      store.kind === 'sqlite'
        ? ['analyze document', 'reindex document']
        : ["set local search_path = ''", 'analyze public.document', 'reindex table public.document'];
    await store.transaction(async (tx) => {
      for (const statement of upkeep) await sql.raw(statement).execute(tx);
    });
    expect(await find('org', 'pod')).toEqual(['a', 'd']);
    await store.close();
  });
});

onBothDatabases('a store from before windows at arrival were kept', (database) => {
  test('keeps its stops as they are, judged by the window they have, and keeps a window from the next change on', async () => {
    await using target = await createDatabase(database, { blank: true });
    const before = brokerageMigrations.filter(({ name }) => name < '0013');
    const old = await openDatabase<Tables>(target.url, before, { durability: 'off' });
    await old.transaction((tx) =>
      sql`insert into stop (id, organization_id, order_id, type, requested_start_date, requested_end_time, actual_arrival, drop_trailer, postal_code, created_at)
        values ('a', 'org', 'o', 'DROP', '2026-11-24', '12:00', '2026-11-24T20:00:00.000Z', 0, '60608', '2026-11-01T00:00:00.000Z')`.execute(
        tx,
      ),
    );
    await old.close();

    const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });

    const stop = await store.reader.selectFrom('stop').selectAll().executeTakeFirstOrThrow();
    const appointment = { requestedStartDate: '2026-11-24', requestedEndTime: '12:00' };
    expect(stop).toMatchObject({ ...neverMoved, actual_arrival: '2026-11-24T20:00:00.000Z' });
    expect(getWindowAtArrival(stop)).toBeUndefined();
    expect(computeJudgedWindow(stop, 'America/Chicago')).toEqual(buildStopWindow(appointment, 'America/Chicago'));
    const moved = { ...stop, ...buildArrivalColumns(stop, 'America/Chicago', '2026-11-25T00:00:00.000Z') };
    expect(getWindowAtArrival(moved)).toMatchObject({ ...appointment, timeZone: 'America/Chicago' });
    await store.transaction((tx) => tx.updateTable('stop').set(moved).execute());
    expect(await store.reader.selectFrom('stop').selectAll().execute()).toEqual([moved]);
    await store.close();
  });
});

const noteTables = {
  note: { columns: { id: 'text', text: 'text' }, primaryKey: ['id'] },
} as const satisfies TableDefinitions;

const noteColumns = {
  note: {
    columns: { author: 'text?', is_pinned: 'bool', color: 'text', due_at: 'instant?', price_cents: 'cents' },
    defaults: { is_pinned: 0, color: "it's blue", price_cents: 99_999_999_999 },
  },
} as const satisfies Record<string, AddedColumns>;

type Notes = RowsOf<{
  note: { columns: typeof noteTables.note.columns & typeof noteColumns.note.columns; primaryKey: ['id'] };
}>;

const createNotes: Migration = { name: '0001-notes', up: (db, kind) => createTables(db, kind, noteTables) };
const extendNotes: Migration = { name: '0002-columns', up: (db, kind) => addColumns(db, kind, noteColumns) };

onBothDatabases('columns that a later migration adds', (database) => {
  test('hold nothing, or their default, in the rows that are there, and what is written in those that come', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<Notes>(target.url, [createNotes], { durability: 'off' });
    await old.transaction((tx) => sql`insert into note (id, text) values ('a', 'old'), ('b', 'older')`.execute(tx));
    await old.close();
    const written = { author: 'me', is_pinned: 1, color: 'red', due_at: '2026-01-01T00:00:00.000Z', price_cents: 5 };

    const store = await openDatabase<Notes>(target.url, [createNotes, extendNotes], { durability: 'off' });
    await store.transaction((tx) =>
      tx
        .insertInto('note')
        .values({ id: 'c', text: 'new', ...written })
        .execute(),
    );

    const added = { author: null, is_pinned: 0, color: "it's blue", due_at: null, price_cents: 99_999_999_999 };
    expect(await store.reader.selectFrom('note').selectAll().orderBy('id').execute()).toEqual([
      { id: 'a', text: 'old', ...added },
      { id: 'b', text: 'older', ...added },
      { id: 'c', text: 'new', ...written },
    ]);
    const empty = store.transaction((tx) => sql`update note set color = null`.execute(tx));
    await expect(empty).rejects.toThrow(/not.null/i);
    await store.close();
  });

  test('need a default when they may not be null, also while the table is empty', async () => {
    await using target = await createDatabase(database, { blank: true });
    const extend: Migration = {
      name: '0002-columns',
      up: (db, kind) => addColumns(db, kind, { note: { columns: { color: 'text' } } }),
    };

    const opening = openDatabase(target.url, [createNotes, extend], { durability: 'off' });

    await expect(opening).rejects.toThrow('note.color may not be null and has no default');
  });
});

test('SQLite plans the queries of every migration’s tables with assumed figures', async () => {
  await using target = await createDatabase('SQLite');
  const store = await openDatabase<Tables>(target.url, brokerageMigrations, { durability: 'off' });

  const { rows } = await sql<{ tbl: string }>`select distinct tbl from sqlite_stat1`.execute(store.reader);

  const planned = rows.map(({ tbl }) => tbl);
  expect(planned).toEqual(expect.arrayContaining(['bill', 'order_stop', 'team', 'saved_search', 'location_contact']));
  const carriers = await sql<{
    idx: string;
  }>`select idx from sqlite_stat1 where tbl = 'carrier'`.execute(store.reader);
  expect(carriers.rows).toHaveLength(9);
  await store.close();
});
