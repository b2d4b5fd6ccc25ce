import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const locationTables = {
  location: {
    columns: {
      ...recordColumns,
      customer_id: 'text',
      name: 'text',
      city: 'text?',
      state: 'text?',
      postal_code: 'text?',
      market: 'text?',
      country: 'text?',
      is_appointment_required: 'bool',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
} as const satisfies CopiedTables;
