import type { TableDefinitions } from '../table.ts';

/** What is known of the APIs that this desk works with, learned from their answers. */
export const capabilityTables = {
  tool_api_capability: {
    columns: {
      /** Names the API and the client of it. */
      api: 'text',
      capability: 'text',
      /** `proven`, `disproved` or `unknown`. */
      verdict: 'text',
      /** The answer that shows it, in words. */
      evidence: 'text',
      learned_at: 'instant',
    },
    primaryKey: ['api', 'capability'],
  },
} as const satisfies TableDefinitions;
