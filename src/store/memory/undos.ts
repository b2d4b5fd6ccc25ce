import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';
import { computeLatestEnd } from '../../domain/kit/instants.ts';

interface StoredUndo {
  readonly id: string;
  readonly requester: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly body: string;
}

/** Most writes that are read of one requester, who has 30 days to undo them. The `undo` tool states this number. */
const readMax = 2000;

/** Creates the memory of the last days' writes with the calls that undo them. */
export function createUndoMemory(store: ToolMemoryDatabase) {
  return {
    async keep({ expiresAt, ...row }: StoredUndo): Promise<void> {
      await store.transaction(async (tx) => {
        await tx.deleteFrom('tool_way_back').where('expires_at', '<=', row.at).execute();
        await lock(store.kind, tx, 'waybill:way-back');
        // Numbered, because two writes can happen in one millisecond.
        const last = await tx
          .selectFrom('tool_way_back')
          .select(({ fn }) => fn.max('seq').as('seq'))
          .executeTakeFirst();
        await tx
          .insertInto('tool_way_back')
          .values({ ...row, seq: (last?.seq ?? 0) + 1, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: row.body }))
          .execute();
      });
    },
    /** Lists the writes of a requester that can be undone, newest first. */
    async list(
      requester: string,
      at: string,
    ): Promise<readonly { readonly id: string; readonly at: string; readonly body: string }[]> {
      return store.reader
        .selectFrom('tool_way_back')
        .select(['id', 'at', 'body'])
        .where('requester', '=', requester)
        .where('expires_at', '>', at)
        .where('at', '<=', computeLatestEnd(at, 0))
        .orderBy('seq', 'desc')
        .limit(readMax)
        .execute();
    },
    async forget(id: string): Promise<void> {
      await store.transaction((tx) => tx.deleteFrom('tool_way_back').where('id', '=', id).execute());
    },
  };
}

/** Returns the place that the encrypted text is bound to, the same as in `src/mcp/execution/undos.ts`. */
const toPlace = (id: string) => `way-back:${id}`;

/** Encrypts the undo calls with the new key. Those that can't be read any more are deleted. */
export async function rekeyUndos(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  for (const { id, body } of await tx.selectFrom('tool_way_back').select(['id', 'body']).execute()) {
    const text = tryDecrypt(body, toPlace(id), from);
    await (text === undefined
      ? tx.deleteFrom('tool_way_back').where('id', '=', id).execute()
      : tx
          .updateTable('tool_way_back')
          .set({ body: to.encrypt(text, toPlace(id)) })
          .where('id', '=', id)
          .execute());
  }
}

function tryDecrypt(body: string, place: string, cipher: Cipher): string | undefined {
  try {
    return cipher.decrypt(body, place);
  } catch {
    return undefined;
  }
}

/** Deletes all undo calls: without their key they can't be read. */
export async function forgetUndos(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.deleteFrom('tool_way_back').execute();
}
