import type { TableDefinitions } from '../table.ts';

/**
 * Table of the last brief of each person in each role. It holds numbers of records, so that the next brief can tell
 * what is new.
 */
export const briefTables = {
  tool_brief: {
    columns: { requester: 'text', role: 'text', at: 'instant', body: 'json' },
    primaryKey: ['requester', 'role'],
  },
} as const satisfies TableDefinitions;
