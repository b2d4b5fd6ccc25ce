import { DatabaseSync } from 'node:sqlite';

/** Records that many others share: they stay as they are. */
const shared = ['customer', 'carrier', 'vendor', 'factor', 'user_account', 'location'];
/** What the copy keeps about itself. */
const own = ['copied_collection', 'lease', 'migration', 'pass', 'reread', 'stale_fact', 'sqlite_stat1'];
const sharedColumns = new Set([
  ...shared.map((table) => `${table}_id`),
  ...['payment_term_id', 'team_id', 'customer_rep_id', 'assignee_id'],
]);

/** Writes every record of freight and money so many times into a copy, with new ids that belong together. */
export function repeatRecords(file: string, times: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000');
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  for (const { name } of tables) {
    if (shared.includes(String(name)) || own.includes(String(name))) continue;
    const columns = database.prepare(`select name from pragma_table_info('${String(name)}')`).all();
    const names = columns.map((column) => String(column['name']));
    const count = Number(database.prepare(`select max(rowid) as last from ${String(name)}`).get()?.['last'] ?? 0);
    const values = names.map((column) => (isOwnId(column) ? `${column} || '-' || n.value` : column));
    database.exec(
      `insert into ${String(name)} (${names.join(', ')}) select ${values.join(', ')} from ${String(name)} as kept, generate(${count})`,
    );
  }
  database.close();
}

const isOwnId = (column: string) => (column === 'id' || column.endsWith('_id')) && !sharedColumns.has(column);
