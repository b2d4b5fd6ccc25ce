import type { IndexedTables } from '../table.ts';

/** Tables of the records that programs keep a copy of. Such programs often ask for the changes since an instant. */
export const changedTables = [
  'bill',
  'bill_payment',
  'carrier',
  'carrier_factor',
  'credit_memo',
  'customer',
  'document',
  'freight_order',
  'invoice',
  'load',
  'location',
  'payment',
  'quote',
  'service',
  'shipment',
  'user_account',
  'vendor',
] as const;

/** Each of the three times by which a record shows that it has changed. */
export const changeIndexes: IndexedTables = Object.fromEntries(
  changedTables.map((table) => [
    table,
    {
      index: [
        ['organization_id', 'created_at'],
        ['organization_id', 'updated_at'],
      ],
      named: [
        {
          name: `${table}_deletions_idx`,
          columns: ['organization_id', 'deleted_at'],
          where: 'deleted_at is not null',
        },
      ],
    },
  ]),
);
