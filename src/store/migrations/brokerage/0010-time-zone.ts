import type { AddedColumns } from '../ddl.ts';

/** Null: the zone of the organization's address. */
export const timeZoneColumns = {
  organization: { columns: { time_zone: 'text?' } },
} as const satisfies Record<string, AddedColumns>;
