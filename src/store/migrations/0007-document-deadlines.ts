import { type Kysely, sql } from 'kysely';
import type { TableDefinitions } from '../table.ts';

/** What is to happen to a document's file, and when: an announcement that nobody uploaded to, a deleted document's file. */
export const documentDeadlineTables = {
  document_deadline: {
    columns: { organization_id: 'text', document_id: 'text', action: 'text', due_at: 'instant' },
    primaryKey: ['organization_id', 'document_id'],
    index: [['due_at']],
  },
} as const satisfies TableDefinitions;

/** Files of documents that were deleted before there were deadlines. */
export async function removeFilesOfDeleted(db: Kysely<unknown>): Promise<void> {
  await sql`insert into document_deadline (organization_id, document_id, action, due_at)
    select organization_id, id, 'REMOVE_FILE', deleted_at from document
    where deleted_at is not null and status = 'UPLOADED'`.execute(db);
}
