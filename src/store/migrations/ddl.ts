import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type ColumnType,
  parseColumn,
  type DatabaseKind,
  type DeclaredColumns,
  type IndexedTables,
  type Indexes,
  type TableDefinition,
  type TableDefinitions,
} from './table.ts';

/*
 * Released migrations run these functions: what they make of a definition stays the same. A migration that needs
 * something else gets a new function.
 */

const sqlTypes: Record<DatabaseKind, Record<ColumnType, RawBuilder<unknown>>> = {
  sqlite: {
    text: sql`text`,
    instant: sql`text`,
    date: sql`text`,
    json: sql`text`,
    int: sql`integer`,
    cents: sql`integer`,
    bool: sql`integer`,
    real: sql`real`,
  },
  // The C collation makes text compare and sort by bytes, exactly as SQLite does.
  postgres: {
    text: sql`text collate "C"`,
    instant: sql`text collate "C"`,
    date: sql`text collate "C"`,
    json: sql`text`,
    int: sql`bigint`,
    cents: sql`bigint`,
    bool: sql`integer`,
    real: sql`double precision`,
  },
};

export async function createTables(db: Kysely<unknown>, kind: DatabaseKind, tables: TableDefinitions): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await createTable(db, kind, name, table);
  }
  if (kind === 'sqlite') await writeAssumedStatistics(db, tables);
}

/** Adds indexes to tables of earlier migrations. */
export async function createIndexes(db: Kysely<unknown>, kind: DatabaseKind, tables: IndexedTables): Promise<void> {
  for (const [name, indexes] of Object.entries(tables)) {
    await createTableIndexes(db, name, indexes);
    if (kind === 'sqlite') await writeIndexStatistics(db, name, indexes);
  }
  if (kind === 'sqlite') await sql`analyze sqlite_schema`.execute(db);
}

/** Columns that a table of an earlier migration gets. */
export interface AddedColumns {
  readonly columns: DeclaredColumns;
  /** Values that existing rows get in each column that may not be null. */
  readonly defaults?: Readonly<Record<string, string | number>>;
}

/** Adds columns to tables of earlier migrations. */
export async function addColumns(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  tables: Readonly<Record<string, AddedColumns>>,
): Promise<void> {
  for (const [table, { columns, defaults = {} }] of Object.entries(tables)) {
    for (const [name, declared] of Object.entries(columns)) {
      const { type, isNullable } = parseColumn(declared);
      const defaultValue = defaults[name];
      if (!isNullable && defaultValue === undefined)
        throw new Error(`${table}.${name} may not be null and has no default`);
      const rule = isNullable ? sql`` : sql`not null default ${sql.lit(defaultValue)}`;
      const column = sql`${sql.ref(name)} ${sqlTypes[kind][type]} ${rule}`;
      await sql`alter table ${sql.table(table)} add column ${column}`.execute(db);
    }
  }
}

/** Rows that a table is planned for until SQLite has counted for itself. */
const assumedRows = 100_000;
/** Rows that share the first two columns of an index, such as the charges of one order. */
const assumedSiblings = 10;

/**
 * Writes statistics for SQLite. Without them SQLite assumes that any index is selective, and reads a whole organization
 * to find the children of one record. These figures say that the organization alone selects nothing. They stay: a
 * sample taken by `analyze` misleads where a column is mostly null, and plans that never change can be relied on.
 */
async function writeAssumedStatistics(db: Kysely<unknown>, tables: IndexedTables): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    // Also makes the table of statistics; those of other migrations' tables stay.
    await sql`analyze ${sql.table(name)}`.execute(db);
    await sql`delete from sqlite_stat1 where tbl = ${name}`.execute(db);
    await writeIndexStatistics(db, name, table);
  }
  await sql`analyze sqlite_schema`.execute(db);
}

async function writeIndexStatistics(db: Kysely<unknown>, name: string, table: Indexes): Promise<void> {
  const unique = (table.unique ?? []).map(({ columns }) => ({
    columns,
    index: formatKeyName(name, columns),
    isUnique: true,
  }));
  const plain = (table.index ?? []).map((columns) => ({
    columns,
    index: formatIndexName(name, columns),
    isUnique: false,
  }));
  const namedIndexes = (table.named ?? []).map(({ columns, name: index }) => ({
    columns,
    index,
    isUnique: false,
  }));
  for (const { columns, index, isUnique } of [...unique, ...plain, ...namedIndexes]) {
    if (columns[0] !== 'organization_id') continue;
    const statistic = [assumedRows, ...listRowsPerKey(columns, isUnique)].join(' ');
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${name}, ${index}, ${statistic})`.execute(db);
  }
}

/** Lists the numbers of rows that share the first column of an index, the first two, and so on. */
function listRowsPerKey(columns: readonly string[], isUnique: boolean): number[] {
  return columns.map((column, position) => {
    if (position === 0) return assumedRows;
    return column === 'id' || (isUnique && position === columns.length - 1) ? 1 : assumedSiblings;
  });
}

const formatIndexName = (table: string, columns: readonly string[]) => [table, ...columns, 'idx'].join('_');
const formatKeyName = (table: string, columns: readonly string[]) => [table, ...columns, 'key'].join('_');

async function createTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  name: string,
  table: TableDefinition,
): Promise<void> {
  const columns = Object.entries(table.columns).map(([column, declared]) => {
    const { type, isNullable } = parseColumn(declared);
    return sql`${sql.ref(column)} ${sqlTypes[kind][type]} ${isNullable ? sql`` : sql`not null`}`;
  });
  const primaryKey = sql`primary key (${sql.join(table.primaryKey.map((column) => sql.ref(column)))})`;
  await sql`create table ${sql.table(name)} (${sql.join([...columns, primaryKey])})`.execute(db);
  await createTableIndexes(db, name, table);
}

async function createTableIndexes(db: Kysely<unknown>, name: string, table: Indexes): Promise<void> {
  for (const { columns: unique, where } of table.unique ?? []) {
    const key = sql.id(formatKeyName(name, unique));
    const condition = where === undefined ? sql`` : sql`where ${sql.raw(where)}`;
    await sql`create unique index ${key} on ${sql.table(name)} (${formatColumns(unique)}) ${condition}`.execute(db);
  }
  for (const index of table.index ?? []) {
    await sql`create index ${sql.id(formatIndexName(name, index))} on ${sql.table(name)} (${formatColumns(index)})`.execute(
      db,
    );
  }
  for (const { name: index, columns, where } of table.named ?? []) {
    const condition = where === undefined ? sql`` : sql`where ${sql.raw(where)}`;
    await sql`create index ${sql.id(index)} on ${sql.table(name)} (${formatColumns(columns)}) ${condition}`.execute(db);
  }
}

const formatColumns = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
