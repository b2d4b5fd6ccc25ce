import type { City } from '../../src/contract/types.ts';
import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { isUuid } from '../../src/domain/identifiers/uuid.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import { interpretCodes } from '../../src/mcp/input/interpret-arguments.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { findNamedAssignment, findAssignment } from './assignments.ts';
import { checkInput } from './catalogue-call.ts';
import { describeField, interpretWords } from './input-words.ts';
import { mapInputIds, type NamedPlace } from '../records/input-ids.ts';
import { formatRecordLabel } from '../records/record-names.ts';
import { getFinder } from './record-finders.ts';

interface ResolvedInput {
  /** The input with the uuid of every record that was found. */
  readonly input: JsonObject;
  /** The record or value that each text was resolved to, one line each. */
  readonly interpretations: readonly string[];
  /** Cities that were found by their names, because an API reads none by its id. */
  readonly cities: readonly City[];
}

/**
 * Replaces each friendly id, client key, reference and name of a record with its uuid, and replaces what people write
 * for numbers, dates and codes with the API's values. One error names everything that is wrong.
 */
export async function resolveInput(ctx: ToolContext, entry: CatalogueEntry, input: JsonObject): Promise<ResolvedInput> {
  const coded = replaceCodeWords(entry, input);
  const codes = listCodeInterpretations(input, coded, 'input');
  const namedAssignment = findNamedAssignment(entry, coded);
  const words = interpretWords(
    ctx,
    entry,
    namedAssignment ? { ...namedAssignment.rest, [namedAssignment.member]: createPlaceholderId(0) } : coded,
  );
  const places = new Map<string, NamedPlace>();
  const stoodFor = mapInputIds(entry, words.input, (place) => {
    if (isUuid(place.text)) return place.text;
    places.set(toPlaceKey(place), places.get(toPlaceKey(place)) ?? place);
    return createPlaceholderId([...places.keys()].indexOf(toPlaceKey(place)) + 1);
  });
  const lookups = [...places].map(([key, place]) => [key, () => findRecordAt(ctx, place)] as const);
  const { records, assignment } = await readTogether({
    words: () => readTogether(words.refused),
    input: () => checkInput(entry, stoodFor),
    records: () => readTogether(Object.fromEntries(lookups)),
    assignment: () => namedAssignment && findAssignment(ctx, namedAssignment),
  });
  const resolvedRecords = new Map(Object.entries(records));
  const placed =
    namedAssignment && assignment ? { ...words.input, [namedAssignment.member]: assignment.id } : words.input;
  const resolved = mapInputIds(entry, placed, (place) => resolvedRecords.get(toPlaceKey(place))?.id ?? place.text);
  // A text that could not be looked up is judged as it stands.
  checkInput(entry, resolved);
  return {
    input: resolved,
    interpretations: [
      ...(assignment ? [assignment.line] : []),
      ...[...resolvedRecords.values()].flatMap((record) => (record ? [record.line] : [])),
      ...codes,
      ...words.interpretations,
    ],
    cities: [...resolvedRecords.values()].flatMap((record) => record?.city ?? []),
  };
}

/** Replaces words such as "in review" with the codes that the operation takes. */
function replaceCodeWords({ operation }: CatalogueEntry, input: JsonObject): JsonObject {
  const schemas = [operation.query, operation.body].filter((schema) => schema !== undefined);
  const coded = schemas.reduce<unknown>((value, schema) => interpretCodes(schema, value), input);
  return isPlainRecord(coded) ? coded : input;
}

/** Describes each code that was written in words. */
function listCodeInterpretations(typed: unknown, coded: unknown, field: string): readonly string[] {
  if (typeof typed === 'string' && typeof coded === 'string')
    return typed === coded
      ? []
      : [`${describeField(field)}: ${formatCode(coded)} (from ${recordText(typed, 'list')}).`];
  if (Array.isArray(typed) && Array.isArray(coded))
    return typed.flatMap((item, index) => listCodeInterpretations(item, coded[index], `${field}.${index}`));
  if (!isPlainRecord(typed) || !isPlainRecord(coded)) return [];
  return Object.entries(typed).flatMap(([name, item]) =>
    listCodeInterpretations(item, coded[name], `${field}.${name}`),
  );
}

const createPlaceholderId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const toPlaceKey = ({ resource, text }: NamedPlace) => JSON.stringify([resource, text]);

interface MatchedRecord {
  readonly id: string;
  readonly line: string;
  readonly city: City | undefined;
}

async function findRecordAt(
  ctx: ToolContext,
  { field, resource, text }: NamedPlace,
): Promise<MatchedRecord | undefined> {
  const find = getFinder(resource);
  if (!find) return undefined;
  try {
    const { record, as } = await find(ctx, text);
    const name = formatRecordLabel({ resource, record });
    return {
      id: record.id,
      // The finder of cities returns them as the API lists them.
      city: resource === 'cities' ? (record as unknown as City) : undefined,
      line: `${describeField(field)}: ${recordText(name, 'list')} (from ${recordText(text, 'list')}, by ${as}).`,
    };
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    // An API that does not offer the reading judges the text itself.
    if (error.code === 'NOT_IMPLEMENTED') return undefined;
    if (error.code !== 'NOT_FOUND' && error.code !== 'AMBIGUOUS') throw error;
    throw new WaybillError(error.code, `${field}: ${error.message}`, {
      details: error.details.map(({ message }) => ({ field, message })),
      cause: error,
    });
  }
}
