export interface Change {
  type: 'REMOVE' | 'ADD' | 'UPDATE';
  /** Property name, or array index as text. */
  key: string;
  embeddedKey?: string;
  value?: unknown;
  oldValue?: unknown;
  changes?: Change[];
}

type Properties = Readonly<Record<string, unknown>>;

/** Says nothing that the time of the event does not say already. */
const unreported = new Set(['updatedAt']);

/** Compares two JSON values: objects by property, arrays by index. Null equals a missing property. */
export function compareJson(before: unknown, after: unknown): Change[] {
  const old = toProperties(before);
  const fresh = toProperties(after);
  const keys = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...keys]
    .filter((key) => !unreported.has(key))
    .map((key) => findChange(key, getValue(old, key), getValue(fresh, key)))
    .filter((change) => change !== undefined);
}

function findChange(key: string, oldValue: unknown, value: unknown): Change | undefined {
  if (oldValue === null) return value === null ? undefined : { type: 'ADD', key, value };
  if (value === null) return { type: 'REMOVE', key, oldValue };
  if (getShape(oldValue) === 'plain' || getShape(oldValue) !== getShape(value))
    return oldValue === value ? undefined : { type: 'UPDATE', key, value, oldValue };
  const changes = compareJson(oldValue, value);
  if (changes.length === 0) return undefined;
  return { type: 'UPDATE', key, ...(Array.isArray(value) ? { embeddedKey: '$index' } : {}), changes };
}

const getShape = (value: unknown) =>
  Array.isArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : 'plain';

/** Returns the properties of an object, or the items of an array by index. */
const toProperties = (value: unknown): Properties => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Returns an own property or null: a record may have a field named like a method of objects. */
const getValue = (from: Properties, key: string): unknown => (Object.hasOwn(from, key) ? (from[key] ?? null) : null);
