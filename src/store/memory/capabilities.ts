import type { Store } from './tables.ts';

interface CapabilityRow {
  readonly api: string;
  readonly capability: string;
  readonly verdict: string;
  readonly evidence: string;
  readonly learned_at: string;
}

/** Keeps what was learned of the APIs that this desk works with. */
export function capabilitiesIn(store: Store) {
  return {
    list: (api: string): Promise<CapabilityRow[]> =>
      store.reader.selectFrom('tool_api_capability').selectAll().where('api', '=', api).execute(),
    /** In place of what was known before. */
    async keep({ api, capability, ...row }: CapabilityRow): Promise<void> {
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
