import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Tx } from '../../store/connection.ts';
import { allowLongStatements } from '../../store/lock.ts';
import { searchedTables } from '../../store/search/searched-tables.ts';

interface Index {
  readonly name: string;
  readonly table: string;
  readonly statement: string;
}

/**
 * Fills an empty store without the indexes of its tables and makes them at the end, in the same transaction: one that
 * is made from sorted rows takes a fraction of the time, and none outgrows the page cache meanwhile. The tables of the
 * search, and those that it reads, keep theirs, because triggers look rows up by them: without an index each row that is
 * written reads all others of its table.
 */
export async function withLateIndexes<Result>(
  kind: DatabaseKind,
  tx: Tx,
  fill: () => Promise<Result>,
): Promise<Result> {
  const { rows: allIndexes } = await indexesOf[kind].execute(tx);
  const indexes = allIndexes.filter(({ table }) => !searchedTables.has(table));
  const statistics = kind === 'sqlite' ? await readStatistics(tx) : [];
  // An index of millions of rows takes longer than any other statement may.
  await allowLongStatements(kind, tx);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(tx);
  const result = await fill();
  for (const { statement } of indexes) await sql.raw(statement).execute(tx);
  if (kind === 'sqlite') await keepStatistics(tx, statistics);
  return result;
}

/** Queries for the indexes of all tables, except those of primary keys. */
const indexesOf: Readonly<Record<DatabaseKind, RawBuilder<Index>>> = {
  sqlite: sql`select name, tbl_name as "table", sql as statement from sqlite_schema
    where type = 'index' and sql is not null and tbl_name not like 'search%' and tbl_name <> 'setting'`,
  postgres: sql`select indexname as name, tablename as "table", indexdef as statement from pg_indexes
    where schemaname = current_schema() and tablename not like 'search%' and tablename <> 'setting'
      and not exists (select from pg_constraint where conname = indexname)`,
};

interface Statistic {
  readonly tbl: string;
  readonly idx: string | null;
  readonly stat: string | null;
}

const readStatistics = async (tx: Tx): Promise<readonly Statistic[]> =>
  (await sql<Statistic>`select tbl, idx, stat from sqlite_stat1`.execute(tx)).rows;

/**
 * Writes the statistics back. An index loses its statistics when it is dropped, and SQLite's query plans rely on them.
 */
async function keepStatistics(tx: Tx, statistics: readonly Statistic[]): Promise<void> {
  await sql`delete from sqlite_stat1`.execute(tx);
  for (const { tbl, idx, stat } of statistics)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(tx);
  await sql`analyze sqlite_schema`.execute(tx);
}
