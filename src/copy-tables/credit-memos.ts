import { openCredit } from '../domain/money/credit-memo.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const creditMemoTables = {
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
        where: printRule(openCredit),
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
} as const satisfies CopiedTables;
