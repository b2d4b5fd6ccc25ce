import { paymentTables } from '../../copy-tables/payments.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCents, toCentsOrNull } from '../kit/values.ts';

/** Customer payments with the invoices they pay, without the means of payment. */
export const payments = defineCollection({
  name: 'payment',
  resource: 'payments',
  list: (api) => api.payments.filter,
  tables: paymentTables,
  toRows: (payment) => ({
    payment: [
      {
        ...toRecordRow(payment),
        friendly_id: payment.friendlyId,
        customer_id: payment.customer?.id ?? null,
        payment_date: payment.paymentDate,
        reference: payment.reference,
        total_cents: toCents(payment.totalAmount),
        overpaid_cents: toCentsOrNull(payment.overpaymentAmount),
        currency: payment.currency,
      },
    ],
    payment_application: payment.applications.map(({ id, invoiceId, amount }) => ({
      id,
      payment_id: payment.id,
      invoice_id: invoiceId,
      amount_cents: toCents(amount),
    })),
  }),
});
