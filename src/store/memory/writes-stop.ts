import { readSetting, writeSetting } from './setting.ts';
import type { ToolMemoryDatabase } from './tables.ts';

interface StoredStop {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

const name = 'writes-stop';

/**
 * Creates the memory of a person's order to stop all writes of the desk. All processes that share this memory see it.
 */
export function createWritesStopMemory(store: ToolMemoryDatabase) {
  return {
    async find(): Promise<StoredStop | undefined> {
      const storedStop = await readSetting(store.reader, name);
      // Only `keep` writes it.
      return storedStop === undefined ? undefined : (JSON.parse(storedStop) as StoredStop);
    },
    async keep({ by, at, reason }: StoredStop): Promise<void> {
      await store.transaction((tx) => writeSetting(tx, name, JSON.stringify({ by, at, reason })));
    },
    /** Allows writes again. Returns false if nothing was stopped. */
    async lift(): Promise<boolean> {
      const { numDeletedRows } = await store.transaction((tx) =>
        tx.deleteFrom('tool_setting').where('name', '=', name).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}
