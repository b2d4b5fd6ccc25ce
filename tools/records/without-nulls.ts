import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

/**
 * Removes fields that are null from the input of a reading operation, because hosts send null for omitted fields. An
 * object below the first two levels that would lose its last field stays as it is and is refused: an empty condition
 * would match every record.
 */
export function removeNulls(input: JsonObject): JsonObject {
  const presentEntries = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(
    presentEntries.map(([name, value]) => [
      name,
      isPlainRecord(value) ? Object.fromEntries(listPresentMembers(value)) : removeInnerNulls(value),
    ]),
  );
}

const listPresentMembers = (value: JsonObject) =>
  Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    member === null ? [] : [[name, removeInnerNulls(member)]],
  );

function removeInnerNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeInnerNulls);
  if (!isPlainRecord(value)) return value;
  const members = listPresentMembers(value);
  return members.length > 0 ? Object.fromEntries(members) : value;
}
