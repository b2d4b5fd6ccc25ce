import type { DeclaredColumns } from '../table.ts';

/** Column with the keys of plan lines that the approver left out. */
export const leftOutColumns = { left_out: 'json?' } as const satisfies DeclaredColumns;
