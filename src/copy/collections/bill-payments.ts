import { billPaymentTables } from '../../copy-tables/bill-payments.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCents, toCentsOrNull } from '../kit/values.ts';

/** Payments to carriers and vendors with the bills they pay, without the means of payment. */
export const billPayments = defineCollection({
  name: 'bill_payment',
  resource: 'billPayments',
  list: (api) => api.billPayments.filter,
  tables: billPaymentTables,
  toRows: (payment) => ({
    bill_payment: [
      {
        ...toRecordRow(payment),
        friendly_id: payment.friendlyId,
        recipient_type: payment.recipientType,
        carrier_id: payment.carrier?.id ?? null,
        vendor_id: payment.vendor?.id ?? null,
        factor_id: payment.carrierFactor?.id ?? null,
        payment_date: payment.paymentDate,
        reference: payment.reference,
        total_cents: toCents(payment.totalAmount),
        overpaid_cents: toCentsOrNull(payment.overpayment),
        currency: payment.currency,
      },
    ],
    bill_payment_application: payment.applications.map(({ id, billId, amount }) => ({
      id,
      bill_payment_id: payment.id,
      bill_id: billId,
      amount_cents: toCents(amount),
    })),
  }),
});
