import { openInvoice } from '../../domain/money/invoice.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { cents } from '../kit/values.ts';

export const invoices = collection({
  name: 'invoice',
  resource: 'invoices',
  list: (api) => api.invoices.filter,
  open: { balance: 'amountOwed', column: 'owed_cents' },
  tables: {
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
  },
  rowsOf: (invoice) => ({
    invoice: [
      {
        ...recordRow(invoice),
        friendly_id: invoice.friendlyId,
        order_id: invoice.orderId,
        shipment_id: invoice.shipmentId,
        customer_id: invoice.customer?.id ?? null,
        status: invoice.status,
        invoice_date: invoice.invoiceDate,
        due_date: invoice.dueDate,
        amount_cents: cents(invoice.amount),
        paid_cents: cents(invoice.amountPaid),
        credited_cents: cents(invoice.creditsApplied),
        owed_cents: cents(invoice.amountOwed),
        currency: invoice.currency,
        reference: invoice.reference,
        payment_term_id: invoice.paymentTerm?.id ?? null,
        factor_name: invoice.factorName,
      },
    ],
  }),
});
