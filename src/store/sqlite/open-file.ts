import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { fold, buildSearchDocument } from '../migrations/brokerage/0008-search/folding.ts';

/** Survival of a power loss: of everything, of everything but the latest transactions, or perhaps of nothing. */
export type Durability = 'full' | 'normal' | 'off';

export interface SqliteOptions {
  readonly file: string;
  /** `off` only for tests: a power loss may lose what was acknowledged. */
  readonly durability?: Durability;
  /** True while an empty store is filled with very much at once. */
  readonly isBulk?: boolean;
  /** True for a connection that only reads: SQLite then refuses its writes. */
  readonly isReadOnly?: boolean;
}

const everydaySettings = 'pragma temp_store = memory';
/** Sorts what does not fit into memory on disk, and with another thread. */
const bulkSettings = 'pragma temp_store = file; pragma cache_size = -256000; pragma threads = 2';

/**
 * Opens a connection to the file, which is made where there is none. Nothing waits inside SQLite, where whoever else needs
 * the thread would wait along: what finds the file locked fails busy at once, and its caller tries again.
 */
export function openSqlite({
  file,
  durability = 'full',
  isBulk = false,
  isReadOnly = false,
}: SqliteOptions): DatabaseSync {
  const folder = path.dirname(file);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  requireWithItsLog(file);
  const connection = new DatabaseSync(file);
  try {
    if (isNew) chmodSync(file, 0o600);
    connection.exec('pragma busy_timeout = 0');
    // The log would take as much disk again as the store itself; a rollback journal need not hold pages that are new.
    if (!isBulk || !isEmpty(connection)) connection.exec('pragma journal_mode = wal');
    connection.exec(`pragma synchronous = ${durability}`);
    // Triggers call it for every record that people can look up.
    connection.function('search_document', { deterministic: true }, (fields) => buildSearchDocument(String(fields)));
    connection.function('search_fold', { deterministic: true }, foldValue);
    connection.exec(`pragma foreign_keys = off; ${isBulk ? bulkSettings : everydaySettings}`);
    if (isReadOnly) connection.exec('pragma query_only = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Folds a value, as PostgreSQL's function of the same name does. */
const foldValue = (value: SQLOutputValue) => (value === null ? null : fold(String(value)));

/**
 * Throws if the file is missing but its log exists. SQLite would create a new store over the log, which has the latest
 * committed changes.
 */
function requireWithItsLog(file: string): void {
  const readSize = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const log = `${file}-wal`;
  if (readSize(file) > 0 || readSize(log) === 0) return;
  throw new Error(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but its log ${log} is there: put the database back beside it, or restore both from a backup`,
  );
}

const isEmpty = (connection: DatabaseSync) => connection.prepare('pragma page_count').get()?.['page_count'] === 0;
