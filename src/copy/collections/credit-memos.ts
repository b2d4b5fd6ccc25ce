import { creditMemoTables } from '../../copy-tables/credit-memos.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { cents, instant, instantOrNull } from '../kit/values.ts';

export const creditMemos = collection({
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
        ...recordRow(memo),
        friendly_id: memo.friendlyId,
        customer_id: memo.customer?.id ?? null,
        carrier_id: memo.carrier?.id ?? null,
        vendor_id: memo.vendor?.id ?? null,
        status: memo.status,
        memo_date: memo.memoDate,
        amount_cents: cents(memo.amount),
        applied_cents: cents(memo.appliedAmount),
        remaining_cents: cents(memo.remainingBalance),
        currency: memo.currency,
        reference: memo.reference,
        notes: memo.notes,
        voided_at: instantOrNull(memo.voidedAt),
      },
    ],
    credit_application: memo.applications.map(({ id, invoiceId, paymentId, amount, appliedAt }) => ({
      id,
      credit_memo_id: memo.id,
      invoice_id: invoiceId,
      payment_id: paymentId,
      amount_cents: cents(amount),
      applied_at: instant(appliedAt),
    })),
  }),
});
