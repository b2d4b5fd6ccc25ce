import { WaybillError } from '../errors.ts';
import { ConnectionGivenUp, isPoolerFault, PoolerMismatch, toPoolerMismatch } from './postgres/faults.ts';

/** What went wrong in the database, in words that do not depend on which database it is. */
export type StoreFailure = 'duplicate' | 'busy' | 'full' | 'corrupt' | 'pooler' | 'timeout' | 'unavailable' | 'other';

/** The connection was lost while a transaction was being committed: it may have been kept or not. */
export class CommitUnknown extends WaybillError {
  constructor(cause: unknown) {
    super(
      'OUTCOME_UNKNOWN',
      'The connection to the database was lost while a change was being saved, so it may have been made or not.',
      { cause },
    );
  }
}

/** A database server cannot be reached, ended the connection, or gave no answer in time. */
export class DatabaseAway extends WaybillError {
  constructor(where: string, cause: Error) {
    super('SERVICE_UNAVAILABLE', `The database ${where} cannot be reached (${cause.message}).`, { cause });
  }
}

/** Errors that name a database, which callers of the API are not told. */
export const isAboutDatabase = (error: unknown): boolean =>
  error instanceof DatabaseDamaged || error instanceof DatabaseAway || error instanceof PoolerMismatch;

/** Pages of the database cannot be read as what they should be. It stays so until it is restored. */
export class DatabaseDamaged extends WaybillError {
  constructor(where: string, cause: Error) {
    super('SERVICE_UNAVAILABLE', `The database ${where} is damaged (${cause.message}); restore it from a backup.`, {
      cause,
    });
  }
}

/** The error with the name of the server where that cannot be reached, else the error itself. */
export function toDatabaseAway(where: string, error: unknown): unknown {
  const isAway = error instanceof Error && !(error instanceof WaybillError) && classify(error) === 'unavailable';
  return isAway ? new DatabaseAway(where, error) : error;
}

/** Names the database in what its driver throws where that says how to mend it, and remembers damage. */
export interface FaultWatch {
  /** The error as it is to be thrown. */
  readonly name: (error: unknown) => unknown;
  readonly findDamage: () => DatabaseDamaged | undefined;
}

export function watchFaults(where: string): FaultWatch {
  let damage: DatabaseDamaged | undefined;
  return {
    name(error) {
      if (!(error instanceof Error)) return error;
      const failure = classify(error);
      if (failure === 'pooler') return toPoolerMismatch(where, error);
      if (failure !== 'corrupt') return error;
      damage ??= new DatabaseDamaged(where, error);
      return new DatabaseDamaged(where, error);
    },
    findDamage: () => damage,
  };
}

/** SQLite's primary result codes; extended codes carry them in the low byte. */
const sqliteFailures: Readonly<Record<number, StoreFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'unavailable',
  10: 'unavailable',
  11: 'corrupt',
  13: 'full',
  14: 'unavailable',
  26: 'corrupt',
};
/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteDuplicates = new Set([1555, 2067]);

/** SQLSTATE codes and classes. */
const postgresFailures: readonly (readonly [prefix: string, StoreFailure])[] = [
  ['23505', 'duplicate'],
  ['40', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'timeout'],
  ['53100', 'full'],
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['57P', 'unavailable'],
  ['28', 'unavailable'],
  ['3D000', 'unavailable'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
];

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
  if (error instanceof DatabaseDamaged) return 'corrupt';
  if (error instanceof PoolerMismatch) return 'pooler';
  if (error instanceof DatabaseAway || error instanceof ConnectionGivenUp) return 'unavailable';
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (sqliteDuplicates.has(error.errcode)) return 'duplicate';
    return sqliteFailures[error.errcode % 256] ?? 'other';
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (networkCodes.has(code)) return 'unavailable';
  if (isPoolerFault(error)) return 'pooler';
  const known = postgresFailures.find(([prefix]) => code.startsWith(prefix));
  if (known) return known[1];
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|timeout expired/.test(
    error.message,
  )
    ? 'unavailable'
    : 'other';
}

/** Worth one more try in a fresh transaction: nothing of the failed one was kept. */
export function isRetryable(error: unknown): boolean {
  const failure = classify(error);
  return failure === 'busy' || failure === 'unavailable';
}

/** What a server says that is itself failing: what it says of a commit settles nothing. */
const failingServer = /^(08|53|57P|58|XX)/;

/** Whether the server has refused a commit for sure. */
export const isRolledBack = (error: unknown): boolean =>
  isSqlState(error) && !failingServer.test(error.code) && classify(error) !== 'unavailable';

const isSqlState = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** The constraint or column text of a duplicate, to tell a client key from anything else. */
export function duplicateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : error.message;
}
