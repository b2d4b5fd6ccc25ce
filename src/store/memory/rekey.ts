import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { openDatabase } from '../database.ts';
import { checkName, newKeyCheck } from '../encryption.ts';
import { lock } from '../lock.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';
import type { KeyedStore } from '../rekey.ts';
import { rekeyApprovals } from './approvals.ts';
import { anchorLog, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import { memoryKeyCheck } from './memory-key.ts';
import { forgetPasskeys, rekeyPasskeys } from './passkeys.ts';
import { writeSetting } from './setting.ts';
import { forgetWaysBack, rekeyWaysBack } from './ways-back.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

/** The memory of the tool server, opened without its key. */
export async function openKeyedMemory(url: string): Promise<KeyedStore & { close(): Promise<void> }> {
  const store: Store = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations, { isNewerRefused: true });
  return {
    check: memoryKeyCheck(store),
    rekey: (from, to) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:audit');
        await (from === undefined ? forgetPlans(tx) : rekeyApprovals(tx, from, to));
        await (from === undefined ? forgetPasskeys(tx) : rekeyPasskeys(tx, from, to));
        await (from === undefined ? forgetWaysBack(tx) : rekeyWaysBack(tx, from, to));
        await (from === undefined ? anchorLog(tx, to) : anchorAgain(tx, from, to));
        await writeSetting(tx, checkName, newKeyCheck(to));
      }),
    close: () => store.close(),
  };
}

/** Without their key the plans cannot be read, and no mark fits any more: nothing of these approvals counts. */
async function forgetPlans(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.updateTable('tool_approval').set({ sealed: '' }).execute();
}

/** A log that was not whole stays so. */
async function anchorAgain(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const anchor = await readAnchor(tx, from);
  if (anchor) await writeAnchor(tx, signAnchor(to, anchor));
}
