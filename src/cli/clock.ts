/** The present as an ISO instant in UTC. */
export type Clock = () => string;

/** The present, ISO 8601 in UTC. */
export const now = (): string => new Date().toISOString();
