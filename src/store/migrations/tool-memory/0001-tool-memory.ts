import type { ApprovalStatus } from '../../../domain/kit/approval.ts';
import { oneOf, type TableDefinitions } from '../table.ts';

/** Tables of the tool server's memory. It may share a database with the brokerage. */
export const toolMemoryTables = {
  tool_approval: {
    columns: {
      id: 'text',
      status: oneOf<ApprovalStatus>(),
      tool: 'text',
      gate: 'text',
      requester: 'text',
      client: 'text?',
      plan_hash: 'text',
      plan_view: 'json',
      sealed: 'text',
      created_at: 'instant',
      expires_at: 'instant',
      decided_by: 'text?',
      decided_at: 'instant?',
      reason: 'text?',
      started_at: 'instant?',
      finished_at: 'instant?',
      outcome: 'json?',
    },
    primaryKey: ['id'],
    index: [
      ['created_at', 'id'],
      ['requester', 'created_at', 'id'],
      ['plan_hash', 'requester'],
    ],
  },
  tool_audit: {
    columns: { seq: 'int', at: 'instant', who: 'text', body: 'json', previous_hash: 'text', hash: 'text' },
    primaryKey: ['seq'],
    index: [['who', 'seq']],
  },
  /** Keys that count once, such as a person's answer to one question. */
  tool_used_key: {
    columns: { key: 'text', used_at: 'instant', expires_at: 'instant' },
    primaryKey: ['key'],
    index: [['expires_at']],
  },
  /** Creates under way or done moments ago, so that an identical one is recognised. */
  tool_reservation: {
    columns: { key: 'text', id: 'text', created_at: 'instant', expires_at: 'instant', outcome: 'json?' },
    primaryKey: ['key'],
    index: [['expires_at']],
  },
  tool_secret: { columns: { name: 'text', value: 'text' }, primaryKey: ['name'] },
} as const satisfies TableDefinitions;
