/** What went wrong in the database, in words that do not depend on which database it is. */
export type StoreFailure = 'duplicate' | 'busy' | 'full' | 'corrupt' | 'timeout' | 'unavailable' | 'other';

/** The connection was lost while a transaction was being committed: it may have been kept or not. */
export class CommitUnknown extends Error {}

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
  ['XX', 'corrupt'],
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

/** Whether a server that refused a commit says so: only the answer to the commit itself does, and not a server that is failing. */
export function isRolledBack(error: unknown): boolean {
  const failure = classify(error);
  if (failure === 'unavailable' || failure === 'corrupt') return false;
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/** The constraint or column text of a duplicate, to tell a client key from anything else. */
export function duplicateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : error.message;
}
