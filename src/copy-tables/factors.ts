import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const factorTables = {
  factor: {
    columns: { ...recordColumns, name: 'text' },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
} as const satisfies CopiedTables;
