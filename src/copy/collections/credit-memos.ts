import { creditMemoTables } from '../../copy-tables/credit-memos.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCents, toInstant, toInstantOrNull } from '../kit/values.ts';

export const creditMemos = defineCollection({
  name: 'credit_memo',
  resource: 'creditMemos',
  list: (api) => api.creditMemos.filter,
  open: { balance: 'remainingBalance', column: 'remaining_cents' },
  // A payment can move as much credit as before to another invoice.
  follows: [{ collectionName: 'payment', key: 'id', table: 'credit_application', column: 'payment_id' }],
  tables: creditMemoTables,
  toRows: (memo) => ({
    credit_memo: [
      {
        ...toRecordRow(memo),
        friendly_id: memo.friendlyId,
        customer_id: memo.customer?.id ?? null,
        carrier_id: memo.carrier?.id ?? null,
        vendor_id: memo.vendor?.id ?? null,
        status: memo.status,
        memo_date: memo.memoDate,
        amount_cents: toCents(memo.amount),
        applied_cents: toCents(memo.appliedAmount),
        remaining_cents: toCents(memo.remainingBalance),
        currency: memo.currency,
        reference: memo.reference,
        notes: memo.notes,
        voided_at: toInstantOrNull(memo.voidedAt),
      },
    ],
    credit_application: memo.applications.map(({ id, invoiceId, paymentId, amount, appliedAt }) => ({
      id,
      credit_memo_id: memo.id,
      invoice_id: invoiceId,
      payment_id: paymentId,
      amount_cents: toCents(amount),
      applied_at: toInstant(appliedAt),
    })),
  }),
});
