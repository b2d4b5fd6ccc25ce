import { type Kysely, sql } from 'kysely';
import { createTables } from '../ddl.ts';
import type { DatabaseKind, TableDefinitions } from '../table.ts';

/** Settings of the whole memory: the check of its encryption key, and the number of entries in the audit log. */
export const settingTables = {
  tool_setting: { columns: { name: 'text', value: 'text' }, primaryKey: ['name'] },
} as const satisfies TableDefinitions;

const reason = 'Stored before plans were encrypted with the encryption key; ask for it again.';

/** Keys follow from the encryption key and are stored no more: a plan under a stored key cannot be opened and is not carried out. */
export async function createSettings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createTables(db, kind, settingTables);
  await sql`drop table tool_secret`.execute(db);
  await sql`update tool_approval set status = 'denied', reason = ${reason}
    where status in ('pending', 'approved')`.execute(db);
}
