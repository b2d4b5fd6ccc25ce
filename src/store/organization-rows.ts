import type { Scope } from './connection.ts';
import { tables, type TableName } from './schema.ts';
import { sql } from 'kysely';
import { allowLongStatements } from './lock.ts';
import type { DatabaseKind } from './migrations/table.ts';

/** API clients, and how often they have called this minute, outlive the records. */
const tablesToKeep: ReadonlySet<string> = new Set<TableName>(['api_client', 'rate_window']);

/** Deletes an organization with all its records. Its API clients stay, so that they work again when it comes back. */
export async function deleteOrganization({ db, organizationId }: Scope, kind: DatabaseKind): Promise<void> {
  // Deleting a large brokerage takes longer than any request may.
  await allowLongStatements(kind, db);
  for (const [name, { columns }] of Object.entries(tables)) {
    if (tablesToKeep.has(name) || !('organization_id' in columns)) continue;
    await sql`delete from ${sql.table(name)} where organization_id = ${organizationId}`.execute(db);
  }
  await db.deleteFrom('organization').where('id', '=', organizationId).execute();
}
