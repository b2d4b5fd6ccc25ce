import { existsSync } from 'node:fs';
import path from 'node:path';
import type { S3Settings } from '../../service/documents/s3-storage.ts';
import type { Config } from '../config.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { shownAddress } from '../../store/shown-address.ts';
import { checkSqliteFile } from '../../store/sqlite-file/check.ts';
import { classify } from '../../store/store-error.ts';

/** What making a folder or a file ends with where this user may not. */
const folderCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST']);

export function openFailure(cause: unknown, databaseUrl: string): WaybillError {
  if (cause instanceof WaybillError) return cause;
  const where = shownAddress(databaseUrl);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const sentence = {
    folder: `${where} cannot be written: its folder is missing or belongs to somebody else; set WAYBILL_HOME to a folder of yours.`,
    duplicate: `The database ${where} could not be prepared: ${messageOf(cause)}`,
    busy: `The database ${where} is locked by another program; close it, or wait and try again.`,
    full: `The disk that holds ${where} is full; free some space and start again. Nothing was changed.`,
    corrupt: `The database ${where} is damaged or is not a Waybill database; restore it from a backup, or move the file away to start anew.`,
    displaced: `The file of the database ${where} was deleted, renamed or replaced; restore it and start again.`,
    timeout: `The database ${where} did not answer in time; check that it is healthy and try again.`,
    unavailable: `The database ${where} cannot be opened (${messageOf(cause)}); check that it exists, is reachable and may be written.`,
    other: `The database ${where} could not be opened: ${messageOf(cause)}`,
  }[folderCodes.has(code) ? 'folder' : code === 'ENOSPC' ? 'full' : classify(cause)];
  return new WaybillError('SERVICE_UNAVAILABLE', sentence, { cause });
}

/** Says what a start waits for: in the log of a server, else to the person who waits. */
export const sayWaiting = (databaseUrl: string, listener: Pick<Config, 'tell'> | Log) => (): void => {
  const sentence = `Another process is preparing the database ${shownAddress(databaseUrl)}; this one waits until it is done.`;
  if (typeof listener === 'function') listener('warn', sentence);
  else listener.tell(sentence);
};

const messageOf = (cause: unknown) => {
  const text =
    cause instanceof AggregateError ? String(cause.errors[0]) : cause instanceof Error ? cause.message : String(cause);
  return text.replace(/\.$/, '');
};

export const sandboxDatabase = (home: string): string => `sqlite:${path.join(home, 'sandbox.db')}`;

export interface DocumentPlace {
  readonly folder: string;
  /** Instead of the folder, when one is configured. */
  readonly bucket: S3Settings | undefined;
}

export const documentPlace = ({ home, documentBucket }: Pick<Config, 'home' | 'documentBucket'>): DocumentPlace => ({
  folder: path.join(home, 'documents'),
  bucket: documentBucket,
});

/** What SQLite itself says of a file; null when it is sound or not there yet. */
export function checkDatabase(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null;
  const file = databaseUrl.slice('sqlite:'.length);
  return existsSync(file) ? checkSqliteFile(file) : null;
}
