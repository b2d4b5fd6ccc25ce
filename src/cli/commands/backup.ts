import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WaybillError } from '../../errors.ts';
import { checkCopy } from '../../store/sqlite-file/check.ts';
import { classify } from '../../store/store-error.ts';
import { configProblem } from '../config-problem.ts';
import { requireFile, type StoreFlags, storeUrl } from '../opening/stores/operator-store.ts';
import { buildOpenError } from '../opening/stores/store-address.ts';
import { formatAddress } from '../../store/shown-address.ts';
import { formatCommandName } from '../command-text.ts';
import type { Session } from '../session.ts';

interface BackupFlags extends StoreFlags {
  readonly json?: boolean | undefined;
}

/** Copies a SQLite database as it is at one moment, while it is in use; the file has its name only when it is sound. */
export async function runBackup(
  target: string,
  flags: BackupFlags,
  { config, print, resolvePath }: Session,
): Promise<void> {
  const url = storeUrl(flags, config);
  if (!url.startsWith('sqlite:'))
    throw configProblem(
      formatCommandName('backup'),
      'copies SQLite files; back up PostgreSQL with `pg_dump --format=custom`.',
    );
  const source = url.slice('sqlite:'.length);
  const file = resolvePath(target);
  requireFile(url);
  if (existsSync(file)) throw buildExistsError(file);
  const draft = `${file}.${randomUUID()}.part`;
  try {
    // Made first, so that nobody else may read it while it grows.
    closeSync(openSync(draft, 'wx', 0o600));
    copy(source, draft);
    const { bytes, migrations } = checkBackup(draft, formatAddress(url), config.commandText('doctor'));
    publishDraft(draft, file);
    const written = { database: source, file, bytes, migrations };
    print(flags.json ? JSON.stringify(written, null, 2) : `${file}: ${bytes} bytes, checked.`);
  } catch (error) {
    throw toBackupError(error, { url, file });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Copies in one read transaction: writers go on meanwhile, and the copy has none of their later writes. */
function copy(source: string, draft: string): void {
  const connection = new DatabaseSync(source, { timeout: 5000 });
  try {
    connection.prepare('vacuum into ?').run(draft);
  } finally {
    connection.close();
  }
}

function checkBackup(
  draft: string,
  where: string,
  doctor: string,
): { readonly bytes: number; readonly migrations: number } {
  const { problem, bytes, migrations } = checkCopy(draft);
  if (problem === null) return { bytes, migrations };
  throw new WaybillError(
    'SERVICE_UNAVAILABLE',
    `The copy of ${where} is not sound (${problem}), so nothing was kept; check the database with \`${doctor}\`.`,
  );
}

/** Gives the draft its name after it is durable on disk, and never replaces another file. */
function publishDraft(draft: string, file: string): void {
  syncToDisk(draft);
  linkSync(draft, file);
  syncToDisk(path.dirname(file));
}

function syncToDisk(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const buildExistsError = (file: string) =>
  configProblem(formatCommandName('backup'), `does not overwrite ${file}; name a file that does not exist yet.`);

function toBackupError(error: unknown, { url, file }: { readonly url: string; readonly file: string }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EEXIST') return buildExistsError(file);
  // The source is only read.
  if (classify(error) === 'full')
    return new WaybillError('SERVICE_UNAVAILABLE', `The disk that should hold ${file} is full; nothing was kept.`);
  if (error instanceof WaybillError) return error;
  if (['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code))
    return configProblem(
      formatCommandName('backup'),
      `cannot write ${file}: its folder is missing or belongs to another user.`,
    );
  return buildOpenError(error, url);
}
