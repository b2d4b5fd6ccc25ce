import { setImmediate } from 'node:timers/promises';
import { insertBatches } from '../store/bulk.ts';
import { type BrokerageDatabase, lock, type Tx } from '../store/database.ts';
import { type BrokerageSize, generateBrokerage, smallBrokerage } from './generate.ts';

export interface SeedOptions {
  readonly seed: number | string;
  /** RFC 3339; the brokerage's past ends and its future begins here. */
  readonly now: string;
  readonly size: 'small' | BrokerageSize;
}

export interface SeedProgress {
  readonly shipments: number;
  readonly rows: number;
}

export interface Seeded extends SeedProgress {
  /** False when the store was a sandbox already: then nothing was written. */
  readonly isNew: boolean;
}

/** The row of `setting` that makes a store a sandbox: JSON of what it was made from. */
export const sandboxSetting = 'sandbox';

/** Changes with the generator: the same seed and time then give another world. */
const worldVersion = 1;

/** Makes the store a sandbox, once: all of it in one transaction, and only one of several processes does it. */
export async function seedBrokerage(
  database: BrokerageDatabase,
  { seed, now, size }: SeedOptions,
  { onProgress }: { readonly onProgress?: (progress: SeedProgress) => void } = {},
): Promise<Seeded> {
  const nothing = { isNew: false, shipments: 0, rows: 0 };
  if (await isSandbox(database.reader)) return nothing;
  return database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:sandbox');
    if (await isSandbox(tx)) return nothing;
    const value = JSON.stringify({ seed, now, version: worldVersion });
    await tx.insertInto('setting').values({ name: sandboxSetting, value }).execute();
    const hasRegistry =
      (await tx.selectFrom('registry_carrier').select('id').limit(1).executeTakeFirst()) !== undefined;
    let shipments = 0;
    let rows = 0;
    const batches = generateBrokerage({ seed: String(seed), now, size: size === 'small' ? smallBrokerage : size });
    for (const batch of batches) {
      // The registry of public carriers belongs to no organization and outlives each of them.
      if (batch.table === 'registry_carrier' && hasRegistry) continue;
      rows += await insertBatches(database.kind, tx, [batch]);
      if (batch.table !== 'shipment') continue;
      shipments += batch.rows.length;
      onProgress?.({ shipments, rows });
      // Between batches the process hears signals and answers other callers.
      await setImmediate();
    }
    return { isNew: true, shipments, rows };
  });
}

async function isSandbox(db: Pick<Tx, 'selectFrom'>): Promise<boolean> {
  const marker = await db.selectFrom('setting').select('name').where('name', '=', sandboxSetting).executeTakeFirst();
  return marker !== undefined;
}
