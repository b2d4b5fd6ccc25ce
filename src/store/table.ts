import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Tables as data: a migration lists its columns once, and both the DDL and the row types follow from the list.
 * `?` marks a column that may be null. Booleans are 0 or 1, money is integer cents, instants and dates are ISO text and
 * JSON is text, on both databases.
 */
export type ColumnType = 'text' | 'int' | 'cents' | 'bool' | 'real' | 'instant' | 'date' | 'json';

export interface TableDefinition extends Indexes {
  readonly columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>;
  readonly primaryKey: readonly string[];
}

interface Indexes {
  readonly unique?: readonly UniqueIndex[];
  readonly index?: readonly (readonly string[])[];
  readonly partial?: readonly PartialIndex[];
}

/** Named, because the columns of an index that answers a query by itself make a name that is too long. */
interface PartialIndex {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL condition of the rows that are in it. */
  readonly where: string;
}

interface UniqueIndex {
  readonly columns: readonly string[];
  /** SQL condition of a partial index. */
  readonly where?: string;
}

export type TableDefinitions = Readonly<Record<string, TableDefinition>>;
export type IndexedTables = Readonly<Record<string, Indexes>>;

type ValueOf<Type extends string> = Type extends `${infer Base}?`
  ? ValueOf<Base> | null
  : Type extends 'int' | 'cents' | 'bool' | 'real'
    ? number
    : string;

export type RowOf<Definition extends TableDefinition> = {
  [Name in keyof Definition['columns']]: ValueOf<Definition['columns'][Name]>;
};

export type RowsOf<Definitions extends TableDefinitions> = { [Name in keyof Definitions]: RowOf<Definitions[Name]> };

export type DatabaseKind = 'sqlite' | 'postgres';

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
  if (kind === 'sqlite') await assumeStatistics(db, tables);
}

/** Adds indexes to tables of earlier migrations. */
export async function createIndexes(db: Kysely<unknown>, kind: DatabaseKind, tables: IndexedTables): Promise<void> {
  for (const [name, indexes] of Object.entries(tables)) {
    await createIndexesOf(db, name, indexes);
    if (kind === 'sqlite') await assumeIndexes(db, name, indexes);
  }
  if (kind === 'sqlite') await sql`analyze sqlite_schema`.execute(db);
}

/** Rows that a table is planned for until SQLite has counted for itself. */
const assumedRows = 100_000;
/** Rows that share the first two columns of an index, such as the charges of one order. */
const assumedSiblings = 10;

/**
 * Without statistics SQLite takes any index for a selective one and reads a whole organization where it wants the
 * children of one record. These figures say that the organization alone selects nothing. They stay: a
 * sample taken by `analyze` misleads where a column is mostly null, and plans that never change can be relied on.
 */
async function assumeStatistics(db: Kysely<unknown>, tables: IndexedTables): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    // Also makes the table of statistics; those of other migrations' tables stay.
    await sql`analyze ${sql.table(name)}`.execute(db);
    await sql`delete from sqlite_stat1 where tbl = ${name}`.execute(db);
    await assumeIndexes(db, name, table);
  }
  await sql`analyze sqlite_schema`.execute(db);
}

async function assumeIndexes(db: Kysely<unknown>, name: string, table: Indexes): Promise<void> {
  const unique = (table.unique ?? []).map(({ columns }) => ({
    columns,
    index: keyName(name, columns),
    isUnique: true,
  }));
  const plain = (table.index ?? []).map((columns) => ({ columns, index: indexName(name, columns), isUnique: false }));
  const partial = (table.partial ?? []).map((index) => ({
    columns: index.columns,
    index: index.name,
    isUnique: false,
  }));
  for (const { columns, index, isUnique } of [...unique, ...plain, ...partial]) {
    if (columns[0] !== 'organization_id') continue;
    const statistic = [assumedRows, ...rowsPerKey(columns, isUnique)].join(' ');
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${name}, ${index}, ${statistic})`.execute(db);
  }
}

/** How many rows share the first column of an index, the first two, and so on. */
function rowsPerKey(columns: readonly string[], isUnique: boolean): number[] {
  return columns.map((column, position) => {
    if (position === 0) return assumedRows;
    return column === 'id' || (isUnique && position === columns.length - 1) ? 1 : assumedSiblings;
  });
}

const indexName = (table: string, columns: readonly string[]) => [table, ...columns, 'idx'].join('_');
const keyName = (table: string, columns: readonly string[]) => [table, ...columns, 'key'].join('_');

async function createTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  name: string,
  table: TableDefinition,
): Promise<void> {
  const columns = Object.entries(table.columns).map(([column, declared]) => {
    const isNullable = declared.endsWith('?');
    // Only the question mark was cut off.
    const type = (isNullable ? declared.slice(0, -1) : declared) as ColumnType;
    return sql`${sql.ref(column)} ${sqlTypes[kind][type]} ${isNullable ? sql`` : sql`not null`}`;
  });
  const primaryKey = sql`primary key (${sql.join(table.primaryKey.map((column) => sql.ref(column)))})`;
  await sql`create table ${sql.table(name)} (${sql.join([...columns, primaryKey])})`.execute(db);
  await createIndexesOf(db, name, table);
}

async function createIndexesOf(db: Kysely<unknown>, name: string, table: Indexes): Promise<void> {
  for (const { columns: unique, where } of table.unique ?? []) {
    const key = sql.id(keyName(name, unique));
    const condition = where === undefined ? sql`` : sql`where ${sql.raw(where)}`;
    await sql`create unique index ${key} on ${sql.table(name)} (${columnList(unique)}) ${condition}`.execute(db);
  }
  for (const index of table.index ?? []) {
    await sql`create index ${sql.id(indexName(name, index))} on ${sql.table(name)} (${columnList(index)})`.execute(db);
  }
  for (const index of table.partial ?? []) {
    const condition = sql`where ${sql.raw(index.where)}`;
    await sql`create index ${sql.id(index.name)} on ${sql.table(name)} (${columnList(index.columns)}) ${condition}`.execute(
      db,
    );
  }
}

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
