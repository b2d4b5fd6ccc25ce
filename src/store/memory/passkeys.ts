import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { hasMark, computeMark } from './mark.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';

type MarkedPasskey = ToolMemoryTables['tool_passkey'];
type StoredPasskey = Omit<MarkedPasskey, 'mark'>;

/** A passkey as it was read. `isGenuine` is false if the row was written without the encryption key. */
type CheckedPasskey = StoredPasskey & { readonly isGenuine: boolean };

const purpose = 'passkey';

/** Formats all values of a row for its mark, sorted by name. Empty values are left out, as with approvals. */
const formatMarkedText = (row: StoredPasskey): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'mark' && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const addMark = (row: StoredPasskey, cipher: Cipher): MarkedPasskey => ({
  ...row,
  mark: computeMark(cipher, purpose, formatMarkedText(row)),
});

function checkMark({ mark, ...row }: MarkedPasskey, cipher: Cipher): CheckedPasskey {
  return { ...row, isGenuine: hasMark(cipher, purpose, formatMarkedText(row), mark) };
}

export function createPasskeyMemory(store: ToolMemoryDatabase, cipher: Cipher) {
  return {
    async list(): Promise<CheckedPasskey[]> {
      const rows = await store.reader
        .selectFrom('tool_passkey')
        .selectAll()
        .orderBy('added_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => checkMark(row, cipher));
    },
    async insert(row: Readonly<StoredPasskey>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await store.transaction((tx) =>
        tx
          .insertInto('tool_passkey')
          .values(addMark(row, cipher))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst(),
      );
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await store.transaction((tx) =>
        tx.deleteFrom('tool_passkey').where('id', '=', id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    /** Compare-and-set on the counter: false when another signature was taken meanwhile, and for a row that is not genuine. */
    use: (id: string, from: number, use: Pick<StoredPasskey, 'counter' | 'used_at'>): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, `waybill:passkey:${id}`);
        const row = await tx.selectFrom('tool_passkey').selectAll().where('id', '=', id).executeTakeFirst();
        if (row === undefined || row.counter !== from || !checkMark(row, cipher).isGenuine) return false;
        await replace(tx, addMark({ ...row, ...use }, cipher));
        return true;
      }),
  };
}

/** Marks again with another key what was genuine under the old one. */
export async function rekeyPasskeys(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const rows = await tx.selectFrom('tool_passkey').selectAll().execute();
  for (const row of rows.filter((row) => checkMark(row, from).isGenuine)) await replace(tx, addMark(row, to));
}

/**
 * Deletes all passkeys. Without the old key the genuine ones can't be recognized, and if they stayed, no plan could be
 * approved any more.
 */
export async function forgetPasskeys(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.deleteFrom('tool_passkey').execute();
}

const replace = (tx: Transaction<ToolMemoryTables>, row: MarkedPasskey) =>
  tx.updateTable('tool_passkey').set(row).where('id', '=', row.id).execute();
