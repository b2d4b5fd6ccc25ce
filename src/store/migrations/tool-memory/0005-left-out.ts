import type { DeclaredColumns } from '../table.ts';

/** Keys of the lines of a plan that whoever decided left out. */
export const leftOutColumns = { left_out: 'json?' } as const satisfies DeclaredColumns;
