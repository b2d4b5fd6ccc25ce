import type { CopiedTables } from './kit/copied-table.ts';
import { openInvoice } from '../domain/money/invoice.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import { recordColumns } from './kit/columns.ts';

export const invoiceTables = {
  invoice: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      order_id: 'text',
      shipment_id: 'text',
      customer_id: 'text?',
      status: 'text',
      invoice_date: 'date',
      due_date: 'date?',
      amount_cents: 'cents',
      paid_cents: 'cents',
      credited_cents: 'cents',
      owed_cents: 'cents',
      currency: 'text',
      reference: 'text?',
      payment_term_id: 'text?',
      /** The provider that a customer's debt was sold to. */
      factor_name: 'text?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [
      ['created_at'],
      ['order_id'],
      ['shipment_id'],
      ['customer_id'],
      ['status'],
      // Of very many invoices only the dates, such as those of all that was paid in half a year.
      ['id', 'currency', 'invoice_date'],
    ],
    named: [
      {
        name: 'invoice_open',
        columns: ['customer_id', 'currency', 'status', 'due_date', 'invoice_date', 'owed_cents', 'paid_cents'],
        // Word for word the condition of open receivables: SQLite uses a partial index for no other.
        where: printRule(openInvoice),
      },
    ],
  },
} as const satisfies CopiedTables;
