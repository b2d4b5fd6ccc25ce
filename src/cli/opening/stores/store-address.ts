import { existsSync } from 'node:fs';
import path from 'node:path';
import type { S3Settings } from '../../../service/documents/s3-storage.ts';
import type { Config } from '../../config.ts';
import { WaybillError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { formatAddress } from '../../../store/shown-address.ts';
import { hasSandbox } from '../../../store/sqlite-file/sandbox.ts';
import { checkSqliteFile } from '../../../store/sqlite-file/check.ts';
import { toStoreFailed, getReason, StoreFailed } from '../../../store/store-error.ts';

/** Error codes of a folder or a file that this user may not make. */
const folderCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST']);

/** Builds the error of a database that could not be opened, in one sentence that names it. */
export function buildOpenError(cause: unknown, databaseUrl: string): WaybillError {
  if (cause instanceof WaybillError) return cause;
  const where = formatAddress(databaseUrl);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (folderCodes.has(code))
    return new StoreFailed(
      'readonly',
      `${where} cannot be written: its folder is missing or belongs to another user; set WAYBILL_HOME to a folder of yours.`,
      cause,
    );
  const storeError = toStoreFailed(cause, where);
  return (
    storeError ??
    new StoreFailed('unavailable', `The database ${where} could not be opened: ${getReason(cause)}.`, cause)
  );
}

/** Says what a start waits for: in the log of a server, else to the person who waits. */
export const sayWaiting = (databaseUrl: string, listener: Pick<Config, 'tell'> | Log) => (): void => {
  const sentence = `Another process is preparing the database ${formatAddress(databaseUrl)}; this one starts when it is done.`;
  if (typeof listener === 'function') listener('warn', sentence);
  else listener.tell(sentence);
};

/** Returns whether the sandbox of a data folder is complete. */
export const isSandboxMade = (home: string): boolean => hasSandbox(getSandboxDatabase(home).slice('sqlite:'.length));

export const getSandboxDatabase = (home: string): string => `sqlite:${path.join(home, 'sandbox.db')}`;

export interface DocumentPlace {
  readonly folder: string;
  /** Instead of the folder, when one is configured. */
  readonly bucket: S3Settings | undefined;
}

export const getDocumentPlace = ({ home, documentBucket }: Pick<Config, 'home' | 'documentBucket'>): DocumentPlace => ({
  folder: path.join(home, 'documents'),
  bucket: documentBucket,
});

/** Returns the fault that SQLite finds in a file; null if it is sound or not there yet. */
export function checkDatabase(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null;
  const file = databaseUrl.slice('sqlite:'.length);
  return existsSync(file) ? checkSqliteFile(file) : null;
}
