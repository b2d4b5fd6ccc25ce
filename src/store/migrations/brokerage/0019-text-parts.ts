import { type Kysely, sql } from 'kysely';
import { createIndexes, createTables } from '../ddl.ts';
import type { DatabaseKind, IndexedTables, TableDefinitions } from '../table.ts';
import { compactColumn } from './0014-search-text/references.ts';

/** The text of a table that people look for by a part of it. */
interface PartSource {
  readonly column: string;
  /** True for the number of a paper, which is looked up without separators. */
  readonly isCompact: boolean;
}

/** Tables that grow with the freight, and the text of each that is looked up by any part of it. */
export const partSources = {
  bill: { column: 'reference', isCompact: true },
  bill_payment: { column: 'reference', isCompact: false },
  document: { column: 'file_name', isCompact: false },
  invoice: { column: 'reference', isCompact: true },
  payment: { column: 'reference', isCompact: true },
} as const satisfies Readonly<Record<string, PartSource>>;

export type PartTextTable = keyof typeof partSources;

/** The kind under which `search_scope` numbers the texts of a table. */
export const getPartScope = (table: string): string => `${table} part`;

const partTables = {
  /** One row for each text on SQLite; those of one organization and table have neighboring numbers. */
  search_part: {
    columns: { number: 'int', record_id: 'text' },
    primaryKey: ['number'],
    index: [['record_id']],
  },
} as const satisfies TableDefinitions;

const buildReferenceIndex = (table: string) => ({
  name: `${table}_reference_idx`,
  columns: ['organization_id', 'reference'],
  where: 'reference is not null',
});

/** Check numbers are looked up whole, as the references of bills and invoices are. */
const referenceIndexes: IndexedTables = {
  bill_payment: { named: [buildReferenceIndex('bill_payment')] },
  payment: { named: [buildReferenceIndex('payment')] },
};

/**
 * Indexes every three letters in a row of these texts, so that a part of one is looked up instead of compared with the
 * texts of all years. Writing a text costs some microseconds more.
 */
export async function createPartIndexes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createIndexes(db, kind, referenceIndexes);
  if (kind === 'sqlite') await createTables(db, kind, partTables);
  for (const statement of kind === 'sqlite' ? listSqliteStatements() : listPostgresStatements())
    await sql.raw(statement).execute(db);
}

// The keys of a constant.
const sources = Object.entries(partSources) as readonly [table: PartTextTable, source: PartSource][];

const printText = ({ column, isCompact }: PartSource, row: string): string =>
  isCompact ? compactColumn(`${row}.${column}`) : `${row}.${column}`;

/** Prints the members of a row's text that PostgreSQL has an index of. */
export const printGrams = (table: PartTextTable): string =>
  `search_grams(${table}.organization_id, ${printText(partSources[table], table)})`;

const printScope = (table: string, row: string): string =>
  `organization_id = ${row}.organization_id and kind = '${getPartScope(table)}'`;

/** The numbers of the scope `s`, as in the search of parties. */
const [firstNumber, lastNumber] = ['(s.number << 32)', '(s.number << 32) + 4294967295'];

function* listSqliteStatements(): Generator<string> {
  // What is written there is folded already. The texts themselves stay in their tables.
  yield `create virtual table search_text_parts using fts5(text, content='', contentless_delete=1, detail=none,
    tokenize='trigram case_sensitive 1')`;
  yield `create trigger search_part_delete after delete on search_part begin
    delete from search_text_parts where rowid = old.number;
  end`;
  for (const [table, source] of sources) {
    yield* fillSqlite(table, source);
    yield* followSqlite(table, source);
  }
}

function* fillSqlite(table: string, source: PartSource): Generator<string> {
  yield `insert into search_scope (organization_id, kind)
    select distinct organization_id, '${getPartScope(table)}' from ${table} where ${source.column} is not null`;
  yield `insert into search_part (number, record_id)
    select ${firstNumber} + row_number() over (partition by r.organization_id order by r.id), r.id
    from ${table} as r join search_scope as s on s.organization_id = r.organization_id and s.kind = '${getPartScope(table)}'
    where r.${source.column} is not null`;
  yield `insert into search_text_parts (rowid, text) select p.number, search_fold(${printText(source, 'r')})
    from search_scope as s join search_part as p on p.number between ${firstNumber} and ${lastNumber}
    join ${table} as r on r.id = p.record_id where s.kind = '${getPartScope(table)}'`;
}

function followSqlite(table: string, source: PartSource): readonly string[] {
  const { column } = source;
  const write = `
    insert into search_scope (organization_id, kind) select new.organization_id, '${getPartScope(table)}'
      where not exists (select 1 from search_scope where ${printScope(table, 'new')});
    insert into search_part (number, record_id)
      select coalesce((select p.number from search_part as p where p.number between ${firstNumber} and ${lastNumber}
          order by p.number desc limit 1), ${firstNumber}) + 1, new.id
      from search_scope as s where ${printScope(table, 'new')} and new.${column} is not null;
    insert into search_text_parts (rowid, text) select p.number, search_fold(${printText(source, 'new')})
      from search_scope as s join search_part as p on p.record_id = new.id and p.number between ${firstNumber} and ${lastNumber}
      where ${printScope(table, 'new')};`;
  const remove = `delete from search_part where record_id = old.id and number in (
      select p.number from search_scope as s join search_part as p on p.record_id = old.id
        and p.number between ${firstNumber} and ${lastNumber} where ${printScope(table, 'old')});`;
  return [
    `create trigger search_part_${table}_insert after insert on ${table} when new.${column} is not null
      begin ${write} end`,
    `create trigger search_part_${table}_update after update of ${column} on ${table}
      when new.${column} is not old.${column} begin ${remove} ${write} end`,
    `create trigger search_part_${table}_delete after delete on ${table} when old.${column} is not null
      begin ${remove} end`,
  ];
}

/**
 * Every three letters in a row, counted from the first, the second and the third one; and whose the text is, as one more
 * member: of other organizations nothing is read. It keeps its search path, because ANALYZE, REINDEX and a restored dump run
 * index expressions with an empty one.
 */
const gramsFunction = `create function search_grams(organization_id text, value text) returns text[]
  language plpgsql immutable strict parallel safe set search_path from current as $$
  declare folded constant text := search_fold(value);
  begin
    return array_append(string_to_array(concat_ws(chr(31),
      regexp_replace(folded, '(.{3})', '\\1' || chr(31), 'g'),
      regexp_replace(substr(folded, 2), '(.{3})', '\\1' || chr(31), 'g'),
      regexp_replace(substr(folded, 3), '(.{3})', '\\1' || chr(31), 'g')), chr(31)), '@' || organization_id);
  end $$`;

function* listPostgresStatements(): Generator<string> {
  yield gramsFunction;
  for (const [table, { column }] of sources)
    // A short list of pending changes: every search has to read all of it.
    yield `create index ${table}_parts_idx on ${table} using gin (${printGrams(table)})
      with (gin_pending_list_limit = 256) where ${column} is not null`;
}
