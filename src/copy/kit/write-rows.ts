import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Collection, CopiedRecord, CopiedRow } from './collection.ts';
import { members } from './members.ts';

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

/** Rows in one statement: many texts of statements would be compiled again and again, one row at a time takes longer. */
const rowsAtOnce = 40;

export async function insertRows<Schema>(
  tx: Transaction<Schema>,
  table: string,
  columns: readonly string[],
  rows: readonly CopiedRow[],
): Promise<void> {
  const whole = rows.length - (rows.length % rowsAtOnce);
  for (let from = 0; from < whole; from += rowsAtOnce)
    await insertTogether(tx, table, columns, rows.slice(from, from + rowsAtOnce));
  for (const row of rows.slice(whole)) await insertTogether(tx, table, columns, [row]);
}

async function insertTogether<Schema>(
  tx: Transaction<Schema>,
  table: string,
  columns: readonly string[],
  rows: readonly CopiedRow[],
): Promise<void> {
  const places = `(${columns.map(() => '?').join(', ')})`;
  const text = `insert or replace into "${table}" (${columns.map((column) => `"${column}"`).join(', ')})
    values ${rows.map(() => places).join(', ')}`;
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  await tx.executeQuery(CompiledQuery.raw(text, values));
}
