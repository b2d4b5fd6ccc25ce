import type { DeclaredColumns } from '../table.ts';

/** How far an execution came, whose operating system's user decided, and what a person has to know beside the plan. */
export const approvalColumns = {
  steps_sent: 'int',
  steps_done: 'int',
  leased_until: 'instant?',
  decided_user: 'text?',
  warning: 'text?',
} as const satisfies DeclaredColumns;

export const approvalDefaults = { steps_sent: 0, steps_done: 0 };
