import type { Store } from './tables.ts';

interface KeptBrief {
  readonly requester: string;
  readonly role: string;
  readonly at: string;
  readonly body: string;
}

/** What each person was told last in each role. */
export function briefsIn(store: Store) {
  return {
    async last(requester: string, role: string): Promise<{ readonly at: string; readonly body: string } | undefined> {
      return store.reader
        .selectFrom('tool_brief')
        .select(['at', 'body'])
        .where('requester', '=', requester)
        .where('role', '=', role)
        .executeTakeFirst();
    },
    /** In place of the one before; of two that are read at once either may stay. */
    async keep(row: KeptBrief): Promise<void> {
      await store.transaction((tx) =>
        tx
          .insertInto('tool_brief')
          .values(row)
          .onConflict((conflict) => conflict.columns(['requester', 'role']).doUpdateSet({ at: row.at, body: row.body }))
          .execute(),
      );
    },
  };
}
