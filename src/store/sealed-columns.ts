import type { Cipher } from './cipher.ts';

/** Tables that hold a bank account. */
export const accountTables = ['carrier_factor', 'carrier_payment_method', 'vendor_payment_method'] as const;
export type AccountTable = (typeof accountTables)[number];

/** Columns of a bank account that are kept encrypted. */
export const accountColumns = ['account_number', 'wire', 'eft_institution', 'eft_transit', 'clabe'] as const;
export type AccountColumn = (typeof accountColumns)[number];

/**
 * Every column of the brokerage that is encrypted. Its text is bound to its place: written into another row, it cannot be read.
 */
export const sealedColumns: readonly SealedColumns[] = [
  ...accountTables.map((table): SealedColumns => ({ table, columns: accountColumns })),
  { table: 'webhook_subscription', columns: ['token', 'signing_secret'] },
];

interface SealedColumns {
  readonly table: AccountTable | 'webhook_subscription';
  readonly columns: readonly string[];
}

export const toPlace = (table: SealedColumns['table'], column: string, id: string): string =>
  table === 'webhook_subscription' ? `${table}.${column} ${id}` : `${column} of ${table} ${id}`;

/** Encrypts the account columns of a row. Empty values stay empty. */
export function sealAccount<Given extends Readonly<Partial<Record<AccountColumn, string | null>>>>(
  cipher: Cipher,
  table: AccountTable,
  id: string,
  row: Given,
): Given {
  const sealed = accountColumns.flatMap((column) => {
    const text = row[column];
    return typeof text === 'string' ? [[column, cipher.encrypt(text, toPlace(table, column, id))]] : [];
  });
  // The same columns; only texts differ.
  return { ...row, ...Object.fromEntries(sealed) };
}

export function openAccount(
  cipher: Cipher,
  table: AccountTable,
  row: Readonly<Record<AccountColumn, string | null>> & { readonly id: string },
): Record<AccountColumn, string | null> {
  const open = (column: AccountColumn) => {
    const text = row[column];
    return text === null ? null : cipher.decrypt(text, toPlace(table, column, row.id));
  };
  return {
    account_number: open('account_number'),
    wire: open('wire'),
    eft_institution: open('eft_institution'),
    eft_transit: open('eft_transit'),
    clabe: open('clabe'),
  };
}
