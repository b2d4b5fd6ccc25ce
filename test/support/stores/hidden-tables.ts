import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Takes the tables of a store away, so that every statement of an open connection fails, until they are put back. */
export async function hideTables(url: string, prefix: string): Promise<() => Promise<void>> {
  const rename = async (from: string, to: string) => {
    const tables = await listTables(url, from);
    await execute(
      url,
      tables.map((table) => `alter table ${table} rename to ${to}${table.slice(from.length)}`),
    );
  };
  await rename(prefix, `hidden_${prefix}`);
  return () => rename(`hidden_${prefix}`, prefix);
}

const isPostgres = (url: string) => url.startsWith('postgres');

async function listTables(url: string, prefix: string): Promise<string[]> {
  const names = isPostgres(url)
    ? await queryPostgres(url, `select tablename as name from pg_tables where schemaname = 'public'`)
    : openSqlite(url, (database) => database.prepare(`select name from sqlite_master where type = 'table'`).all());
  return names.map(({ name }) => String(name)).filter((name) => name.startsWith(prefix));
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  if (isPostgres(url)) await queryPostgres(url, statements.join(';'));
  else openSqlite(url, (database) => database.exec(statements.join(';')));
}

async function queryPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    // Several statements at once have no rows that are asked for.
    return (await client.query<Record<string, unknown>>(statement)).rows ?? [];
  } finally {
    await client.end();
  }
}

function openSqlite<Value>(url: string, work: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(url.replace(/^sqlite:/, ''));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
