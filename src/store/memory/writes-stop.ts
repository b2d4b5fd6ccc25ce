import { readSetting, writeSetting } from './setting.ts';
import type { Store } from './tables.ts';

interface WritesStop {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

const name = 'writes-stop';

/** Whether a person has stopped every write of the desk; the same for all processes that share this memory. */
export function writesStopIn(store: Store) {
  return {
    async find(): Promise<WritesStop | undefined> {
      const kept = await readSetting(store.reader, name);
      // Only `keep` writes it.
      return kept === undefined ? undefined : (JSON.parse(kept) as WritesStop);
    },
    async keep({ by, at, reason }: WritesStop): Promise<void> {
      await store.transaction((tx) => writeSetting(tx, name, JSON.stringify({ by, at, reason })));
    },
    /** False when nothing was stopped. */
    async lift(): Promise<boolean> {
      const { numDeletedRows } = await store.transaction((tx) =>
        tx.deleteFrom('tool_setting').where('name', '=', name).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}
