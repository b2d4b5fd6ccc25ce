import { sql, type Transaction } from 'kysely';
import { lock } from './lock.ts';
import type { DatabaseKind } from './migrations/table.ts';
import { classify } from './store-error.ts';

/** Filling a sandbox takes seconds, and on a busy machine many: longer than a request should wait for its turn. */
const waitMaxMs = 60_000;

/**
 * Prepares a store. While another process is at it, the work fails busy before it has done anything: then it waits its
 * turn again, and says once that it waits.
 */
export async function prepareInTurn<Result>(work: () => Promise<Result>, onWait = () => {}): Promise<Result> {
  const deadline = Date.now() + waitMaxMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (classify(error) !== 'busy' || Date.now() > deadline) throw error;
      if (isFirst) onWait();
    }
  }
}

/** Waits for a lock of preparing until the transaction ends; fails busy as early as on SQLite when another has it for long. */
export async function lockPreparing<Schema>(kind: DatabaseKind, tx: Transaction<Schema>, name: string): Promise<void> {
  if (kind === 'postgres') await sql`set local lock_timeout = '5s'`.execute(tx);
  await lock(kind, tx, name);
}
