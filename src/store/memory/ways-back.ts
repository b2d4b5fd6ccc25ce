import { lock } from '../lock.ts';
import type { Store } from './tables.ts';

interface KeptWayBack {
  readonly id: string;
  readonly requester: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly body: string;
}

const readMax = 200;

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
        .orderBy('seq', 'desc')
        .limit(readMax)
        .execute();
    },
    async forget(id: string): Promise<void> {
      await store.transaction((tx) => tx.deleteFrom('tool_way_back').where('id', '=', id).execute());
    },
  };
}
