import type { Cipher } from '../../store/cipher.ts';
import { accountTables, sealAccount } from '../../store/sealed-columns.ts';
import type { RowBatch, NewRow } from './batch.ts';

/** Encrypts the account numbers in the rows of a batch. */
export function encryptAccounts(cipher: Cipher, batch: RowBatch): RowBatch {
  const table = accountTables.find((name) => name === batch.table);
  if (table === undefined) return batch;
  // A batch of an account table has its rows.
  const rows = (batch.rows as readonly NewRow<typeof table>[]).map((row) => sealAccount(cipher, table, row.id, row));
  // The same table with the same columns; only texts differ.
  return { table, rows } as unknown as RowBatch;
}
