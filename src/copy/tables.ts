import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../store/connection.ts';
import { createTables } from '../store/migrations/ddl.ts';
import type { Migration } from '../store/migrations/migration.ts';
import { oneOf, type RowsOf, type TableDefinitions } from '../store/migrations/table.ts';
import { collections } from './collections/index.ts';
import { factTables } from './facts/tables.ts';

/** Raised with every change of a table: a copy with another number is forgotten and filled anew. */
const schemaNumber = 8;

/** Older records, page by page, or what has changed since. */
export type PassKind = 'backfill' | 'update';

const syncTables = {
  copied_collection: {
    columns: {
      name: 'text',
      /** What the next update asks for; null until the first page was read. */
      since: 'instant?',
      /** The record that changed last: an API that has lost it was put back to an earlier state. */
      newest_id: 'text?',
      /** By the API's time: every change before it is in the copy. */
      as_of: 'instant?',
      /** Every record created since then is in the copy. */
      complete_from: 'instant?',
      is_whole: 'bool',
      updates_begun: 'int',
      updates_finished: 'int',
    },
    primaryKey: ['name'],
  },
  /** A list that is being read: whoever comes next goes on with it. */
  pass: {
    columns: {
      collection: 'text',
      kind: oneOf<PassKind>(),
      /** The moment that its filter names. */
      bound: 'instant?',
      cursor: 'text?',
      /** By the API's time, when the first page was read. */
      as_of: 'instant?',
      newest_id: 'text?',
      newest_at: 'instant?',
      has_known: 'bool',
      is_ordered: 'bool',
    },
    primaryKey: ['collection', 'kind'],
  },
  /** Which pages of such a list were read, by their first records, and under which cursor. */
  page_of_pass: {
    columns: { collection: 'text', kind: oneOf<PassKind>(), first_id: 'text', cursor: 'text?' },
    primaryKey: ['collection', 'kind', 'first_id'],
  },
  /** Records to be read again, because another record that they show has changed. */
  reread: { columns: { collection: 'text', id: 'text' }, primaryKey: ['collection', 'id'] },
  /** How many records of each kind there are. */
  record_count: { columns: { name: 'text', records: 'int' }, primaryKey: ['name'] },
  /** What the latest comparison with the API found. */
  comparison: {
    columns: {
      name: 'text',
      /** By the API's time: one process compares on a day. */
      begun_day: 'date?',
      at: 'instant?',
      compared: 'int',
      different: 'int',
      is_repaired: 'bool',
    },
    primaryKey: ['name'],
  },
  /** Who may write, and that somebody waits; times are of this machine, in milliseconds. */
  lease: { columns: { name: 'text', holder: 'text', until: 'int' }, primaryKey: ['name'] },
  ...factTables,
} as const satisfies TableDefinitions;

export type CopyTables = RowsOf<typeof syncTables>;
export type CopyDatabase = Database<CopyTables>;
export type Tx = Transaction<CopyTables>;

const allTables: TableDefinitions = Object.assign({}, syncTables, ...collections.map(({ tables }) => tables));

export const copyMigrations: readonly Migration[] = [
  {
    name: `copy-${schemaNumber}`,
    async up(db, kind) {
      await dropTables(db);
      await createTables(db, kind, allTables);
      // Of another version, older or newer: when that one comes back, it has to make its own tables again.
      await sql`delete from migration`.execute(db);
    },
  },
];

async function dropTables(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migration'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
}
