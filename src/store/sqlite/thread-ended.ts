/** The thread that worked with a database ended before it answered. */
export class ThreadEnded extends Error {}
