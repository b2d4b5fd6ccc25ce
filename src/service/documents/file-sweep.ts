import type { BrokerageDatabase } from '../../store/connection.ts';
import type { Row } from '../../store/schema.ts';
import type { DocumentStorage } from '../shared/document-storage.ts';
import { addMs } from '../clock/request-times.ts';
import { holdOrganizationTime } from '../clock/sandbox-clock.ts';

interface FileSweepOptions {
  readonly database: BrokerageDatabase;
  readonly storage: DocumentStorage;
  readonly now: () => string;
}

const batchSize = 100;
const partialEveryMs = 60 * 60 * 1000;
/** No transfer takes longer than a day. */
const partialAgeMs = 24 * 60 * 60 * 1000;

type FileDeadline = Row<'document_deadline'>;

/**
 * Creates a worker's job: it handles the files that are due now, and once an hour removes the remains of broken
 * uploads.
 */
export function createFileSweep(options: FileSweepOptions): (signal: AbortSignal) => Promise<boolean> {
  let partialAt = 0;
  return async (signal) => {
    const { database, storage, now } = options;
    const instant = now();
    const due = await database.reader
      .selectFrom('document_deadline')
      .selectAll()
      .where('due_at', '<=', instant)
      .orderBy('due_at')
      .limit(batchSize)
      .execute();
    for (const deadline of due) {
      if (signal.aborted) return false;
      await handleDeadline(options, deadline, instant);
    }
    if (Date.parse(instant) >= partialAt) {
      await storage.removePartial(new Date(Date.parse(instant) - partialAgeMs));
      partialAt = Date.parse(instant) + partialEveryMs;
    }
    return due.length === batchSize;
  };
}

async function handleDeadline(
  { database, storage }: FileSweepOptions,
  deadline: FileDeadline,
  instant: string,
): Promise<void> {
  const isOver = deadline.action === 'REMOVE_FILE' || (await expire(database, deadline, instant));
  // An upload whose change was never saved may have left its file: it goes with the announcement.
  if (isOver) await storage.remove(deadline.document_id);
  await database.transaction((tx) =>
    tx
      .deleteFrom('document_deadline')
      .where('organization_id', '=', deadline.organization_id)
      .where('document_id', '=', deadline.document_id)
      .where('action', '=', deadline.action)
      .execute(),
  );
}

/** Deletes an announcement that no file came for, which frees its client key; false when the file has come. */
async function expire(database: BrokerageDatabase, deadline: FileDeadline, instant: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const at = addMs(instant, await holdOrganizationTime({ db: tx, kind: database.kind }, deadline.organization_id));
    await tx
      .updateTable('document')
      .set({ deleted_at: at, updated_at: at })
      .where('organization_id', '=', deadline.organization_id)
      .where('id', '=', deadline.document_id)
      .where('status', '=', 'PENDING_UPLOAD')
      .where('deleted_at', 'is', null)
      .execute();
    const waiting = await tx
      .selectFrom('document')
      .select('status')
      .where('organization_id', '=', deadline.organization_id)
      .where('id', '=', deadline.document_id)
      .executeTakeFirst();
    return waiting?.status !== 'UPLOADED';
  });
}
