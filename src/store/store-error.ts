import { WaybillError } from '../errors.ts';
import { ConnectionGivenUp, findPoolerMismatch } from './postgres/faults.ts';
import { ThreadEnded } from './sqlite/thread-ended.ts';

/** The kind of a database failure, the same for both databases. */
export type StoreFailure =
  | 'duplicate'
  | 'busy'
  | 'full'
  | 'readonly'
  | 'corrupt'
  | 'displaced'
  | 'pooler'
  | 'version'
  | 'timeout'
  | 'unavailable'
  | 'other';

/** Failures of the database itself; the others are about one statement, and are thrown as the driver says them. */
export type NamedFailure = Exclude<StoreFailure, 'duplicate' | 'other'>;

/**
 * A failure of the database that says what happened, that nothing was saved, and what to do, for people on its machine.
 * Callers of the service read another sentence, without the place.
 */
export class StoreFailed extends WaybillError {
  readonly failure: NamedFailure;

  constructor(failure: NamedFailure, sentence: string, cause?: unknown) {
    super('STORE_UNAVAILABLE', sentence, { cause });
    this.failure = failure;
  }
}

/** The connection was lost while a transaction was being committed: it may have been kept or not. */
export class CommitUnknown extends WaybillError {
  constructor(where: string, cause: unknown) {
    super(
      'STORE_UNAVAILABLE',
      `The connection to the database ${where} was lost while something was being saved, so it may be saved or not; look before you do it again.`,
      { cause },
    );
  }
}

/** Returns true if a rule refused the request and the database works. */
export const isRefusal = (error: unknown): error is WaybillError =>
  error instanceof WaybillError && !(error instanceof StoreFailed) && !(error instanceof CommitUnknown);

/** Names what the driver of one database throws, and remembers that the database is damaged. */
export interface FailureNames {
  /** The error as it is to be thrown. */
  readonly name: (error: unknown) => unknown;
  readonly findDamage: () => StoreFailed | undefined;
}

export function createFailureNames(where: string): FailureNames {
  let damage: StoreFailed | undefined;
  return {
    name(error) {
      const storeFailure = toStoreFailed(error, where);
      if (storeFailure?.failure === 'corrupt') damage ??= storeFailure;
      return storeFailure ?? error;
    },
    findDamage: () => damage,
  };
}

/** Converts an error to a failure of the store. Returns undefined if the error concerns only one statement. */
export function toStoreFailed(error: unknown, where: string): StoreFailed | undefined {
  if (error instanceof StoreFailed) return error;
  const failure = classify(error);
  if (failure === 'duplicate' || failure === 'other') return undefined;
  return new StoreFailed(failure, describeFailure(failure, where, error), error);
}

/** SQLite's primary result codes; extended codes carry them in the low byte. */
const sqliteFailures: Readonly<Record<number, StoreFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'readonly',
  10: 'unavailable',
  11: 'corrupt',
  13: 'full',
  14: 'unavailable',
  26: 'corrupt',
};
/** SQLITE_NOTADB. */
const notDatabase = 26;
/** SQLITE_READONLY_DBMOVED. */
const movedFile = 1032;
/** SQLite's message for a missing table or column, which has no code of its own. */
const missingInSchema = /^(?:no such (?:table|column):|table \S+ has no column named )/;
/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteDuplicates = new Set([1555, 2067]);

/** SQLSTATE codes and classes. */
const postgresFailures: readonly (readonly [prefix: string, StoreFailure])[] = [
  ['23505', 'duplicate'],
  ['40', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'timeout'],
  ['53100', 'full'],
  ['25006', 'readonly'],
  ['42501', 'readonly'],
  ['42P01', 'version'],
  ['42703', 'version'],
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['57P', 'unavailable'],
  ['28', 'unavailable'],
  ['3D000', 'unavailable'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
];

/** The system's code for a full disk when a file is created, written or copied. */
const diskFull = 'ENOSPC';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export function classify(error: unknown): StoreFailure {
  if (!(error instanceof Error)) return 'other';
  if (error instanceof StoreFailed) return error.failure;
  if (error instanceof ConnectionGivenUp || error instanceof ThreadEnded) return 'unavailable';
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (sqliteDuplicates.has(error.errcode)) return 'duplicate';
    if (error.errcode === movedFile) return 'displaced';
    if (error.errcode === 1 && missingInSchema.test(error.message)) return 'version';
    return sqliteFailures[error.errcode % 256] ?? 'other';
  }
  const code = getCode(error);
  if (code === diskFull) return 'full';
  if (networkCodes.has(code)) return 'unavailable';
  if (findPoolerMismatch(error) !== undefined) return 'pooler';
  const failureEntry = postgresFailures.find(([prefix]) => code.startsWith(prefix));
  if (failureEntry) return failureEntry[1];
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|timeout expired/.test(
    error.message,
  )
    ? 'unavailable'
    : 'other';
}

const getCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Describes what happened, that nothing was saved, and what to do. */
function describeFailure(failure: NamedFailure, where: string, error: unknown): string {
  const reason = getReason(error);
  const isServer = where.startsWith('postgres');
  switch (failure) {
    case 'busy':
      return isServer
        ? `Another process was changing the same records of the database ${where}, so nothing was saved; try again.`
        : `The database ${where} is locked by another program, so nothing was saved; close that program, or wait and try again.`;
    case 'full':
      return `The disk that holds ${where} is full, so nothing was saved; free some space, then try again.`;
    case 'readonly':
      return isServer
        ? `The database ${where} may only be read (${reason}), so nothing was saved; name the primary server and a user who may write.`
        : `The database ${where} may only be read (${reason}), so nothing was saved; give this user the right to write the file and its folder.`;
    case 'corrupt':
      return error instanceof Error && 'errcode' in error && error.errcode === notDatabase
        ? `The database ${where} is damaged or is not a Waybill database, so nothing was saved; restore it from a backup, or move the file away to start anew.`
        : `The database ${where} is damaged (${reason}), so nothing was saved; restore it from a backup.`;
    case 'displaced':
      return `The database ${where} was deleted, renamed or replaced, so nothing was saved; put it back, or restore it and restart Waybill.`;
    case 'pooler':
      return describePooler(where, error);
    case 'version':
      return `The database ${where} is not of this version of Waybill (${reason}), so nothing was saved; start the version that it belongs to, or restore it from a backup.`;
    case 'timeout':
      return `The database ${where} did not answer in time, so nothing was saved; check that it is healthy, then try again.`;
    case 'unavailable':
      if (error instanceof ThreadEnded)
        return `The thread that works with the database ${where} ended unexpectedly (${reason}), so nothing was saved; try again.`;
      return isServer
        ? `The database ${where} cannot be reached (${reason}), so nothing was saved; ${describeRemedy(getCode(error))}`
        : `The database ${where} cannot be read or written (${reason}), so nothing was saved; check that the file exists and that this user may write it.`;
    default:
      return failure satisfies never;
  }
}

function describePooler(where: string, error: unknown): string {
  const mismatch = findPoolerMismatch(error);
  const how = mismatch === undefined ? '' : ` ${mismatch.reason}`;
  const advice = mismatch?.advice ?? 'correct its address';
  return `The database ${where} is reached through a connection pooler such as PgBouncer${how}, so nothing was saved; ${advice}.`;
}

/** Describes what to do about a PostgreSQL server that refuses the connection. */
function describeRemedy(code: string): string {
  if (code.startsWith('28')) return 'correct the user and the password in its address.';
  if (code === '3D000') return 'create the database, or correct its address.';
  if (code.startsWith('53')) return 'wait and try again, or raise max_connections of the server.';
  return 'check that its server runs, then try again.';
}

export function getReason(error: unknown): string {
  // Several addresses of one name were tried.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}

/** Returns true if one more try in a new transaction may help: nothing of the failed one was saved. */
export function isRetryable(error: unknown): boolean {
  const failure = classify(error);
  return failure === 'busy' || failure === 'unavailable';
}

/** Codes of a server that is failing itself, so that its answer to a commit proves nothing. */
const failingServer = /^(08|53|57P|58|XX)/;

/** Returns true if the server has certainly refused a commit. */
export function isRolledBack(error: unknown): boolean {
  const thrown = error instanceof StoreFailed ? error.cause : error;
  return isSqlState(thrown) && !failingServer.test(thrown.code) && classify(thrown) !== 'unavailable';
}

const isSqlState = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** Returns the constraint or column text of a duplicate, which tells a client key from other columns. */
export function getDuplicateText(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : error.message;
}
