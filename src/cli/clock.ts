/** The present as an ISO instant in UTC. */
export type Clock = () => string;

/** Returns the present time, ISO 8601 in UTC. */
export const readNow = (): string => new Date().toISOString();
