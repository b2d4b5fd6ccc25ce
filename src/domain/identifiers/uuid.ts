const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for a record's id. */
export const isUuid = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);
