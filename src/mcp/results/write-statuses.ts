/** The ways in which a write ends, as its answer names them. */
export const writeStatuses = [
  'done',
  'already_done',
  'approval_required',
  'changed',
  'declined',
  'cancelled',
  'partial',
] as const;
export type WriteStatus = (typeof writeStatuses)[number];
