import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { cents, centsOrNull } from '../kit/values.ts';

/** What customers paid, and for which invoices; nothing of how. */
export const payments = collection({
  name: 'payment',
  resource: 'payments',
  list: (api) => api.payments.filter,
  tables: {
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
  },
  rowsOf: (payment) => ({
    payment: [
      {
        ...recordRow(payment),
        friendly_id: payment.friendlyId,
        customer_id: payment.customer?.id ?? null,
        payment_date: payment.paymentDate,
        reference: payment.reference,
        total_cents: cents(payment.totalAmount),
        overpaid_cents: centsOrNull(payment.overpaymentAmount),
        currency: payment.currency,
      },
    ],
    payment_application: payment.applications.map(({ id, invoiceId, amount }) => ({
      id,
      payment_id: payment.id,
      invoice_id: invoiceId,
      amount_cents: cents(amount),
    })),
  }),
});
