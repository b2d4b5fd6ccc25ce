import type { DatabaseKind } from '../../table.ts';
import { type RelatedTable, relatedTables } from './sources.ts';

type TriggerRow = 'new' | 'old';
type TriggerEvent = 'insert' | 'update' | 'delete';

/** Lists the triggers that keep entries up to date with the related rows whose words they hold. */
export const listRelatedTriggers = (kind: DatabaseKind): string[] =>
  relatedTables.flatMap(kind === 'sqlite' ? listSqliteTriggers : listPostgresTriggers);

const rowsByEvent: Readonly<Record<TriggerEvent, readonly TriggerRow[]>> = {
  insert: ['new'],
  update: ['old', 'new'],
  delete: ['old'],
};

const listEvents = ({ comesAndGoes }: RelatedTable): readonly TriggerEvent[] =>
  comesAndGoes ? ['insert', 'update', 'delete'] : ['update'];

const formatEvent = (change: TriggerEvent, { columns }: RelatedTable) =>
  change === 'update' ? `update of ${columns.join(', ')}` : change;

/**
 * Lists conditions for the entries of the records that hold the row. A record without an entry is deleted and stays out
 * of the index.
 */
const listHolderEntries = ({ holders }: RelatedTable, row: TriggerRow) =>
  holders.map(({ kind, ids }) => ({
    kind,
    entry: `search_entry.organization_id = ${row}.organization_id and search_entry.kind = '${kind}'
      and search_entry.record_id in (${ids(row)})`,
  }));

const writeWords = (kind: string, entry: string) => `update search_entry set words = v.words
  from search_source_${kind} as v
  where ${entry} and v.record_id = search_entry.record_id and search_entry.words <> v.words;`;

function listSqliteTriggers(source: RelatedTable): string[] {
  return listEvents(source).map((change) => {
    const written = rowsByEvent[change].flatMap((row) =>
      listHolderEntries(source, row).map(({ kind, entry }) => writeWords(kind, entry)),
    );
    return `create trigger search_text_${source.table}_${change} after ${formatEvent(change, source)} on ${source.table}
      begin ${written.join(' ')} end`;
  });
}

/**
 * Lists the triggers of PostgreSQL. They lock entries before they read the words together, so that two concurrent
 * writers both see the other's words.
 */
function listPostgresTriggers(source: RelatedTable): string[] {
  return listEvents(source).flatMap((change) => {
    const name = `search_text_${source.table}_${change}`;
    const written = rowsByEvent[change].flatMap((row) =>
      listHolderEntries(source, row).map(
        ({ kind, entry }) =>
          `perform 1 from search_entry where ${entry} order by search_entry.number for update; ${writeWords(kind, entry)}`,
      ),
    );
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin
        ${written.join(' ')}
        return null;
      end $$`,
      `create trigger ${name} after ${formatEvent(change, source)} on ${source.table}
        for each row execute function ${name}()`,
    ];
  });
}
