import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const userTables = {
  user_account: {
    columns: { ...recordColumns, name: 'text?', email: 'text' },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
} as const satisfies CopiedTables;
