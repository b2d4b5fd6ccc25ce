import { paymentTables } from '../../copy-tables/payments.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { cents, centsOrNull } from '../kit/values.ts';

/** What customers paid, and for which invoices; nothing of how. */
export const payments = collection({
  name: 'payment',
  resource: 'payments',
  list: (api) => api.payments.filter,
  tables: paymentTables,
  toRows: (payment) => ({
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
