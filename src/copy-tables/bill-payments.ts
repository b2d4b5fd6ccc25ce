import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const billPaymentTables = {
  bill_payment: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      recipient_type: 'text',
      carrier_id: 'text?',
      vendor_id: 'text?',
      factor_id: 'text?',
      payment_date: 'date',
      reference: 'text?',
      total_cents: 'cents',
      overpaid_cents: 'cents?',
      currency: 'text',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at'], ['payment_date']],
  },
  bill_payment_application: {
    columns: { id: 'text', bill_payment_id: 'text', bill_id: 'text', amount_cents: 'cents' },
    primaryKey: ['id'],
    owner: 'bill_payment_id',
    index: [['bill_payment_id'], ['bill_id']],
  },
} as const satisfies CopiedTables;
