import { expect, test } from 'vitest';
import { encryptAccounts } from '../../src/sandbox/fill/encrypt-accounts.ts';

import { createCipher } from '../../src/store/cipher.ts';
import { openAccount } from '../../src/store/sealed-columns.ts';

const cipher = createCipher(Buffer.alloc(32, 1));
const number = '000123456789';

test('rows of a batch get their numbers encrypted, each bound to its record; other rows stay as they are', () => {
  const [first, second] = [
    { ...method, id: 'first', account_number: number },
    { ...method, id: 'second' },
  ];

  const { rows } = encryptAccounts(cipher, { table: 'vendor_payment_method', rows: [first, second] });
  const other = { table: 'counter', rows: [{ organization_id: 'o', name: 'n', value: 1 }] } as const;

  const [written] = rows as (typeof first)[];
  const row = { ...none, ...first, ...written };
  expect(JSON.stringify(rows)).not.toContain(number);
  expect(openAccount(cipher, 'vendor_payment_method', row)).toEqual({ ...none, account_number: number });
  expect(() => openAccount(cipher, 'carrier_factor', row)).toThrow('cannot be decrypted');
  expect(rows[1]).toEqual(second);
  expect(encryptAccounts(cipher, other)).toBe(other);
});

const none = { account_number: null, wire: null, eft_institution: null, eft_transit: null, clabe: null };

const method = {
  organization_id: 'o',
  created_at: '2026-11-20T15:00:00.000Z',
  vendor_id: 'v',
  payment_method_type: 'ACH',
} as const;
