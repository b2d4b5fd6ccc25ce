/** A Friday morning at the desk. */
export const now = '2026-11-20T15:00:00.000Z';
