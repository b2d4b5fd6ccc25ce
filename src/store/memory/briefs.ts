import type { ToolMemoryDatabase } from './tables.ts';

interface KeptBrief {
  readonly requester: string;
  readonly role: string;
  readonly at: string;
  readonly body: string;
}

/** Creates the memory of the last brief of each person in each role. */
export function createBriefMemory(store: ToolMemoryDatabase) {
  return {
    async last(requester: string, role: string): Promise<{ readonly at: string; readonly body: string } | undefined> {
      return store.reader
        .selectFrom('tool_brief')
        .select(['at', 'body'])
        .where('requester', '=', requester)
        .where('role', '=', role)
        .executeTakeFirst();
    },
    /** Replaces the brief before it. If two are read at the same time, either one may stay. */
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
