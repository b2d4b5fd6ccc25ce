import type { Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { hasMark, markOf } from './mark.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

type MarkedRow = ToolMemoryTables['tool_passkey'];
type PasskeyRow = Omit<MarkedRow, 'mark'>;

/** `isGenuine` is false for what was written without the key, whatever it says. */
type FoundPasskey = PasskeyRow & { readonly isGenuine: boolean };

const purpose = 'passkey';

/** All that a row says, its names in one order; what is empty is left out, as with approvals. */
const textOf = (row: PasskeyRow): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'mark' && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const withMark = (row: PasskeyRow, cipher: Cipher): MarkedRow => ({
  ...row,
  mark: markOf(cipher, purpose, textOf(row)),
});

function found({ mark, ...row }: MarkedRow, cipher: Cipher): FoundPasskey {
  return { ...row, isGenuine: hasMark(cipher, purpose, textOf(row), mark) };
}

export function passkeysIn(store: Store, cipher: Cipher) {
  return {
    async list(): Promise<FoundPasskey[]> {
      const rows = await store.reader
        .selectFrom('tool_passkey')
        .selectAll()
        .orderBy('added_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => found(row, cipher));
    },
    async insert(row: Readonly<PasskeyRow>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await store.transaction((tx) =>
        tx
          .insertInto('tool_passkey')
          .values(withMark(row, cipher))
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
    use: (id: string, from: number, use: Pick<PasskeyRow, 'counter' | 'used_at'>): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, `waybill:passkey:${id}`);
        const row = await tx.selectFrom('tool_passkey').selectAll().where('id', '=', id).executeTakeFirst();
        if (row === undefined || row.counter !== from || !found(row, cipher).isGenuine) return false;
        await replace(tx, withMark({ ...row, ...use }, cipher));
        return true;
      }),
  };
}

/** Marks again with another key what was genuine under the old one. */
export async function rekeyPasskeys(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const rows = await tx.selectFrom('tool_passkey').selectAll().execute();
  for (const row of rows.filter((row) => found(row, from).isGenuine)) await replace(tx, withMark(row, to));
}

/** Without the old key nobody knows which of them are genuine; kept, they would let no plan be approved any more. */
export async function forgetPasskeys(tx: Transaction<ToolMemoryTables>): Promise<void> {
  await tx.deleteFrom('tool_passkey').execute();
}

const replace = (tx: Transaction<ToolMemoryTables>, row: MarkedRow) =>
  tx.updateTable('tool_passkey').set(row).where('id', '=', row.id).execute();
