import { encryptedBatch } from '../store/account-numbers.ts';
import { type Batch, insertBatches } from '../store/bulk.ts';
import type { Cipher } from '../store/cipher.ts';
import { type BrokerageDatabase, lock, type Tx } from '../store/database.ts';
import { withLateIndexes } from '../store/late-indexes.ts';
import { readSandbox, type SandboxOrigin, writeOrigin } from '../store/sandbox-settings.ts';
import { countRows } from '../store/statistics.ts';
import type { DatabaseKind } from '../store/table.ts';
import { type BrokerageSize, generateBrokerage, smallBrokerage } from './generate.ts';

export interface SeedOptions {
  readonly seed: number | string;
  /** RFC 3339; the brokerage's past ends and its future begins here. */
  readonly now: string;
  readonly size: 'small' | BrokerageSize;
  /** Of the account numbers: the generator makes them plain, the store never holds them so. */
  readonly cipher: Cipher;
}

export interface SeedProgress {
  readonly shipments: number;
}

interface Written extends SeedProgress {
  readonly rows: number;
}

export interface Seeded extends Written {
  /** False when the store was a sandbox already: then nothing was written. */
  readonly isNew: boolean;
}

/** Changes with the generator: the same seed and time then give another world. */
const worldVersion = 1;

/** Makes the store a sandbox, once: all of it in one transaction, and only one of several processes does it. */
export async function seedBrokerage(
  database: BrokerageDatabase,
  { seed, now, size, cipher }: SeedOptions,
  { onProgress }: { readonly onProgress?: (progress: SeedProgress) => void } = {},
): Promise<Seeded> {
  const nothing = { isNew: false, shipments: 0, rows: 0 };
  if (await isSandbox(database.reader)) return nothing;
  return database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:sandbox');
    if (await isSandbox(tx)) return nothing;
    const origin = { seed, now, version: worldVersion, size };
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

export interface Reseeding {
  readonly kind: DatabaseKind;
  readonly cipher: Cipher;
  /** What the sandbox was made from before. */
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  readonly now: string;
}

/** Writes the sandbox once more, up to another moment, for an organization that has no records left but its clients. */
export async function reseedBrokerage(
  tx: Tx,
  { kind, cipher, origin: { seed, size }, organizationId, now }: Reseeding,
): Promise<Written> {
  const origin = { seed, now, version: worldVersion, size: size === undefined ? 'small' : sizeOf(size) };
  await writeOrigin(tx, origin);
  return writeWorld(tx, { kind, cipher, origin, organizationId });
}

// Written by seedBrokerage from options that had this type.
const sizeOf = (stored: unknown) => stored as SeedOptions['size'];

interface Writing extends Pick<SeedOptions, 'cipher'> {
  readonly kind: DatabaseKind;
  readonly origin: Omit<SeedOptions, 'cipher'>;
  /** Left out: one of its own, and a client for it. */
  readonly organizationId?: string;
  readonly onProgress?: ((progress: SeedProgress) => void) | undefined;
}

async function writeWorld(
  tx: Tx,
  { kind, cipher, origin: { seed, now, size }, organizationId, onProgress }: Writing,
): Promise<Written> {
  const hasRegistry = (await tx.selectFrom('registry_carrier').select('id').limit(1).executeTakeFirst()) !== undefined;
  let shipments = 0;
  const batches = generateBrokerage({
    seed: String(seed),
    now,
    size: size === 'small' ? smallBrokerage : size,
    organizationId,
  });
  function* wanted(): Generator<Batch> {
    for (const batch of batches) {
      // The registry of public carriers belongs to no organization and outlives each of them.
      if (batch.table === 'registry_carrier' && hasRegistry) continue;
      if (batch.table === 'api_client' && organizationId !== undefined) continue;
      yield encryptedBatch(cipher, batch);
      if (batch.table !== 'shipment') continue;
      shipments += batch.rows.length;
      onProgress?.({ shipments });
    }
  }
  const rows = await insertBatches(kind, tx, wanted());
  return { shipments, rows };
}

const isSandbox = async (db: Pick<Tx, 'selectFrom'>): Promise<boolean> => (await readSandbox(db)) !== undefined;
