import { digest } from './canonical.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** A record as it was read, so that a change can be refused where it is not so any more. */
export interface ReadRecord {
  /** As in the names of operations: `bills`. */
  readonly resource: string;
  readonly id: string;
  readonly version: string;
}

/** A digest of everything a record says, except addresses that are signed anew at each reading. */
export const versionOf = (record: unknown): string => digest(withoutAddresses(record));

function withoutAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (!isPlainRecord(value)) return value;
  const lasting = Object.entries(value).filter(([name]) => !name.endsWith('Url'));
  return Object.fromEntries(lasting.map(([name, member]) => [name, withoutAddresses(member)]));
}

/** Header of a write that is done only while these records are as they were read. */
export const unchangedHeader = 'x-if-unchanged';

/** So many at most: a header of more than 16 kB is refused on the way. */
export const unchangedMax = 100;

export const unchangedText = (records: readonly ReadRecord[]): string =>
  records.map(({ resource, id, version }) => `${resource}/${id}=${version}`).join(', ');

const entryPattern = /^(?<resource>[A-Za-z]{1,40})\/(?<id>[\w-]{1,64})=(?<version>[0-9a-f]{64})$/;

/** Null where the text is not what `unchangedText` writes. */
export function readUnchanged(text: string): readonly ReadRecord[] | null {
  const found = text.split(',').map((entry) => entryPattern.exec(entry.trim())?.groups);
  const records = found.flatMap((groups) => {
    const { resource, id, version } = groups ?? {};
    return resource && id && version ? [{ resource, id, version }] : [];
  });
  return records.length === found.length && records.length <= unchangedMax ? records : null;
}
