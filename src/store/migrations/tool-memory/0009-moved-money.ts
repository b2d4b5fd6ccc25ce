import type { TableDefinitions } from '../table.ts';

/** Money that writes have moved lately, and that approved plans may move: what a policy's limits of a day count. */
export const movedMoneyTables = {
  tool_moved_money: {
    columns: {
      /** Id of the approval, the confirmation or the attempt. */
      id: 'text',
      nth: 'int',
      /** Step of the plan that moves the money. */
      step: 'int',
      operation: 'text',
      who: 'text',
      payee: 'text?',
      currency: 'text',
      amount_cents: 'cents',
      at: 'instant',
      /** Until when an approved plan may still run; empty once it has begun. */
      expires_at: 'instant?',
    },
    primaryKey: ['id', 'nth'],
    index: [['at']],
  },
} as const satisfies TableDefinitions;
