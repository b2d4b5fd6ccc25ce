import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const vendorTables = {
  vendor: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      name: 'text',
      status: 'text?',
      currency: 'text?',
      payment_term_id: 'text?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
} as const satisfies CopiedTables;
