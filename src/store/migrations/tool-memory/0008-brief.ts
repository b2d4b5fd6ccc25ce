import type { TableDefinitions } from '../table.ts';

/** What each person was told last in each role: numbers of records, so that the next brief says what is new. */
export const briefTables = {
  tool_brief: {
    columns: { requester: 'text', role: 'text', at: 'instant', body: 'json' },
    primaryKey: ['requester', 'role'],
  },
} as const satisfies TableDefinitions;
