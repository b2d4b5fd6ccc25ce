import type { Cipher } from './cipher.ts';
import type { Row } from './schema.ts';

/** Tables whose `account_number` is a bank account, kept encrypted. */
export const accountTables = ['carrier_factor', 'carrier_payment_method', 'vendor_payment_method'] as const;
export type AccountTable = (typeof accountTables)[number];

type Numbered = Pick<Row<AccountTable>, 'id' | 'account_number'>;

/** A number is bound to its record: written into another one, it cannot be read. */
const placeOf = (table: AccountTable, id: string) => `account_number of ${table} ${id}`;

export function encryptedNumber(cipher: Cipher, table: AccountTable, id: string, number: string): string {
  return cipher.encrypt(number, placeOf(table, id));
}

export function decryptedNumber(cipher: Cipher, table: AccountTable, row: Numbered): string | null {
  return row.account_number === null ? null : cipher.decrypt(row.account_number, placeOf(table, row.id));
}
