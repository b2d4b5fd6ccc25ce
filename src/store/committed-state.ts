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

const nothing = { state: '', until: 0 };

export function committedState(pool: Pool, presence: Presence): CommittedState {
  let known = nothing;
  let writing = 0;
  let begunOrEnded = 0;

  const count = (change: 1 | -1) => {
    writing += change;
    begunOrEnded += 1;
    known = nothing;
  };

  const ask = sharedCall(async () => {
    const before = begunOrEnded;
    const until = await presence.aloneUntil(pool);
    // Which transactions are visible: no write can end without changing it. A server that has crashed counts some again.
    const { rows } = await pool.query<{ state: string }>(
      "select concat(pg_postmaster_start_time(), ' ', pg_current_snapshot()) as state",
    );
    const state = `${presence.ended} ${rows[0]?.state}`;
    if (writing === 0 && begunOrEnded === before) known = { state, until };
    return state;
  });

  return {
    now: async () => (performance.now() < known.until ? known.state : ask()),
    async during(write) {
      count(1);
      try {
        return await write();
      } finally {
        count(-1);
      }
    },
  };
}
