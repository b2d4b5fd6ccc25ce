import { sql } from 'kysely';
import { factTables } from '../../copy-tables/facts.ts';
import type { Collection } from '../kit/collection.ts';
import type { CopyTransaction } from './tables.ts';

/** Names of tables, with the columns by which their rows are found while they are filled. */
export type FilledTables = ReadonlyMap<string, ReadonlySet<string>>;

/** Lists the tables of a collection. */
export function listFilledTables({ tables, belongsTo, follows }: Collection): FilledTables {
  const links = [...belongsTo, ...follows];
  return new Map(
    Object.entries(tables).map(([name, { owner }]) => [
      name,
      new Set([owner, ...links.filter(({ table }) => table === name).map(({ column }) => column)]),
    ]),
  );
}

/** Tables of facts, whose rows are found by their primary keys. */
export const filledFactTables: FilledTables = new Map(Object.keys(factTables).map((name) => [name, new Set()]));

interface DroppedIndex {
  readonly name: string;
  readonly table_name: string;
  readonly statement: string;
}

/**
 * Drops the indexes of tables until these are filled: one that is made of all rows costs less than half of one that grows
 * row by row. Indexes by which the rows of a record are found stay. The copy remembers what was dropped, so that the process
 * that completes it makes them, also after a kill.
 */
export async function dropIndexes(tx: CopyTransaction, tables: FilledTables): Promise<void> {
  for (const [table, foundBy] of tables) {
    for (const index of await listDroppable(tx, table, foundBy)) {
      await tx.replaceInto('dropped_index').values(index).execute();
      await sql`drop index ${sql.id(index.name)}`.execute(tx);
    }
  }
}

async function listDroppable(
  tx: CopyTransaction,
  table: string,
  foundBy: ReadonlySet<string>,
): Promise<readonly DroppedIndex[]> {
  const { rows } = await sql<DroppedIndex & { readonly column: string | null; readonly is_partial: number }>`
    select i.name, s.tbl_name as table_name, s.sql as statement, c.name as column, i.partial as is_partial
    from pragma_index_list(${table}) i
    join sqlite_schema s on s.type = 'index' and s.name = i.name
    join pragma_index_info(i.name) c on c.seqno = 0
    where s.sql is not null`.execute(tx);
  return rows
    .filter(({ column, is_partial: isPartial }) => column === null || isPartial === 1 || !foundBy.has(column))
    .map(({ name, table_name: tableName, statement }) => ({ name, table_name: tableName, statement }));
}

/** Makes one of the indexes that were dropped, of these tables or of any; returns false where none is missing. */
export async function createDroppedIndex(tx: CopyTransaction, tables?: FilledTables): Promise<boolean> {
  const dropped = await tx.selectFrom('dropped_index').selectAll().orderBy('name').execute();
  const index = dropped.find(({ table_name: table }) => tables?.has(table) ?? true);
  if (index === undefined) return false;
  await sql.raw(index.statement).execute(tx);
  await tx.deleteFrom('dropped_index').where('name', '=', index.name).execute();
  return true;
}
