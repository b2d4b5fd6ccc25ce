import { sql } from 'kysely';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';

/** Reads a number that is another one after each commit to this SQLite store, by whatever connection. */
export async function readCommits({ reader }: Pick<BrokerageDatabase, 'reader'>): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(reader);
  const [row] = rows;
  if (row === undefined) throw new Error('not a SQLite store');
  return row.data_version;
}
