let milliseconds = Number.NaN;
let instant = '';

/** The present, ISO 8601 in UTC. A request asks several times within a millisecond, and writing a date takes longer than reading the clock. */
export function now(): string {
  const present = Date.now();
  if (present !== milliseconds) {
    milliseconds = present;
    instant = new Date(present).toISOString();
  }
  return instant;
}
