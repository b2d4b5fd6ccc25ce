import type { BrokerageDatabase, DatabaseKind, Queries } from '../../store/connection.ts';
import { lock, lockShared } from '../../store/lock.ts';
import { readSandbox } from '../../store/sandbox-settings.ts';

/** How long another process's change of the sandbox's time may go unnoticed by requests that only read. */
const keptMs = 1000;

/** Requests that write share it; one that moves the sandbox's time or makes it anew holds it alone. */
const sandboxLock = 'waybill:sandbox-time';

/** The sandbox's time as reads see it. */
export interface SandboxClock {
  isSandbox(): Promise<boolean>;
  /** How far its time is ahead of the machine's. */
  aheadMs(): Promise<number>;
  /** To be called after a change. */
  forget(): void;
}

export function createSandboxClock(database: BrokerageDatabase): SandboxClock {
  let lastRead: { readonly aheadMs: number | undefined; readonly at: number } | undefined;
  async function read() {
    const at = performance.now();
    if (lastRead && at - lastRead.at < keptMs) return lastRead.aheadMs;
    const settings = await readSandbox(database.reader);
    lastRead = { aheadMs: settings?.advancedMs, at };
    return lastRead.aheadMs;
  }
  return {
    isSandbox: async () => (await read()) !== undefined,
    aheadMs: async () => (await read()) ?? 0,
    forget() {
      lastRead = undefined;
    },
  };
}

interface Store {
  readonly db: Queries;
  readonly kind: DatabaseKind;
}

/** How far the sandbox's time is ahead, for a transaction that writes to it: it stays so until the transaction ends. */
export async function holdTime({ db, kind }: Store): Promise<number> {
  await lockShared(kind, db, sandboxLock);
  return aheadIn(db);
}

/** As holdTime, for a request that changes the time itself: no other request writes to the sandbox meanwhile. */
export async function holdTimeAlone({ db, kind }: Store): Promise<number> {
  await lock(kind, db, sandboxLock);
  return aheadIn(db);
}

const aheadIn = async (db: Queries): Promise<number> => (await readSandbox(db))?.advancedMs ?? 0;

/** As holdTime, where only the organization's id is known; no other organization is ever ahead. */
export async function holdTimeOf(store: Store, organizationId: string): Promise<number> {
  const row = await store.db
    .selectFrom('organization')
    .select('is_sandbox')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.is_sandbox === 1 ? holdTime(store) : 0;
}
