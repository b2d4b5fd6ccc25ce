import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { cents, instant, instantOrNull } from '../kit/values.ts';

export const creditMemos = collection({
  name: 'credit_memo',
  resource: 'creditMemos',
  list: (api) => api.creditMemos.filter,
  open: { balance: 'remainingBalance', column: 'remaining_cents' },
  // A payment can move as much credit as before to another invoice.
  follows: [{ of: 'payment', key: 'id', table: 'credit_application', column: 'payment_id' }],
  tables: {
    credit_memo: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        customer_id: 'text?',
        carrier_id: 'text?',
        vendor_id: 'text?',
        status: 'text',
        memo_date: 'date',
        amount_cents: 'cents',
        applied_cents: 'cents',
        remaining_cents: 'cents',
        currency: 'text',
        reference: 'text?',
        notes: 'text?',
        voided_at: 'instant?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at'], ['customer_id']],
      named: [
        {
          name: 'credit_memo_open',
          columns: ['customer_id', 'currency', 'remaining_cents'],
          where: 'remaining_cents > 0',
        },
      ],
    },
    credit_application: {
      columns: {
        id: 'text',
        credit_memo_id: 'text',
        invoice_id: 'text',
        payment_id: 'text?',
        amount_cents: 'cents',
        applied_at: 'instant',
      },
      primaryKey: ['id'],
      owner: 'credit_memo_id',
      index: [['credit_memo_id'], ['invoice_id']],
    },
  },
  rowsOf: (memo) => ({
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
