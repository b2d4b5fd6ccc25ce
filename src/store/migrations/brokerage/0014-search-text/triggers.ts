import type { DatabaseKind } from '../../table.ts';
import { type RelatedTable, relatedTables } from './sources.ts';

type Row = 'new' | 'old';
type Change = 'insert' | 'update' | 'delete';

/** Keeps entries up to date with the rows that they hold words of. */
export const relatedTriggers = (kind: DatabaseKind): string[] =>
  relatedTables.flatMap(kind === 'sqlite' ? sqliteTriggers : postgresTriggers);

const rowsOf: Readonly<Record<Change, readonly Row[]>> = { insert: ['new'], update: ['old', 'new'], delete: ['old'] };

const changesOf = ({ comesAndGoes }: RelatedTable): readonly Change[] =>
  comesAndGoes ? ['insert', 'update', 'delete'] : ['update'];

const when = (change: Change, { columns }: RelatedTable) =>
  change === 'update' ? `update of ${columns.join(', ')}` : change;

/** A record without an entry is deleted and stays unfound. */
const holdersOf = ({ holders }: RelatedTable, row: Row) =>
  holders.map(({ kind, ids }) => ({
    kind,
    entry: `search_entry.organization_id = ${row}.organization_id and search_entry.kind = '${kind}'
      and search_entry.record_id in (${ids(row)})`,
  }));

const writeWords = (kind: string, entry: string) => `update search_entry set words = v.words
  from search_source_${kind} as v
  where ${entry} and v.record_id = search_entry.record_id and search_entry.words <> v.words;`;

function sqliteTriggers(source: RelatedTable): string[] {
  return changesOf(source).map((change) => {
    const written = rowsOf[change].flatMap((row) =>
      holdersOf(source, row).map(({ kind, entry }) => writeWords(kind, entry)),
    );
    return `create trigger search_text_${source.table}_${change} after ${when(change, source)} on ${source.table}
      begin ${written.join(' ')} end`;
  });
}

/** Entries are locked before their words are read together, so that two who write at once both see what the other wrote. */
function postgresTriggers(source: RelatedTable): string[] {
  return changesOf(source).flatMap((change) => {
    const name = `search_text_${source.table}_${change}`;
    const written = rowsOf[change].flatMap((row) =>
      holdersOf(source, row).map(
        ({ kind, entry }) =>
          `perform 1 from search_entry where ${entry} order by search_entry.number for update; ${writeWords(kind, entry)}`,
      ),
    );
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin
        ${written.join(' ')}
        return null;
      end $$`,
      `create trigger ${name} after ${when(change, source)} on ${source.table}
        for each row execute function ${name}()`,
    ];
  });
}
