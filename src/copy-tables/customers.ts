import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const customerTables = {
  customer: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      name: 'text',
      status: 'text',
      phone: 'text?',
      service_tier: 'text?',
      industry: 'text?',
      credit_limit_cents: 'cents?',
      currency: 'text?',
      payment_term_id: 'text?',
      team_id: 'text?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
} as const satisfies CopiedTables;
