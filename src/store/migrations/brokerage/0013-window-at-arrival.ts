import type { AddedColumns } from '../ddl.ts';

/** The window of a stop as it was when the truck arrived, since the window was first moved after that; else null. */
export const windowAtArrivalColumns = {
  stop: {
    columns: {
      window_moved_at: 'instant?',
      arrival_start_date: 'date?',
      arrival_end_date: 'date?',
      arrival_start_time: 'text?',
      arrival_end_time: 'text?',
      arrival_time_zone: 'text?',
    },
  },
} as const satisfies Record<string, AddedColumns>;
