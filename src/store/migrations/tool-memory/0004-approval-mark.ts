import { type Kysely, sql } from 'kysely';
import { addColumns } from '../ddl.ts';
import type { DatabaseKind, DeclaredColumns } from '../table.ts';

/** Column of the mark, which proves that a row was written with the encryption key. */
export const markColumns = { mark: 'text?' } as const satisfies DeclaredColumns;

/**
 * Adds the column of the mark. Existing rows have no mark, so they don't count any more. People see the encrypted plan
 * itself.
 */
export async function markApprovals(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await addColumns(db, kind, { tool_approval: { columns: markColumns } });
  await sql`alter table tool_approval drop column plan_view`.execute(db);
}
