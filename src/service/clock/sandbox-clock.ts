import type { BrokerageDatabase, DatabaseKind, Queries } from '../../store/connection.ts';
import { lock, lockShared } from '../../store/lock.ts';
import { readSandbox } from '../../store/sandbox-settings.ts';

/** Time after which requests that only read notice another process's change of the sandbox's time. */
const keptMs = 1000;

/** Requests that write share it; one that moves the sandbox's time or makes it anew holds it alone. */
const sandboxLock = 'waybill:sandbox-time';

/** The sandbox's time as reads see it. */
export interface SandboxClockReader {
  isSandbox(): Promise<boolean>;
  /** Returns the time that the sandbox is ahead of the machine's clock. */
  aheadMs(): Promise<number>;
  /** To be called after a change. */
  forget(): void;
}

export function createSandboxClock(database: BrokerageDatabase): SandboxClockReader {
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

interface ClockStore {
  readonly db: Queries;
  readonly kind: DatabaseKind;
}

/**
 * Locks the sandbox's time until the transaction ends, for a request that writes. Returns the time that the sandbox is
 * ahead.
 */
export async function holdTime({ db, kind }: ClockStore): Promise<number> {
  await lockShared(kind, db, sandboxLock);
  return readAheadMs(db);
}

/**
 * Locks the sandbox's time for a request that changes it: no other request writes to the sandbox meanwhile. Returns the
 * time that the sandbox is ahead.
 */
export async function holdTimeAlone({ db, kind }: ClockStore): Promise<number> {
  await lock(kind, db, sandboxLock);
  return readAheadMs(db);
}

const readAheadMs = async (db: Queries): Promise<number> => (await readSandbox(db))?.advancedMs ?? 0;

/** Locks the time of an organization, given by its id. Only a sandbox is ever ahead. */
export async function holdOrganizationTime(store: ClockStore, organizationId: string): Promise<number> {
  const row = await store.db
    .selectFrom('organization')
    .select('is_sandbox')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.is_sandbox === 1 ? holdTime(store) : 0;
}
