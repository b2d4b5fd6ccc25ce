import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Makes every write of a table wait, as a store does that is too busy to answer, until the returned function is called. */
export async function blockWrites(url: string, table: string): Promise<() => Promise<void>> {
  if (!url.startsWith('postgres')) {
    const connection = new DatabaseSync(url.slice('sqlite:'.length));
    connection.exec('begin immediate');
    return async () => {
      connection.exec('rollback');
      connection.close();
    };
  }
  const client = new Client(url);
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  return () => client.end();
}
