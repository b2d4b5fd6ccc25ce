import type { DocumentStatus, DocumentType } from '../../../domain/freight/document.ts';
import { oneOf, type TableDefinitions } from '../table.ts';
import { byId, newestFirst, record, uniqueKey } from './record-columns.ts';

/** Files and what they belong to. */
export const documentTables = {
  document: {
    columns: {
      ...record,
      type: oneOf<DocumentType>(),
      file_name: 'text',
      extension: 'text',
      content_type: 'text',
      file_size: 'int?',
      status: oneOf<DocumentStatus>(),
      tags: 'json?',
      uploaded_at: 'instant?',
      sha256: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst, ['organization_id', 'type', 'id']],
  },
  /** The tags that name records, one row each, so that documents of a record are found by index. */
  document_tag: {
    columns: { organization_id: 'text', document_id: 'text', name: 'text', value: 'text' },
    primaryKey: ['document_id', 'name'],
    index: [['organization_id', 'value', 'name']],
  },
  document_deadline: {
    columns: {
      organization_id: 'text',
      document_id: 'text',
      action: oneOf<'EXPIRE_ANNOUNCEMENT' | 'REMOVE_FILE'>(),
      due_at: 'instant',
    },
    primaryKey: ['organization_id', 'document_id'],
    index: [['due_at']],
  },
} as const satisfies TableDefinitions;
