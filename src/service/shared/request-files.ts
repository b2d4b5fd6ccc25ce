import { WaybillError } from '../../errors.ts';
import { CommitUnknown } from '../../store/store-error.ts';
import { type DocumentStorage, isDiskFull, type StoredFile } from './document-storage.ts';

/** Writer for the bytes of documents that a request generates. */
export interface FileWriter {
  write(documentId: string, bytes: Uint8Array): Promise<StoredFile>;
}

/** File writer of requests that change nothing. */
export const noFiles: FileWriter = {
  async write() {
    throw new Error('a request that reads must not store files');
  },
};

/**
 * Runs a transaction whose rows name files. A file is there before its row can be seen, and goes again when the row was
 * not kept: by a failed transaction, or by an attempt that had to be made anew.
 */
export async function withFiles<Result>(
  storage: DocumentStorage,
  transact: (beginAttempt: () => FileWriter) => Promise<Result>,
): Promise<Result> {
  const written: string[] = [];
  let inAttempt: string[] = [];
  let stored: readonly string[] = [];
  const beginAttempt = (): FileWriter => {
    inAttempt = [];
    return {
      async write(id, bytes) {
        written.push(id);
        inAttempt.push(id);
        return put(storage, id, bytes);
      },
    };
  };
  try {
    const result = await transact(beginAttempt);
    stored = inAttempt;
    return result;
  } catch (error) {
    // The transaction may have been committed after all: a file too many is better than one too few.
    if (error instanceof CommitUnknown) stored = inAttempt;
    throw error;
  } finally {
    const orphans = written.filter((id) => !stored.includes(id));
    // A file without a row is never read; failing to remove it must not hide what happened.
    await Promise.allSettled(orphans.map((id) => storage.remove(id)));
  }
}

async function put(storage: DocumentStorage, id: string, bytes: Uint8Array): Promise<StoredFile> {
  try {
    const received = await storage.receive(id, new Blob([Buffer.from(bytes)]).stream(), bytes.byteLength);
    await received.keep();
    return { size: received.size, sha256: received.sha256 };
  } catch (cause) {
    const text = isDiskFull(cause)
      ? 'The disk that holds the documents is full; nothing was changed. Free some space, then try again.'
      : 'The document could not be stored; nothing was changed.';
    throw new WaybillError('SERVICE_UNAVAILABLE', text, { cause });
  }
}
