/** JSON object with members of any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members of a list that are records; none where it is no list. */
export const listPlainRecords = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isPlainRecord) : [];
