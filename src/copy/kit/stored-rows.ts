import { type QueryExecutorProvider, sql } from 'kysely';
import type { Collection, CopiedRow } from './collection.ts';
import { members } from './members.ts';

type StoredRows = Readonly<Record<string, readonly CopiedRow[]>>;

/** Reads the rows of these records, by the record's id; those that have none are left out. */
export async function readStoredRows(
  db: QueryExecutorProvider,
  { tables }: Pick<Collection, 'tables'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRows>> {
  const stored = new Map<string, Record<string, CopiedRow[]>>();
  if (ids.length === 0) return stored;
  for (const [name, { owner }] of Object.entries(tables)) {
    const { rows } = await sql<CopiedRow>`select * from ${sql.table(name)}
      where ${sql.ref(owner)} in ${members(ids)}`.execute(db);
    for (const row of rows) {
      const id = String(row[owner]);
      const recordRows = stored.get(id) ?? {};
      stored.set(id, recordRows);
      (recordRows[name] ??= []).push(row);
    }
  }
  return stored;
}

/** Tells if a record has the rows that are stored of it, in whatever order. */
export const hasSameRows = (
  { tables }: Pick<Collection, 'tables'>,
  rows: StoredRows,
  stored: StoredRows | undefined,
): boolean =>
  Object.entries(tables).every(([name, { columns }]) => {
    const names = Object.keys(columns);
    return isSameList(formatRows(rows[name], names), formatRows(stored?.[name], names));
  });

const formatRows = (rows: readonly CopiedRow[] | undefined, columns: readonly string[]): readonly string[] =>
  (rows ?? []).map((row) => JSON.stringify(columns.map((column) => row[column] ?? null))).toSorted();

const isSameList = (texts: readonly string[], otherTexts: readonly string[]): boolean =>
  texts.length === otherTexts.length && texts.every((text, place) => text === otherTexts[place]);
