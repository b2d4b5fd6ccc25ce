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
const rowsAtOnce = 100;
/** Values that SQLite takes in one statement. */
const valuesMax = 32_766;

export async function insertRows<Schema>(
  tx: Transaction<Schema>,
  table: string,
  columns: readonly string[],
  rows: readonly CopiedRow[],
): Promise<void> {
  const size = Math.min(rowsAtOnce, Math.floor(valuesMax / columns.length));
  const whole = rows.length - (rows.length % size);
  const together = whole === 0 ? '' : formatInsert(table, columns, size);
  for (let from = 0; from < whole; from += size)
    await tx.executeQuery(CompiledQuery.raw(together, listValues(columns, rows.slice(from, from + size))));
  const alone = whole === rows.length ? '' : formatInsert(table, columns, 1);
  for (const row of rows.slice(whole)) await tx.executeQuery(CompiledQuery.raw(alone, listValues(columns, [row])));
}

const inserts = new Map<string, string>();

/** Formats the statement that inserts so many rows. The same text each time: a new one would be read again to find it compiled. */
function formatInsert(table: string, columns: readonly string[], size: number): string {
  const key = `${table} ${size} ${columns.join(' ')}`;
  const statement = inserts.get(key) ?? buildInsert(table, columns, size);
  inserts.set(key, statement);
  return statement;
}

function buildInsert(table: string, columns: readonly string[], size: number): string {
  const places = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map((column) => `"${column}"`).join(', ');
  return `insert or replace into "${table}" (${names}) values ${Array.from({ length: size }, () => places).join(', ')}`;
}

/** Lists the values of rows one after the other. Loops, because a first fill binds tens of millions of values. */
function listValues(columns: readonly string[], rows: readonly CopiedRow[]): unknown[] {
  const values: unknown[] = [];
  for (const row of rows) for (const column of columns) values.push(row[column] ?? null);
  return values;
}
