import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const documentTables = {
  document: {
    columns: { ...recordColumns, type: 'text', status: 'text' },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at']],
  },
  /** One row for each record that a document is tied to. */
  document_link: {
    columns: { document_id: 'text', record_type: 'text', record_id: 'text' },
    primaryKey: ['document_id', 'record_type'],
    owner: 'document_id',
    index: [['record_id']],
  },
} as const satisfies CopiedTables;
