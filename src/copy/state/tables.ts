import { type Kysely, sql, type Transaction } from 'kysely';
import type { StatusKindName } from '../../domain/shipments/unknown-statuses.ts';
import type { Database } from '../../store/connection.ts';
import { createTables } from '../../store/migrations/ddl.ts';
import type { Migration } from '../../store/migrations/migration.ts';
import { oneOf, type RowsOf, type TableDefinitions } from '../../store/migrations/table.ts';
import { collections } from '../collections/index.ts';
import { factTables } from '../../copy-tables/facts.ts';

/** Raised with every change of a table: a copy with another number is forgotten and filled anew. */
const schemaNumber = 20;

/** Older records, page by page, what has changed since, or all records as of one moment. */
export type PassKind = 'backfill' | 'update' | 'export';

/** State in the API of a change that the copy has seen; a missing one is only in the copy. */
export type ExpectedStatus = 'awaited' | 'same' | 'newer' | 'older' | 'missing';

/** A moment before every record. */
export const firstMoment = '1970-01-01T00:00:00.000Z';

/** The latest of a record's times, as the table of its collection holds them; its index is written in the same words. */
export const changedAtText = "max(created_at, coalesce(updated_at, ''))";

const syncTables = {
  copied_collection: {
    columns: {
      name: 'text',
      /** The moment from which the next update requests changes; null until the first page was read. */
      since: 'instant?',
      /** Time of the API's clock before which every change is in the copy. */
      as_of: 'instant?',
      /** Milliseconds by which the API's clock was ahead of this machine's then; less if the clock was put back. */
      ahead_ms: 'int?',
      /** Every record created since then is in the copy. */
      complete_from: 'instant?',
      is_whole: 'bool',
      /** Time of the API's clock since which every record was read, and not only those that may still change. */
      full_as_of: 'instant?',
      /** True if the API doesn't list the collection. */
      is_missing: 'bool',
      updates_begun: 'int',
      updates_finished: 'int',
      /** Requests for pages of it since the copy was made or emptied. */
      requests: 'int',
      /** Time that its first fill took, without pauses for others. */
      fill_ms: 'int',
    },
    primaryKey: ['name'],
  },
  /** A list that is being read. The next process continues it. */
  pass: {
    columns: {
      collection: 'text',
      kind: oneOf<PassKind>(),
      /** The moment that its filter names. */
      bound: 'instant?',
      cursor: 'text?',
      /** Time of the API's clock when the first page was read. */
      as_of: 'instant?',
      ahead_ms: 'int?',
      newest_at: 'instant?',
      is_ordered: 'bool',
      /** True for an update that, after its last page, checks how far back the API differs from the copy. */
      is_checking: 'bool',
      /** Pages that such an update has read by then. */
      checks: 'int',
      /** Requests and time that it has taken so far. */
      requests: 'int',
      spent_ms: 'int',
    },
    primaryKey: ['collection', 'kind'],
  },
  /** Pages of such a list that were read, by their first record, with their cursor. */
  page_of_pass: {
    columns: { collection: 'text', kind: oneOf<PassKind>(), first_id: 'text', cursor: 'text?' },
    primaryKey: ['collection', 'kind', 'first_id'],
  },
  /** Changes that an update has to receive, unchanged or newer, unless the API was restored to an earlier state. */
  expected_change: {
    columns: {
      collection: 'text',
      id: 'text',
      changed_at: 'instant',
      /** True if the change is older than those the update requests, so that it is requested by its id. */
      is_witness: 'bool',
      status: oneOf<ExpectedStatus>(),
    },
    primaryKey: ['collection', 'id'],
    index: [['collection', 'changed_at']],
  },
  /** The latest records that the API showed and that are not copied: deleted ones, or of another kind. */
  absent_record: {
    columns: { collection: 'text', id: 'text', changed_at: 'instant' },
    primaryKey: ['collection', 'id'],
    index: [['collection', 'changed_at']],
  },
  /** Statuses that only another API has, by their column. Answers state how many records have one. */
  unknown_status: {
    columns: { collection: 'text', kind: oneOf<StatusKindName>(), status: 'text' },
    primaryKey: ['collection', 'kind', 'status'],
  },
  /**
   * Times of the last log entries about faults that many processes and collections notice, in milliseconds of this
   * machine.
   */
  logged_notice: { columns: { name: 'text', at: 'int' }, primaryKey: ['name'] },
  /** Records to be read again, because another record that they show has changed. */
  reread: { columns: { collection: 'text', id: 'text' }, primaryKey: ['collection', 'id'] },
  /** Collections whose records are taken from other ones, because the API doesn't list them. */
  embedded_host: {
    columns: { collection: 'text', host: 'text' },
    primaryKey: ['collection', 'host'],
    index: [['host']],
  },
  /** Counts of records with and without a field, for collections with a record that lacked a field. */
  copied_field: {
    columns: { collection: 'text', field: 'text', absent: 'int', sent: 'int' },
    primaryKey: ['collection', 'field'],
  },
  /** Indexes that are made when their tables are filled, with the statements that make them. */
  dropped_index: { columns: { name: 'text', table_name: 'text', statement: 'text' }, primaryKey: ['name'] },
  /** Number of records of each kind. */
  record_count: { columns: { name: 'text', records: 'int' }, primaryKey: ['name'] },
  /** Result of the latest comparison with the API. */
  comparison: {
    columns: {
      name: 'text',
      /** Day of the API's clock on which a comparison last began; one process compares each day. */
      begun_day: 'date?',
      at: 'instant?',
      compared: 'int',
      different: 'int',
      is_repaired: 'bool',
    },
    primaryKey: ['name'],
  },
  /** The process that may write, and the wish of one that waits; times are of this machine, in milliseconds. */
  lease: { columns: { name: 'text', holder: 'text', until: 'int' }, primaryKey: ['name'] },
  ...factTables,
} as const satisfies TableDefinitions;

export type CopyTables = RowsOf<typeof syncTables>;
export type CopyDatabase = Database<CopyTables>;
export type CopyTransaction = Transaction<CopyTables>;

const allTables: TableDefinitions = Object.assign({}, syncTables, ...collections.map(({ tables }) => tables));

export const copyMigrations: readonly Migration[] = [
  {
    name: `copy-${schemaNumber}`,
    async up(db, kind) {
      await dropTables(db);
      await createTables(db, kind, allTables);
      for (const { name } of collections)
        await sql`create index ${sql.id(`${name}_changed_idx`)} on ${sql.table(name)} (${sql.raw(changedAtText)})`.execute(
          db,
        );
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

/** Returns true if the tables are those of this version, column by column. */
export async function hasAllTables({ reader }: Pick<CopyDatabase, 'reader'>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select t.name || '.' || c.name as name
    from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`.execute(reader);
  const columns = new Set(rows.map(({ name }) => name));
  return Object.entries(allTables).every(([table, definition]) =>
    Object.keys(definition.columns).every((column) => columns.has(`${table}.${column}`)),
  );
}
