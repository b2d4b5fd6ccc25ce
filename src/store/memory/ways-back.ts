import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import type { Store, ToolMemoryTables } from './tables.ts';
import { computeLatestEnd } from '../../domain/kit/instants.ts';

interface KeptWayBack {
  readonly id: string;
  readonly requester: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly body: string;
}

/** Of one requester in 30 days; `undo` says among how many it looked. */
const readMax = 2000;

/** Writes of the last days with what takes them back. */
export function waysBackIn(store: Store) {
  return {
    async keep({ expiresAt, ...row }: KeptWayBack): Promise<void> {
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
    /** Of one requester, newest first. */
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

/** As `src/mcp/gate/ways-back.ts` names the place of the text. */
const placeOf = (id: string) => `way-back:${id}`;

/** One that cannot be read any more goes: nothing could be done with it. */
export async function rekeyWaysBack(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  for (const { id, body } of await tx.selectFrom('tool_way_back').select(['id', 'body']).execute()) {
    const text = textIn(body, placeOf(id), from);
    await (text === undefined
      ? tx.deleteFrom('tool_way_back').where('id', '=', id).execute()
      : tx
          .updateTable('tool_way_back')
          .set({ body: to.encrypt(text, placeOf(id)) })
          .where('id', '=', id)
          .execute());
  }
}

function textIn(body: string, place: string, cipher: Cipher): string | undefined {
  try {
    return cipher.decrypt(body, place);
  } catch {
    return undefined;
  }
}

/** Without their key they cannot be read. */
export async function forgetWaysBack(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.deleteFrom('tool_way_back').execute();
}
