import type { ToolMemoryDatabase } from './tables.ts';

interface StoredCapability {
  readonly api: string;
  readonly capability: string;
  readonly verdict: string;
  readonly evidence: string;
  readonly learned_at: string;
}

/** Creates the memory of what the APIs of this desk can do. */
export function createCapabilityMemory(store: ToolMemoryDatabase) {
  return {
    list: (api: string): Promise<StoredCapability[]> =>
      store.reader.selectFrom('tool_api_capability').selectAll().where('api', '=', api).execute(),
    /** Replaces the earlier answer for this capability. */
    async keep({ api, capability, ...row }: StoredCapability): Promise<void> {
      await store.transaction((tx) =>
        tx
          .insertInto('tool_api_capability')
          .values({ api, capability, ...row })
          .onConflict((conflict) => conflict.columns(['api', 'capability']).doUpdateSet(row))
          .execute(),
      );
    },
  };
}
