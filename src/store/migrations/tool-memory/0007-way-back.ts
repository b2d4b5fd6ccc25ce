import type { TableDefinitions } from '../table.ts';

/** Table of the calls that undo the writes of the last days. The calls are encrypted. */
export const wayBackTables = {
  tool_way_back: {
    columns: { seq: 'int', id: 'text', requester: 'text', at: 'instant', expires_at: 'instant', body: 'text' },
    primaryKey: ['seq'],
    unique: [{ columns: ['id'] }],
    index: [['requester', 'seq'], ['expires_at']],
  },
} as const satisfies TableDefinitions;
