import type { ServiceContext } from '../shared/context.ts';

type DeadlineContext = Pick<ServiceContext, 'db' | 'organizationId' | 'machineNow'>;

/**
 * Time that an announced document waits for its file. Its upload address expires sooner, but people may want to see
 * that the file is missing.
 */
const announcementMs = 24 * 60 * 60 * 1000;
/** Time that the file of a deleted document stays, so that running downloads can finish. */
const removalDelayMs = 24 * 60 * 60 * 1000;

export type DeadlineAction = 'EXPIRE_ANNOUNCEMENT' | 'REMOVE_FILE';

export const expectUpload = (ctx: DeadlineContext, documentId: string): Promise<void> =>
  setDeadline(ctx, documentId, 'EXPIRE_ANNOUNCEMENT', announcementMs);

export const removeFileLater = (ctx: DeadlineContext, documentId: string): Promise<void> =>
  setDeadline(ctx, documentId, 'REMOVE_FILE', removalDelayMs);

/** Schedules the removal of files now, for documents that can no longer be reached. */
export async function removeFilesNow(ctx: DeadlineContext, documentIds: Iterable<string>): Promise<void> {
  for (const id of documentIds) await setDeadline(ctx, id, 'REMOVE_FILE', 0);
}

async function setDeadline(
  { db, organizationId, machineNow }: DeadlineContext,
  documentId: string,
  action: DeadlineAction,
  afterMs: number,
): Promise<void> {
  const due_at = new Date(Date.parse(machineNow) + afterMs).toISOString();
  await db
    .insertInto('document_deadline')
    .values({ organization_id: organizationId, document_id: documentId, action, due_at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id']).doUpdateSet({ action, due_at }))
    .execute();
}
