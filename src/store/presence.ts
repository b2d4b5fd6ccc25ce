import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';

/** How long a process relies on having seen nobody else at its database. */
const reliedOnMs = 50;
/** How long a process is at its database before it does anything there: longer than others rely on not having seen it. */
const noticeMs = 75;
/** How long a process that has met others takes it that they stay. */
const companyMs = 1000;

/** Some of the server's own processes, which change no record. */
const harmless = ['autovacuum worker', 'parallel worker', 'walsender'];

/**
 * Whether a process is alone at its PostgreSQL database, so that nothing can be committed there but what it commits itself.
 *
 * Every process keeps {@link noticeMs} between its arrival and its first statement. Whoever saw nobody therefore knows
 * that nobody can commit anything within {@link reliedOnMs}. Clocks are not compared, only their speed.
 */
export interface Presence {
  /** Ends when others have had the time to notice this new connection, or an older one that still stands. */
  readonly arrive: (client: ClientBase) => Promise<void>;
  /** Until when (of `performance.now()`) nobody else can commit; 0 in company. Asks the server only when it has to. */
  aloneUntil(pool: Pool): Promise<number>;
}

export function createPresence(): Presence {
  /** Connections that stand as far as this process knows, and since when. */
  const standing = new Map<ClientBase, number>();
  let lost = 0;
  let until = 0;
  let companyUntil = 0;

  // What a lost connection was about to commit may still be committed: from now on it is somebody else's.
  const lose = (client: ClientBase) => {
    if (!standing.delete(client)) return;
    lost += 1;
    until = 0;
  };

  return {
    async arrive(client) {
      standing.set(client, performance.now());
      client.once('error', () => lose(client));
      client.once('end', () => lose(client));
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid = any($1)', [
        [...standing.keys()].map(pidOf),
      ]);
      const seen = new Set(rows.map(({ pid }) => pid));
      const since = [...standing].filter(([known]) => seen.has(pidOf(known))).map(([, at]) => at);
      const remainingMs = Math.min(...since) + noticeMs - performance.now();
      if (remainingMs > 0) await sleep(remainingMs);
    },

    async aloneUntil(pool) {
      const askedAt = performance.now();
      if (askedAt < until || askedAt < companyUntil) return until;
      const lostBefore = lost;
      const { rows } = await pool.query<{ others: boolean }>(
        `select exists(
           select from pg_stat_activity
           where datname = current_database() and pid <> all($1) and coalesce(backend_type, '') <> all($2)
         ) as others`,
        [[...standing.keys()].map(pidOf), harmless],
      );
      const isAlone = rows[0]?.others === false;
      companyUntil = isAlone ? 0 : askedAt + companyMs;
      until = isAlone && lost === lostBefore ? askedAt + reliedOnMs : 0;
      return until;
    },
  };
}

/** As the server named it when the connection was made. A pool of connections in between makes names up: nobody is alone behind it. */
const pidOf = (client: ClientBase): number => (client as ClientBase & { readonly processID: number }).processID;
