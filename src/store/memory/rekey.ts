import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { openDatabase } from '../database.ts';
import { checkName, newKeyCheck } from '../encryption.ts';
import { lock } from '../lock.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';
import type { KeyedStore } from '../rekey.ts';
import { anchorLog, readAnchor, signAnchor, writeAnchor } from './audit-anchor.ts';
import { memoryKeyCheck } from './memory-key.ts';
import { writeSetting } from './setting.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

/** The memory of the tool server, opened without its key. */
export async function openKeyedMemory(url: string): Promise<KeyedStore & { close(): Promise<void> }> {
  const store: Store = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations);
  return {
    check: memoryKeyCheck(store),
    rekey: (from, to) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:audit');
        await (from === undefined ? denyPlans(tx) : rekeyPlans(tx, from, to));
        await (from === undefined ? anchorLog(tx, to) : anchorAgain(tx, from, to));
        await writeSetting(tx, checkName, newKeyCheck(to));
      }),
    close: () => store.close(),
  };
}

async function rekeyPlans(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const rows = await tx.selectFrom('tool_approval').select(['id', 'sealed']).where('sealed', 'like', 'enc:%').execute();
  for (const { id, sealed } of rows) {
    const place = `tool_approval.sealed ${id}`;
    const again = to.encrypt(from.decrypt(sealed, place), place);
    await tx.updateTable('tool_approval').set({ sealed: again }).where('id', '=', id).execute();
  }
}

const reason = 'The key of the stored plan was given up; ask for it again.';

async function denyPlans(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.updateTable('tool_approval').set({ sealed: '' }).execute();
  await tx
    .updateTable('tool_approval')
    .set({ status: 'denied', reason })
    .where('status', 'in', ['pending', 'approved'])
    .execute();
}

/** A log that was not whole stays so. */
async function anchorAgain(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const anchor = await readAnchor(tx, from);
  if (anchor) await writeAnchor(tx, signAnchor(to, anchor));
}
