import { type AccountTable, accountTables, encryptedNumber } from '../../store/account-numbers.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { Batch } from './batch.ts';

/** The batch as it may be written: rows that hold a bank account have its number encrypted. */
export function encryptAccounts(cipher: Cipher, batch: Batch): Batch {
  const table = accountTables.find((name) => name === batch.table);
  if (table === undefined) return batch;
  const rows = batch.rows.map((row) => ('account_number' in row ? encryptRow(cipher, table, row) : row));
  // The same table with the same columns; only one text differs.
  return { table, rows } as Batch;
}

function encryptRow<Given extends { readonly id: string; readonly account_number?: string | null }>(
  cipher: Cipher,
  table: AccountTable,
  row: Given,
): Given {
  const number = row.account_number ?? null;
  return number === null ? row : { ...row, account_number: encryptedNumber(cipher, table, row.id, number) };
}
