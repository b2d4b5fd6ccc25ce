import { WaybillError } from '../errors.ts';

/** What went wrong in the database, in words that do not depend on which database it is. */
export type StoreFailure =
  | 'duplicate'
  | 'busy'
  | 'full'
  | 'corrupt'
  | 'displaced'
  | 'timeout'
  | 'unavailable'
  | 'other';

/** The connection was lost while a transaction was being committed: it may have been kept or not. */
export class CommitUnknown extends Error {}

/** A failure of the database that names it, for people on its machine. Callers of the service read another sentence. */
export class StoreFailed extends WaybillError {
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, sentence: string, cause?: unknown) {
    super('STORE_UNAVAILABLE', sentence, { cause });
    this.failure = failure;
  }
}

const damagedIn = (where: string, cause: Error): StoreFailed =>
  new StoreFailed('corrupt', `The database ${where} is damaged (${cause.message}); restore it from a backup.`, cause);

/** Names the damaged database in what its driver throws, and remembers that it is damaged. */
export interface DamageWatch {
  /** The error as it is to be thrown. */
  readonly name: (error: unknown) => unknown;
  readonly found: () => StoreFailed | undefined;
}

export function watchDamage(where: string): DamageWatch {
  let damage: StoreFailed | undefined;
  return {
    name(error) {
      if (!(error instanceof Error) || classify(error) !== 'corrupt') return error;
      damage ??= damagedIn(where, error);
      return damagedIn(where, error);
    },
    found: () => damage,
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
  if (error instanceof StoreFailed) return error.failure;
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (sqliteDuplicates.has(error.errcode)) return 'duplicate';
    return sqliteFailures[error.errcode % 256] ?? 'other';
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (networkCodes.has(code)) return 'unavailable';
  const known = postgresFailures.find(([prefix]) => code.startsWith(prefix));
  if (known) return known[1];
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(error.message)
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
