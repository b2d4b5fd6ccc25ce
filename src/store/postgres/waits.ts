/** Milliseconds that the store waits for PostgreSQL at most: each wait of the client ends a little after the server's. */
export interface PostgresWaits {
  /** Limit for a connection: a place in the pool, connecting and signing in, and the settings of a new session. */
  readonly connectMs: number;
  /** Limit for the answer of an idle connection that is tested. */
  readonly pingMs: number;
  /** A connection that was idle for longer is asked before it is used. */
  readonly idleMs: number;
  /** Limit for each lock that another transaction has, as on SQLite. */
  readonly lockMs: number;
  /** Limit for a statement. */
  readonly statementMs: number;
  /** Time that an open transaction may wait for its next statement before the server ends it and frees its locks. */
  readonly idleInTransactionMs: number;
  /** Limit for a statement of a transaction that works on a whole brokerage. */
  readonly longStatementMs: number;
  /** Time for the answer to a statement beyond the limit that the server has for it. */
  readonly marginMs: number;
  /** Limit for the goodbye on a connection that is closed. */
  readonly goodbyeMs: number;
  /** Time that running statements have to finish when the store is closed. */
  readonly closeMs: number;
}

/**
 * A server that hears nothing from its client ends the open transaction before the client gives up on it: a COMMIT that
 * arrives after the caller was told that its outcome is unknown finds no transaction.
 */
export const postgresWaits: PostgresWaits = {
  connectMs: 5000,
  pingMs: 2000,
  idleMs: 1000,
  lockMs: 5000,
  statementMs: 30_000,
  idleInTransactionMs: 15_000,
  longStatementMs: 3_600_000,
  marginMs: 2000,
  goodbyeMs: 1000,
  closeMs: 2000,
};

/** Lists the settings of a session. In a pooler's transaction mode they hold for one transaction each. */
export function listSessionSettings(waits: PostgresWaits): readonly string[] {
  return [
    `statement_timeout = ${waits.statementMs}`,
    `lock_timeout = ${waits.lockMs}`,
    `idle_in_transaction_session_timeout = ${waits.idleInTransactionMs}`,
    // Compiling what is estimated to be costly takes 80 ms, and hardly any query here takes as long as that. And pages
    // are in memory or on disks without a head to move: an index finds fifty records before a small table is read.
    // Helpers take longer to begin than they save, and the processors have other callers to serve.
    'jit = off',
    'random_page_cost = 1.1',
    'max_parallel_workers_per_gather = 0',
  ];
}

/** Begins a part of a transaction whose statements may take long. The connection recognizes it, and waits as long. */
export const longStatements = [
  `set local statement_timeout = ${postgresWaits.longStatementMs}`,
  // Records are computed between the statements.
  `set local idle_in_transaction_session_timeout = ${postgresWaits.longStatementMs}`,
].join('; ');
