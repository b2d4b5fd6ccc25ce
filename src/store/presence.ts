import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';

/** How long a process relies on having seen nobody else at its database. */
const reliedOnMs = 50;
/** How long a process is at its database before it does anything there: longer than others rely on not having seen it. */
const noticeMs = 75;
/** How long a process that has met others takes it that they stay. */
const companyMs = 250;

/**
 * Whether a process is alone at its PostgreSQL database, so that nothing can be committed there but what it commits itself.
 *
 * Every process keeps {@link noticeMs} between its arrival and its first statement. Whoever saw nobody therefore knows
 * that nobody can commit anything within {@link reliedOnMs}. Clocks are not compared, only their speed. Behind a pool of
 * connections, which gives processes connections that they have not made, nobody finds itself alone.
 */
export interface Presence {
  /** How many connections have ended: after a crash the server may give what it commits a name that it has given before. */
  readonly ended: number;
  /** Ends when others have had the time to notice this new connection, or an older one that still stands. */
  readonly arrive: (client: ClientBase) => Promise<void>;
  /** Until when (of `performance.now()`) nobody else can commit; 0 in company. Asks the server only when it has to. */
  aloneUntil(pool: Pool): Promise<number>;
}

interface Standing {
  readonly since: number;
  /** As the server knows it; unknown until the server has said it, or for good where another program made it. */
  name?: string | undefined;
}

const nameOf = "concat(pid, ' ', extract(epoch from backend_start))";

const whoStands = `select ${nameOf} as name, pid = $1 as "isNew" from pg_stat_activity
  where pid = $1 or ${nameOf} = any($2)`;

/** The server's own workers, which change no record, have no user. */
const whetherOthersAreHere = `select exists(
    select from pg_stat_activity
    where datname = current_database() and usesysid is not null and ${nameOf} <> all($1)
  ) as others`;

export function createPresence(): Presence {
  /** Connections that stand as far as this process knows. */
  const standing = new Map<ClientBase, Standing>();
  let ended = 0;
  let until = 0;
  let companyUntil = 0;

  // What a lost connection was about to commit may still be committed: from now on it is somebody else's.
  const end = (client: ClientBase) => {
    if (!standing.delete(client)) return;
    ended += 1;
    until = 0;
  };
  const names = () => [...standing.values()].flatMap(({ name }) => name ?? []);

  return {
    get ended() {
      return ended;
    },
    async arrive(client) {
      const arrived: Standing = { since: performance.now() };
      standing.set(client, arrived);
      for (const event of ['error', 'end']) client.once(event, () => end(client));
      const seen = await namesThatStand(client, names());
      arrived.name = seen.own;
      const known = [...standing.values()].filter(({ name }) => name !== undefined && seen.all.has(name));
      await sleepUntil(Math.min(arrived.since, ...known.map(({ since }) => since)) + noticeMs);
    },
    async aloneUntil(pool) {
      if (performance.now() < Math.max(until, companyUntil)) return until;
      // Before it looks around, so that it does not take a connection of its own for somebody else's.
      const client = await pool.connect();
      const askedAt = performance.now();
      const endedBefore = ended;
      const isAlone = !(await areOthersHere(client, names()).finally(() => client.release()));
      companyUntil = isAlone ? 0 : askedAt + companyMs;
      until = isAlone && ended === endedBefore ? askedAt + reliedOnMs : 0;
      return until;
    },
  };
}

interface Seen {
  /** Of the client itself, where the server has it by the number that it gave. */
  readonly own: string | undefined;
  readonly all: ReadonlySet<string>;
}

async function namesThatStand(client: ClientBase, known: readonly string[]): Promise<Seen> {
  const { rows } = await client.query<{ name: string; isNew: boolean }>(whoStands, [processIdOf(client), known]);
  return { own: rows.find(({ isNew }) => isNew)?.name, all: new Set(rows.map(({ name }) => name)) };
}

async function areOthersHere(client: ClientBase, own: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ others: boolean }>(whetherOthersAreHere, [own]);
  return rows[0]?.others !== false;
}

async function sleepUntil(at: number): Promise<void> {
  const remainingMs = at - performance.now();
  if (remainingMs > 0) await sleep(remainingMs);
}

/** What the server said when the connection was made; null where it said nothing. */
const processIdOf = (client: ClientBase) => (client as ClientBase & { readonly processID: number | null }).processID;
