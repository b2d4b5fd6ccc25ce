import type { BookEntry } from '../../../src/mcp/tool/bookkeeping.ts';

/** The audit entry at the end of an attempt, as it is written after a write. */
export const toFinishedEntry = (attempt: string): BookEntry => ({
  kind: 'audit',
  facts: {
    kind: 'finished',
    attempt,
    at: '2026-11-20T15:00:00.000Z',
    who: 'R. Vega',
    client: null,
    tool: 'create_term',
    planHash: null,
    approvalId: null,
    calls: [],
    status: 'done',
    summary: 'Created a payment term',
    undo: null,
  },
});
