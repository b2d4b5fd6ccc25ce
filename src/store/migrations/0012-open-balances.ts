import type { IndexedTables } from '../table.ts';

const aged = ['currency', 'due_date', 'invoice_date', 'status', 'owed_cents'] as const;
const where = 'deleted_at is null and owed_cents > 0';

/** The aging reports read these alone, in the order in which they add up, and not the invoices and bills of all years. */
export const openBalanceIndexes = {
  invoice: {
    partial: [{ name: 'invoice_open_customer_idx', columns: ['organization_id', 'customer_id', ...aged], where }],
  },
  bill: {
    partial: [
      { name: 'bill_open_carrier_idx', columns: ['organization_id', 'carrier_id', ...aged], where },
      { name: 'bill_open_vendor_idx', columns: ['organization_id', 'vendor_id', ...aged], where },
    ],
  },
} as const satisfies IndexedTables;
