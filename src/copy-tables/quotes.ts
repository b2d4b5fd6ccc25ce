import type { CopiedTables } from './kit/copied-table.ts';
import { openQuote } from '../domain/quotes/quote.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import { recordColumns } from './kit/columns.ts';

export const quoteTables = {
  quote: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      side: 'text',
      status: 'text',
      amount_cents: 'cents?',
      target_cents: 'cents?',
      currency: 'text',
      expires_at: 'instant?',
      closed_at: 'instant?',
      customer_id: 'text?',
      carrier_id: 'text?',
      order_id: 'text',
      shipment_id: 'text?',
      assignee_id: 'text?',
      lost_reason: 'text?',
      lost_reason_text: 'text?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [
      ['created_at'],
      ['side', 'created_at'],
      ['order_id'],
      ['customer_id', 'created_at'],
      ['side', 'status', 'expires_at'],
    ],
    named: [
      { name: 'quote_open', columns: ['side', 'expires_at'], where: printRule(openQuote) },
      { name: 'quote_offered', columns: ['side', 'currency', 'status', 'amount_cents'] },
      {
        name: 'quote_by_customer',
        columns: ['customer_id', 'currency', 'closed_at', 'side', 'status', 'amount_cents'],
      },
      {
        name: 'quote_closed_order',
        columns: ['order_id', 'closed_at', 'side', 'status', 'lost_reason'],
        where: 'closed_at is not null',
      },
      {
        name: 'quote_closed',
        columns: ['side', 'status', 'closed_at', 'currency', 'amount_cents', 'order_id', 'lost_reason'],
        where: 'closed_at is not null',
      },
    ],
  },
} as const satisfies CopiedTables;
