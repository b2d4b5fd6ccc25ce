import type { z } from 'zod';
import type { shownBankFields } from '../../contract/kit/shapes.ts';
import { type AccountTable, decryptedNumber, encryptedNumber } from '../../store/account-numbers.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { Row } from '../../store/schema.ts';
import { defined, fieldMap } from '../shared/fields.ts';

/** The bank account of a factor or a payment method: its number is stored encrypted and shown by its end only. */

type BankRow = Pick<
  Row<AccountTable>,
  | 'bank_name'
  | 'bank_address'
  | 'account_name'
  | 'aba_ach'
  | 'wire'
  | 'swift_code'
  | 'eft_institution'
  | 'eft_transit'
  | 'clabe'
  | 'currency'
>;

const fields = fieldMap<BankRow>()({
  bankName: 'plain',
  bankAddress: 'plain',
  accountName: 'plain',
  abaAch: 'plain',
  wire: 'plain',
  swiftCode: 'plain',
  eftInstitution: 'plain',
  eftTransit: 'plain',
  clabe: 'plain',
  currency: 'plain',
});

type ShownBank = { [Name in keyof typeof shownBankFields]: z.output<(typeof shownBankFields)[Name]> };

export function showBankDetails(
  cipher: Cipher,
  table: AccountTable,
  row: BankRow & Pick<Row<AccountTable>, 'id' | 'account_number'>,
): ShownBank {
  return { ...fields.toWire(row), accountNumber: maskedAccountNumber(decryptedNumber(cipher, table, row)) };
}

interface BankInput {
  readonly accountNumber?: string | null | undefined;
}

/** Columns of the bank details that the input names, for the record with this id. */
export function bankColumns(cipher: Cipher, table: AccountTable, id: string, input: BankInput) {
  const { accountNumber: number } = input;
  return defined({
    ...fields.toRow(input),
    account_number: typeof number === 'string' ? encryptedNumber(cipher, table, id, number) : number,
  });
}

/** `****1234`; a number too short to hide anything behind its last four digits is hidden whole. */
function maskedAccountNumber(accountNumber: string | null): string | null {
  if (accountNumber === null) return null;
  return accountNumber.length > 4 ? `****${accountNumber.slice(-4)}` : '****';
}
