export interface Change {
  type: 'REMOVE' | 'ADD' | 'UPDATE';
  /** Property name, or array index as text. */
  key: string;
  embeddedKey?: string;
  value?: unknown;
  oldValue?: unknown;
  changes?: Change[];
}

type Json = Readonly<Record<string, unknown>>;

/** Says nothing that the time of the event does not say already. */
const unreported = new Set(['updatedAt']);

/** What became of a JSON value: objects by property, arrays by index; null and a missing property are the same. */
export function diff(before: unknown, after: unknown): Change[] {
  const old = propertiesOf(before);
  const fresh = propertiesOf(after);
  const keys = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...keys]
    .filter((key) => !unreported.has(key))
    .map((key) => changeOf(key, valueAt(old, key), valueAt(fresh, key)))
    .filter((change) => change !== undefined);
}

function changeOf(key: string, oldValue: unknown, value: unknown): Change | undefined {
  if (oldValue === null) return value === null ? undefined : { type: 'ADD', key, value };
  if (value === null) return { type: 'REMOVE', key, oldValue };
  if (shapeOf(oldValue) === 'plain' || shapeOf(oldValue) !== shapeOf(value))
    return oldValue === value ? undefined : { type: 'UPDATE', key, value, oldValue };
  const changes = diff(oldValue, value);
  if (changes.length === 0) return undefined;
  return { type: 'UPDATE', key, ...(Array.isArray(value) ? { embeddedKey: '$index' } : {}), changes };
}

const shapeOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : 'plain';

/** An array's properties are its indexes. */
const propertiesOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Own properties only: a record may have a field called like a method of objects. */
const valueAt = (from: Json, key: string): unknown => (Object.hasOwn(from, key) ? (from[key] ?? null) : null);
