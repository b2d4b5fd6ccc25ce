import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { DatabaseKind } from './migrations/table.ts';
import { longStatements } from './postgres/waits.ts';

/**
 * Takes a lock that lasts until the transaction ends, or returns false when another transaction holds it.
 * SQLite's writing transactions already exclude each other, so there it is always free.
 */
export async function tryLock<Schema>(kind: DatabaseKind, tx: Transaction<Schema>, name: string): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Waits for a lock that lasts until the transaction ends, and that any number may hold together. */
export async function lockShared(kind: DatabaseKind, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits for a lock that lasts until the transaction ends. */
export async function lock(kind: DatabaseKind, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Lets the statements that follow in a transaction take up to an hour, where others have half a minute. */
export async function allowLongStatements(kind: DatabaseKind, tx: QueryExecutorProvider): Promise<void> {
  if (kind === 'postgres') await sql.raw(longStatements).execute(tx);
}
