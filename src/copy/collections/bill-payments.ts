import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { cents, centsOrNull } from '../kit/values.ts';

/** What was paid to whom and for which bills; nothing of how. */
export const billPayments = collection({
  name: 'bill_payment',
  resource: 'billPayments',
  list: (api) => api.billPayments.filter,
  tables: {
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
  },
  rowsOf: (payment) => ({
    bill_payment: [
      {
        ...recordRow(payment),
        friendly_id: payment.friendlyId,
        recipient_type: payment.recipientType,
        carrier_id: payment.carrier?.id ?? null,
        vendor_id: payment.vendor?.id ?? null,
        factor_id: payment.carrierFactor?.id ?? null,
        payment_date: payment.paymentDate,
        reference: payment.reference,
        total_cents: cents(payment.totalAmount),
        overpaid_cents: centsOrNull(payment.overpayment),
        currency: payment.currency,
      },
    ],
    bill_payment_application: payment.applications.map(({ id, billId, amount }) => ({
      id,
      bill_payment_id: payment.id,
      bill_id: billId,
      amount_cents: cents(amount),
    })),
  }),
});
