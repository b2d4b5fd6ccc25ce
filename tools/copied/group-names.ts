import { type Reader, rowsOf } from './rows.ts';

const numbered = (table: 'customer' | 'carrier') =>
  `select id, name || ' (' || friendly_id || ')' as name from ${table}`;

/** SQL of the names of parties and people by their ids; joined to every row that is counted it would take longer than all else. */
export const groupNames = {
  customer: numbered('customer'),
  carrier: numbered('carrier'),
  person: 'select id, coalesce(name, email) as name from user_account',
} as const;

/** Names by id. */
export async function readNames(read: Reader, sql: string): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ readonly id: string; readonly name: string }>(read, sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
