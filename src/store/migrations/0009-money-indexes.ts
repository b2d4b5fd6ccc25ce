import type { IndexedTables } from '../table.ts';

/** What the payments of a payee and the credit that a payment made are found by. */
export const moneyIndexes = {
  bill_payment: {
    index: [
      ['organization_id', 'carrier_id', 'id'],
      ['organization_id', 'vendor_id', 'id'],
      ['organization_id', 'carrier_factor_id', 'id'],
    ],
  },
  credit_memo: {
    index: [
      ['organization_id', 'carrier_id', 'id'],
      ['organization_id', 'vendor_id', 'id'],
      ['organization_id', 'source_payment_id'],
    ],
  },
} as const satisfies IndexedTables;
