import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Collection, CopiedRecord, CopiedRow } from './collection.ts';

/** The members of a list as a query reads them: one parameter, however many there are. */
export const members = (values: readonly (string | number | null)[]): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** The rows of these records become exactly those that came with them; a deleted record has none. */
export async function writeRecords<Schema>(
  tx: Transaction<Schema>,
  { tables }: Collection,
  records: readonly CopiedRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const live = records.filter(({ isDeleted }) => !isDeleted);
  for (const [name, { owner, columns }] of Object.entries(tables)) {
    await deleteOwned(tx, { name, owner, ids });
    await insertRows(
      tx,
      name,
      Object.keys(columns),
      live.flatMap(({ rows }) => rows[name] ?? []),
    );
  }
}

/** Records that the API does not know any more. */
export async function removeRecords<Schema>(
  tx: Transaction<Schema>,
  { tables }: Collection,
  ids: readonly string[],
): Promise<void> {
  for (const [name, { owner }] of Object.entries(tables)) await deleteOwned(tx, { name, owner, ids });
}

interface Owned {
  readonly name: string;
  readonly owner: string;
  readonly ids: readonly string[];
}

async function deleteOwned<Schema>(tx: Transaction<Schema>, { name, owner, ids }: Owned): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(name)} where ${sql.ref(owner)} in ${members(ids)}`.execute(tx);
}

/** All of them as one parameter, so that the text of the statement is the same for any number of rows. */
export async function insertRows<Schema>(
  tx: Transaction<Schema>,
  table: string,
  columns: readonly string[],
  rows: readonly CopiedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => columns.map((column) => row[column] ?? null));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const parts = sql.join(columns.map((_, place) => sql`json_extract(value, ${sql.lit(`$[${place}]`)})`));
  await sql`insert or replace into ${sql.table(table)} (${names})
    select ${parts} from json_each(${JSON.stringify(values)})`.execute(tx);
}
