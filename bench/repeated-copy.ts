import { DatabaseSync } from 'node:sqlite';

/** Tables that are not repeated: records that many others share, and the copy's records about itself. */
const unrepeatedTables = new Set(
  [
    'customer carrier vendor factor user_account location',
    'copied_collection comparison lease migration pass record_count reread stale_fact sqlite_stat1',
  ].flatMap((names) => names.split(' ')),
);
const sharedIds = new Set(
  'customer_id carrier_id vendor_id factor_id location_id payment_term_id team_id customer_rep_id assignee_id'.split(
    ' ',
  ),
);

/**
 * Adds every record of freight and money of another copy so many times, with new ids that belong together. What is
 * measured on it is the SQL of the copy: the API knows nothing of these records.
 */
export function repeatRecords(file: string, source: string, times: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000');
  database.prepare('attach ? as source').run(source);
  for (const { name } of database.prepare("select name from source.sqlite_schema where type = 'table'").all()) {
    const table = String(name);
    if (!unrepeatedTables.has(table)) database.exec(formatRepeat(table, listColumns(database, table), times));
  }
  database.close();
}

function formatRepeat(table: string, columns: readonly string[], times: number): string {
  const values = columns.map((column) => (isOwnId(column) ? `${column} || '-' || n.value` : column));
  return `with recursive n(value) as (select 1 union all select value + 1 from n where value < ${times})
    insert into main.${table} (${columns.join(', ')}) select ${values.join(', ')} from n cross join source.${table}`;
}

const listColumns = (database: DatabaseSync, table: string): readonly string[] =>
  database
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));

const isOwnId = (column: string) => (column === 'id' || column.endsWith('_id')) && !sharedIds.has(column);
