import type { Scope } from './connection.ts';
import { tables, type TableName } from './schema.ts';
import { sql } from 'kysely';
import { allowLongStatements } from './lock.ts';
import type { DatabaseKind } from './migrations/table.ts';

/** API clients, and how often they have called this minute, outlive the records. */
const kept: ReadonlySet<string> = new Set<TableName>(['api_client', 'rate_window']);

/** Deletes everything that belongs to an organization, and itself; its clients stay and wait for it to come back. */
export async function deleteOrganization({ db, organizationId }: Scope, kind: DatabaseKind): Promise<void> {
  // Deleting a large brokerage takes longer than any request may.
  await allowLongStatements(kind, db);
  for (const [name, { columns }] of Object.entries(tables)) {
    if (kept.has(name) || !('organization_id' in columns)) continue;
    await sql`delete from ${sql.table(name)} where organization_id = ${organizationId}`.execute(db);
  }
  await db.deleteFrom('organization').where('id', '=', organizationId).execute();
}
