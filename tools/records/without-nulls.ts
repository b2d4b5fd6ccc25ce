import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

/**
 * The input of a reading operation without members that are null: hosts send them for what is left out. What would lose
 * its last member, below the first two levels, stays as it is and is refused: an emptied condition would match every record.
 */
export function withoutNulls(input: JsonObject): JsonObject {
  const kept = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      isPlainRecord(value) ? Object.fromEntries(presentMembers(value)) : inner(value),
    ]),
  );
}

const presentMembers = (value: JsonObject) =>
  Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    member === null ? [] : [[name, inner(member)]],
  );

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  if (!isPlainRecord(value)) return value;
  const members = presentMembers(value);
  return members.length > 0 ? Object.fromEntries(members) : value;
}
