import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../table.ts';

/**
 * On PostgreSQL the newest entries of one organization and kind are read in their order: what fits a common word is soon
 * met on the way. SQLite's numbers of entries begin with both.
 */
export async function orderSearchEntries<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`create index search_entry_order_idx on search_entry (organization_id, kind, number)`.execute(db);
}
