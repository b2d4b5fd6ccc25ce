import { sql } from 'kysely';
import { getPartScope, partSources, type PartTextTable, printGrams } from '../migrations/brokerage/0019-text-parts.ts';
import type { DatabaseKind } from '../migrations/table.ts';
import type { Scope } from '../connection.ts';

/** A part of the text that records of a table are known by: a reference, or the name of a file. */
export interface TextPart {
  readonly table: PartTextTable;
  /** Folded. */
  readonly text: string;
}

/** Shorter parts have no three letters in a row, which the index holds. */
const lengthMin = 3;
/** Marks that end a text in an index, or part its letters there. */
const endMarks = ['\0', '\u001F'];
/** Enough letters of a long text to find the few that have all of them. */
const gramsMax = 24;
/** A part that more records have than this is found sooner by reading the newest records. */
const holdersMax = 500;

/** Tells if parts of a column's texts are looked up in an index. */
export const isPartTable = (table: string): table is PartTextTable => Object.hasOwn(partSources, table);

/** Returns the column of a table whose texts are looked up by their parts. */
export const getPartColumn = (table: PartTextTable): string => partSources[table].column;

interface PartStore extends Scope {
  readonly kind: DatabaseKind;
}

/**
 * Finds the records whose text may hold a part: all that do, and perhaps others that have its letters elsewhere. Undefined
 * where no index tells them apart: of too short a part, and of one that very many records have.
 */
export async function findPartHolders(store: PartStore, part: TextPart): Promise<readonly string[] | undefined> {
  const grams = listGrams(part.text);
  if (grams.length === 0) return undefined;
  const query = store.kind === 'sqlite' ? buildSqliteQuery(store, part, grams) : buildPostgresQuery(store, part, grams);
  const { rows } = await query.execute(store.db);
  return rows.length > holdersMax ? undefined : rows.map(({ id }) => id);
}

/** Lists what the index holds of a text; nothing of one that it may hold otherwise. */
function listGrams(text: string): readonly string[] {
  const letters = Array.from(text);
  if (letters.length < lengthMin || endMarks.some((mark) => text.includes(mark))) return [];
  const grams = letters.slice(0, 1 - lengthMin).map((_, place) => letters.slice(place, place + lengthMin).join(''));
  return [...new Set(grams)].slice(0, gramsMax);
}

function buildSqliteQuery({ organizationId }: PartStore, { table }: TextPart, grams: readonly string[]) {
  const match = grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' ');
  const first = sql`(select number << 32 from search_scope
    where organization_id = ${organizationId} and kind = ${getPartScope(table)})`;
  return sql<{ id: string }>`select p.record_id as id
    from search_text_parts cross join search_part as p on p.number = search_text_parts.rowid
    where search_text_parts match ${match} and search_text_parts.rowid between ${first} and ${first} + 4294967295
    limit ${holdersMax + 1}`;
}

function buildPostgresQuery({ organizationId }: PartStore, { table }: TextPart, grams: readonly string[]) {
  const members = [...grams, `@${organizationId}`];
  return sql<{ id: string }>`select id from ${sql.table(table)}
    where ${sql.ref(getPartColumn(table))} is not null and ${sql.raw(printGrams(table))} @> cast(${members} as text[])
    limit ${holdersMax + 1}`;
}
