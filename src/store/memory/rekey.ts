import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { openDatabase } from '../database.ts';
import { checkName, createKeyCheck } from '../encryption.ts';
import { lock } from '../lock.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';
import type { KeyedStore } from '../rekey.ts';
import { rekeyApprovals } from './approvals.ts';
import { signLogEnd, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import { createMemoryKeyCheck } from './memory-key.ts';
import { forgetPasskeys, rekeyPasskeys } from './passkeys.ts';
import { writeSetting } from './setting.ts';
import { forgetUndos, rekeyUndos } from './undos.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';

/** Opens the memory of the tool server without its key. */
export async function openKeyedMemory(url: string): Promise<KeyedStore & { close(): Promise<void> }> {
  const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations, {
    isNewerRefused: true,
  });
  return {
    check: createMemoryKeyCheck(store),
    rekey: (from, to) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:audit');
        await (from === undefined ? forgetPlans(tx) : rekeyApprovals(tx, from, to));
        await (from === undefined ? forgetPasskeys(tx) : rekeyPasskeys(tx, from, to));
        await (from === undefined ? forgetUndos(tx) : rekeyUndos(tx, from, to));
        await (from === undefined ? signLogEnd(tx, to) : rekeyAnchor(tx, from, to));
        await writeSetting(tx, checkName, createKeyCheck(to));
      }),
    close: () => store.close(),
  };
}

/**
 * Deletes the plans of all approvals. Without the key they can't be read and no mark is valid, so none of these
 * approvals counts.
 */
async function forgetPlans(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.updateTable('tool_approval').set({ sealed: '' }).execute();
}

/** Signs the log's anchor with the new key. A log whose anchor was not valid stays without one. */
async function rekeyAnchor(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const anchor = await readAnchor(tx, from);
  if (anchor) await writeAnchor(tx, signAnchor(to, anchor));
}
