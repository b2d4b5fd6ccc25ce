/** A connection that was given up: it gave no answer in time, or the process ends. What it was asked may have been done. */
export class ConnectionGivenUp extends Error {}

/** The store is reached through a connection pooler that does not lend connections as its address says. */
export class PoolerMismatch extends Error {
  /** Description of the pooler's behavior, which continues "a connection pooler". */
  readonly reason: string;
  readonly advice: string;

  constructor(reason: string, advice: string, cause?: Error) {
    super(`a connection pooler ${reason}`, { cause });
    this.reason = reason;
    this.advice = advice;
  }
}

/** Errors that only a pooler causes: a parameter that it does not pass on, and a statement name of another session. */
const poolerFaults: readonly (readonly [isThis: (code: string, message: string) => boolean, ...PoolerAdvice])[] = [
  [
    (_code, message) => /unsupported startup parameter/.test(message),
    'that refuses a parameter of the connection',
    'take "options" and timeouts out of its address and out of PGOPTIONS, or name the parameter in ignore_startup_parameters of the pooler',
  ],
  [
    (code) => code === '42P05' || code === '26000',
    'that lends a connection for one transaction, or does not clean it for the next client',
    'add pooling=transaction to its address (postgres://...?pooling=transaction) without prepared_statements=true, or set pool_mode = session and server_reset_query = DISCARD ALL in the pooler',
  ],
];

type PoolerAdvice = readonly [reason: string, advice: string];

/** Returns what is wrong with the pooler where it causes an error, with the remedy. */
export function findPoolerMismatch(error: unknown): PoolerMismatch | undefined {
  if (error instanceof PoolerMismatch) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const fault = poolerFaults.find(([isThis]) => isThis(code, error.message));
  return fault && new PoolerMismatch(fault[1], fault[2], error);
}
