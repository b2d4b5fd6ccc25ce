import type { z } from 'zod';
import type { shownBankFields } from '../../contract/kit/shapes.ts';
import { maskAccountNumber } from '../../domain/payments/account-number.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { Row } from '../../store/schema.ts';
import { type AccountColumn, type AccountTable, openAccount, sealAccount } from '../../store/sealed-columns.ts';
import { dropUndefined, createFieldMap } from '../shared/fields.ts';

/** The bank account of a factor or a payment method: its numbers are stored encrypted and shown by their ends only. */

type BankRow = Pick<
  Row<AccountTable>,
  'bank_name' | 'bank_address' | 'account_name' | 'aba_ach' | 'swift_code' | 'currency'
>;
type NumberRow = Pick<Row<AccountTable>, AccountColumn>;

const fields = createFieldMap<BankRow>()({
  bankName: 'plain',
  bankAddress: 'plain',
  accountName: 'plain',
  abaAch: 'plain',
  swiftCode: 'plain',
  currency: 'plain',
});

const numbers = createFieldMap<NumberRow>()({
  accountNumber: 'plain',
  wire: 'plain',
  eftInstitution: 'plain',
  eftTransit: 'plain',
  clabe: 'plain',
});

type ShownBank = { [Name in keyof typeof shownBankFields]: z.output<(typeof shownBankFields)[Name]> };

export function showBankDetails(
  cipher: Cipher,
  table: AccountTable,
  row: BankRow & NumberRow & { readonly id: string },
): ShownBank {
  const { accountNumber, wire, eftInstitution, eftTransit, clabe } = numbers.toWire(openAccount(cipher, table, row));
  return {
    ...fields.toWire(row),
    accountNumber: maskNumber(accountNumber),
    wire: maskNumber(wire),
    eftInstitution: maskNumber(eftInstitution),
    eftTransit: maskNumber(eftTransit),
    clabe: maskNumber(clabe),
  };
}

/** Builds the columns of the bank details that the input names, for the record with this id. */
export function buildBankColumns(cipher: Cipher, table: AccountTable, id: string, input: object) {
  return dropUndefined({ ...fields.toRow(input), ...sealAccount(cipher, table, id, numbers.toRow(input)) });
}

const maskNumber = (number: string | null): string | null => (number === null ? null : maskAccountNumber(number));
