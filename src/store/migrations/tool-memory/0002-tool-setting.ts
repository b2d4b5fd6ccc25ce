import { type Kysely, sql } from 'kysely';
import { createTables } from '../ddl.ts';
import type { DatabaseKind, TableDefinitions } from '../table.ts';

/** Settings of the whole memory: the check of its encryption key, and the number of entries in the audit log. */
export const settingTables = {
  tool_setting: { columns: { name: 'text', value: 'text' }, primaryKey: ['name'] },
} as const satisfies TableDefinitions;

const reason = 'Stored before plans were encrypted with the encryption key; ask for it again.';

/**
 * Creates the table of settings and deletes stored keys, which are now derived from the encryption key. A plan under a
 * stored key can't be opened any more and is not executed.
 */
export async function createSettings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createTables(db, kind, settingTables);
  await sql`drop table tool_secret`.execute(db);
  await sql`update tool_approval set status = 'denied', reason = ${reason}
    where status in ('pending', 'approved')`.execute(db);
}
