import type { DeclaredColumns, TableDefinitions } from '../table.ts';

/**
 * Columns for the progress of an execution, the operating system's user who decided, notes for the approver beside the
 * plan, and the money that was confirmed in a client's form.
 */
export const approvalColumns = {
  steps_sent: 'int',
  steps_done: 'int',
  leased_until: 'instant?',
  decided_user: 'text?',
  warning: 'text?',
  confirmed: 'json?',
} as const satisfies DeclaredColumns;

export const approvalDefaults = { steps_sent: 0, steps_done: 0 };

/** The hash of the secret that every decision asks for. */
export const approverTables = {
  tool_approver: { columns: { id: 'text', secret_hash: 'text' }, primaryKey: ['id'] },
} as const satisfies TableDefinitions;
