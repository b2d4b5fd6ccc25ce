import { createHash } from 'node:crypto';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** Prints JSON with sorted keys and without undefined members, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) => (isPlainRecord(member) ? sortMembers(member) : member)) ?? 'null'
  );
}

/** Computes the SHA-256 digest in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Digest of a value's canonical JSON. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}

function sortMembers(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
