import type { PoolClient } from 'pg';
import { PoolerMismatch } from './faults.ts';
import type { BoundedPool } from './pool.ts';

/** Two clients of a pooler that lends connections for a transaction soon meet on one of its connections. */
const roundsMax = 10;

/**
 * Fails where the server is reached through a pooler that lends a connection for each transaction. The settings of a
 * session would be lost there without a word. Every server process tells its client its number when it connects; a
 * pooler tells each client a number of its own.
 */
export async function requireSessions(pool: BoundedPool): Promise<void> {
  const first = await pool.connect();
  try {
    if ((await readServerProcess(pool, first)) === readToldProcess(first)) return;
    const second = await pool.connect().catch(() => undefined);
    if (!second) return;
    try {
      if (await canMeet(pool, first, second))
        throw new PoolerMismatch(
          'in transaction mode',
          'add pooling=transaction to its address (postgres://...?pooling=transaction), or set pool_mode = session in the pooler',
        );
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

/**
 * Returns true if a client changes its server process, or shares it with the other client, although both stay
 * connected.
 */
async function canMeet(pool: BoundedPool, first: PoolClient, second: PoolClient): Promise<boolean> {
  const seen = { first: new Set<number>(), second: new Set<number>() };
  for (let round = 0; round < roundsMax; round += 1) {
    seen.first.add(await readServerProcess(pool, first));
    seen.second.add(await readServerProcess(pool, second));
    if (seen.first.size > 1 || seen.second.size > 1 || !seen.first.isDisjointFrom(seen.second)) return true;
  }
  return false;
}

async function readServerProcess(pool: BoundedPool, client: PoolClient): Promise<number> {
  const { rows } = await pool.askSoon(client, { text: 'select pg_backend_pid() as pid' });
  return Number(rows[0]?.pid);
}

/** Reads the number of the server process. The driver has it, but not in its types. */
const readToldProcess = (client: PoolClient): number => (client as unknown as { processID: number }).processID;
