import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { waitOrAbort, requireRunning } from '../../client/transport/abort.ts';
import type { CopyDatabase, CopyTables, CopyTransaction } from './tables.ts';

/** Milliseconds that other processes wait for one that was killed. */
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const lookEveryMs = 25;
/** Milliseconds that a wish lasts. A waiting process renews it each time it looks. */
const wishMs = 250;

/** Error thrown if another process took over the lease while this one was suspended. */
export class LeaseLost extends Error {}

/** The right to write, for one process at a time; times are of the machine that all processes of a file share. */
export interface Lease {
  /** Runs while no other process writes; not at all where `isDone` is true before its turn comes. */
  readonly hold: (turn: LeaseTurn, work: (heldLease: HeldLease) => Promise<void>) => Promise<void>;
  /** Takes a right that lasts over many turns; false where another process has it. */
  readonly claim: (name: string) => Promise<boolean>;
  /** Keeps a right that was claimed. */
  readonly renewClaim: (tx: CopyTransaction, name: string) => Promise<void>;
  readonly giveUp: (name: string) => Promise<void>;
}

export interface LeaseTurn {
  /** True for work that lets all other work go first. */
  readonly isPatient: boolean;
  /**
   * Returns true if the work is done. It is called while waiting, because the process that has the lease may do the
   * work.
   */
  readonly isDone: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface HeldLease {
  /**
   * Throws if the lease was lost. Every transaction begins with it, so that a process that was suspended can't
   * overwrite later data.
   */
  readonly require: (tx: CopyTransaction) => Promise<void>;
  /** Ends the lease early. Other work of this turn relies on records that are gone and has to start again. */
  readonly end: () => void;
}

interface Holding {
  readonly database: CopyDatabase;
  readonly holder: string;
}

export function createLease(database: CopyDatabase): Lease {
  const holding: Holding = { database, holder: `${process.pid} ${randomUUID()}` };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    hold(turn, work) {
      // The calls of one process have one name: they queue here.
      const result = queue.then(() => holdInTurn(holding, turn, work));
      queue = result.catch(() => {});
      return result;
    },
    claim: (name) =>
      database.transaction(async (tx) => {
        if (!(await isMine(holding, tx, name))) return false;
        await write(holding, tx, name, leaseMs);
        return true;
      }),
    renewClaim: (tx, name) => write(holding, tx, name, leaseMs),
    giveUp: (name) => release(holding, name),
  };
}

async function holdInTurn(
  holding: Holding,
  turn: LeaseTurn,
  work: (heldLease: HeldLease) => Promise<void>,
): Promise<void> {
  if (!(await takeInTurn(holding, turn))) return;
  let hasEnded = false;
  const heldLease: HeldLease = {
    async require(tx) {
      if (hasEnded) throw new LeaseLost('the copy was emptied');
      await requireHeld(holding, tx);
    },
    end() {
      hasEnded = true;
    },
  };
  const renew = () => void holding.database.transaction(heldLease.require).catch(() => {});
  const timer = setInterval(renew, renewEveryMs);
  try {
    await work(heldLease);
  } finally {
    clearInterval(timer);
    await release(holding, 'writer');
    await giveWay(holding);
  }
}

/** Pauses for other processes that wait: they look only now and then and would never find the lease free. */
async function giveWay(holding: Holding): Promise<void> {
  // With the service in this process a whole backfill can run without a pause in which timers and other calls have their turn.
  await nextTurn();
  if (!(await isMine(holding, holding.database.reader, 'wish'))) await pause(2 * lookEveryMs);
}

async function takeInTurn(holding: Holding, { isPatient, isDone, signal }: LeaseTurn): Promise<boolean> {
  for (;;) {
    requireRunning(signal);
    if (await isDone()) return false;
    if (await take(holding, isPatient)) return true;
    if (!isPatient) await holding.database.transaction((tx) => write(holding, tx, 'wish', wishMs));
    await waitOrAbort(pause(lookEveryMs, undefined, { signal }), signal);
  }
}

async function take(holding: Holding, isPatient: boolean): Promise<boolean> {
  const { reader } = holding.database;
  const isWished = isPatient && !(await isMine(holding, reader, 'wish'));
  if (isWished || !(await isMine(holding, reader, 'writer'))) return false;
  return holding.database.transaction(async (tx) => {
    if (!(await isMine(holding, tx, 'writer'))) return false;
    await write(holding, tx, 'writer', leaseMs);
    return true;
  });
}

/** Renews the right to write and finds out in the same statement whether this process still has it. */
async function requireHeld({ holder }: Holding, tx: CopyTransaction): Promise<void> {
  const now = Date.now();
  const { numUpdatedRows } = await tx
    .updateTable('lease')
    .set({ until: now + leaseMs })
    .where('name', '=', 'writer')
    .where('holder', '=', holder)
    // As for every reader of it: a clock that was put back must not make it last for hours.
    .where('until', '>', now)
    .where('until', '<=', now + leaseMs)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new LeaseLost('another process writes to the copy');
}

/** Returns true if no other process has this right. */
async function isMine({ holder }: Holding, db: Kysely<CopyTables>, name: string): Promise<boolean> {
  return [undefined, holder].includes(await findHolder(db, name));
}

async function findHolder(db: Kysely<CopyTables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('lease').selectAll().where('name', '=', name).executeTakeFirst();
  const now = Date.now();
  // A clock that was put back must not make it last for hours.
  return row !== undefined && row.until > now && row.until <= now + leaseMs ? row.holder : undefined;
}

async function write({ holder }: Holding, tx: CopyTransaction, name: string, ms: number): Promise<void> {
  await tx
    .replaceInto('lease')
    .values({ name, holder, until: Date.now() + ms })
    .execute();
}

async function release({ database, holder }: Holding, name: string): Promise<void> {
  await database.transaction((tx) =>
    tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute(),
  );
}
