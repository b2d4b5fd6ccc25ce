import type { TableDefinitions } from '../table.ts';

/** Table of what the APIs of this desk can do, learned from their answers. */
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
