import type { Pool } from 'pg';
import type { Presence } from './presence.ts';
import { sharedCall } from './shared-call.ts';

/** Names what is committed to a PostgreSQL database. */
export interface CommittedState {
  /** Asked of the database; a process that is alone there knows it as long as it does not write. */
  now(): Promise<string>;
  /** Runs what may commit something. */
  during<Result>(write: () => Promise<Result>): Promise<Result>;
}

export function committedState(pool: Pool, presence: Presence): CommittedState {
  let known = { state: '', until: 0 };
  let writing = 0;
  /** Beginnings and ends. */
  let turns = 0;

  const turn = (change: 1 | -1) => {
    writing += change;
    turns += 1;
    known = { state: '', until: 0 };
  };

  const ask = sharedCall(async () => {
    const turnsBefore = turns;
    const until = await presence.aloneUntil(pool);
    // Which transactions are visible: no write can end without changing it.
    const { rows } = await pool.query<{ state: string }>('select pg_current_snapshot()::text as state');
    const state = rows[0]?.state ?? '';
    if (writing === 0 && turns === turnsBefore) known = { state, until };
    return state;
  });

  return {
    now: async () => (performance.now() < known.until ? known.state : ask()),
    async during(write) {
      turn(1);
      try {
        return await write();
      } finally {
        turn(-1);
      }
    },
  };
}
