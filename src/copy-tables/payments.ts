import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const paymentTables = {
  payment: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      customer_id: 'text?',
      payment_date: 'date',
      reference: 'text?',
      total_cents: 'cents',
      overpaid_cents: 'cents?',
      currency: 'text',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at'], ['payment_date'], ['customer_id']],
  },
  payment_application: {
    columns: { id: 'text', payment_id: 'text', invoice_id: 'text', amount_cents: 'cents' },
    primaryKey: ['id'],
    owner: 'payment_id',
    index: [['payment_id', 'invoice_id', 'amount_cents'], ['invoice_id']],
  },
} as const satisfies CopiedTables;
