import { digest } from './canonical.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** Version of a record that was read. A write is refused if the record has changed since. */
export interface ReadRecord {
  /** Resource in the names of operations: `bills`. */
  readonly resource: string;
  readonly id: string;
  readonly version: string;
}

/** Computes a digest of a record, without the addresses that are signed anew at each read. */
export const computeVersion = (record: unknown): string => digest(stripAddresses(record));

const isAddress = (name: string): boolean => name.endsWith('Url');

function stripAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripAddresses);
  if (!isPlainRecord(value)) return value;
  const lasting = Object.entries(value).filter(([name]) => !isAddress(name));
  return Object.fromEntries(lasting.map(([name, member]) => [name, stripAddresses(member)]));
}

/** A step from a record to one of its values: the name of a field, or an element of a list by its number, name or place. */
export type PathStep = { readonly field: string } | { readonly element: string };

/** One value of a record that is another one now; `undefined` stands for a value that is not there. */
export interface ValueDifference {
  readonly path: readonly PathStep[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Lists the values in which two readings of a record differ, its own fields before those of what it holds. */
export function listDifferences(before: unknown, after: unknown): readonly ValueDifference[] {
  const differences = [...findDifferences(stripAddresses(before), stripAddresses(after), [])];
  return differences.toSorted((a, b) => a.path.length - b.path.length);
}

function* findDifferences(
  before: unknown,
  after: unknown,
  path: readonly PathStep[],
): Generator<ValueDifference, void, undefined> {
  if (isPlainRecord(before) && isPlainRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* findDifferences(before[name], after[name], [...path, { field: name }]);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    const [old, current] = [toElements(before), toElements(after)];
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      const label = (current.get(key) ?? old.get(key))?.label ?? key;
      yield* findDifferences(old.get(key)?.element, current.get(key)?.element, [...path, { element: label }]);
    }
  } else if (digest(before ?? null) !== digest(after ?? null)) yield { path, before, after };
}

interface LabeledElement {
  readonly label: string;
  readonly element: unknown;
}

/** Elements by id where they have one, so that one that is added in front doesn't change all others. */
const toElements = (elements: readonly unknown[]): ReadonlyMap<string, LabeledElement> =>
  new Map(
    elements.map((element, index) => {
      const place = String(index + 1);
      if (!isPlainRecord(element)) return [place, { label: place, element }];
      const { id, friendlyId, name } = element;
      const label = [friendlyId, name].find((text): text is string => typeof text === 'string' && text !== '') ?? place;
      return [typeof id === 'string' ? id : place, { label, element }];
    }),
  );

/** Header of a write that is done only while these records are as they were read. */
export const unchangedHeader = 'x-if-unchanged';

/** Largest number of records in the header: proxies refuse headers above 16 kB. */
export const unchangedMax = 100;

export const formatUnchanged = (records: readonly ReadRecord[]): string =>
  records.map(({ resource, id, version }) => `${resource}/${id}=${version}`).join(', ');

const entryPattern = /^(?<resource>[A-Za-z]{1,40})\/(?<id>[\w-]{1,64})=(?<version>[0-9a-f]{64})$/;

/** Null where the text is not what `formatUnchanged` writes. */
export function readUnchanged(text: string): readonly ReadRecord[] | null {
  const matches = text.split(',').map((entry) => entryPattern.exec(entry.trim())?.groups);
  const records = matches.flatMap((groups) => {
    const { resource, id, version } = groups ?? {};
    return resource && id && version ? [{ resource, id, version }] : [];
  });
  return records.length === matches.length && records.length <= unchangedMax ? records : null;
}
