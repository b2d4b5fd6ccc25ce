import type { Cipher } from '../store/cipher.ts';
import type { BrokerageDatabase, DatabaseKind, Tx } from '../store/connection.ts';
import { lockPreparing } from '../store/preparing.ts';
import { readSandbox, type SandboxOrigin, writeOrigin } from '../store/sandbox-settings.ts';
import type { RowBatch } from './fill/batch.ts';
import { insertBatches } from './fill/bulk-insert.ts';
import { encryptAccounts } from './fill/encrypt-accounts.ts';
import { withLateIndexes } from './fill/late-indexes.ts';
import { countRows } from './fill/statistics.ts';
import { generateBrokerage } from './generate.ts';
import { getSize, worldVersion } from './onward/living.ts';

export interface SeedOptions extends Omit<SandboxOrigin, 'version'> {
  /** Cipher of account numbers. The generator makes them in plain text, and the store only holds them encrypted. */
  readonly cipher: Cipher;
}

export interface SeedProgress {
  readonly shipments: number;
}

interface SeedCounts extends SeedProgress {
  readonly rows: number;
}

export interface SeedResult extends SeedCounts {
  /** False when the store was a sandbox already: then nothing was written. */
  readonly isNew: boolean;
}

/** Makes the store a sandbox, once: all of it in one transaction, and only one of several processes does it. */
export async function seedBrokerage(
  database: BrokerageDatabase,
  { seed, now, size, cipher }: SeedOptions,
  { onProgress }: { readonly onProgress?: (progress: SeedProgress) => void } = {},
): Promise<SeedResult> {
  const nothing = { isNew: false, shipments: 0, rows: 0 };
  if (await isSandbox(database.reader)) return nothing;
  return database.transaction(async (tx) => {
    await lockPreparing(database.kind, tx, 'waybill:sandbox');
    if (await isSandbox(tx)) return nothing;
    const origin = { seed, now, size, version: worldVersion };
    const fill = () => writeWorld(tx, { kind: database.kind, cipher, origin, onProgress });
    // A small world is written before its indexes could be dropped and made again.
    const isLate = size !== 'small' && (await isEmptyStore(tx));
    await writeOrigin(tx, origin);
    const progress = isLate ? await withLateIndexes(database.kind, tx, fill) : await fill();
    await countRows(database.kind, tx);
    return { isNew: true, ...progress };
  });
}

const isEmptyStore = async (tx: Tx) =>
  (await tx.selectFrom('organization').select('id').limit(1).executeTakeFirst()) === undefined;

export interface ReseedOptions {
  readonly kind: DatabaseKind;
  readonly cipher: Cipher;
  /** The inputs that the sandbox was generated from before. */
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  readonly now: string;
}

/** Writes the sandbox again, up to another instant, for an organization that has only its API clients left. */
export async function reseedBrokerage(
  tx: Tx,
  { kind, cipher, origin: { seed, size }, organizationId, now }: ReseedOptions,
): Promise<SeedCounts> {
  const origin = { seed, now, size, version: worldVersion };
  await writeOrigin(tx, origin);
  return writeWorld(tx, { kind, cipher, origin, organizationId });
}

interface WorldOptions extends Pick<SeedOptions, 'cipher'> {
  readonly kind: DatabaseKind;
  readonly origin: SandboxOrigin;
  /** Left out: one of its own, and a client for it. */
  readonly organizationId?: string;
  readonly onProgress?: ((progress: SeedProgress) => void) | undefined;
}

async function writeWorld(
  tx: Tx,
  { kind, cipher, origin, organizationId, onProgress }: WorldOptions,
): Promise<SeedCounts> {
  const hasRegistry = (await tx.selectFrom('registry_carrier').select('id').limit(1).executeTakeFirst()) !== undefined;
  let shipments = 0;
  const batches = generateBrokerage({
    seed: String(origin.seed),
    now: origin.now,
    size: getSize(origin),
    organizationId,
  });
  function* selectBatches(): Generator<RowBatch> {
    for (const batch of batches) {
      // The registry of public carriers belongs to no organization and outlives each of them.
      if (batch.table === 'registry_carrier' && hasRegistry) continue;
      if (batch.table === 'api_client' && organizationId !== undefined) continue;
      yield encryptAccounts(cipher, batch);
      if (batch.table !== 'shipment') continue;
      shipments += batch.rows.length;
      onProgress?.({ shipments });
    }
  }
  const rows = await insertBatches(kind, tx, selectBatches());
  return { shipments, rows };
}

const isSandbox = async (db: Pick<Tx, 'selectFrom'>): Promise<boolean> => (await readSandbox(db)) !== undefined;
