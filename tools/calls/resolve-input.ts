import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readTogether } from '../arguments/together.ts';
import { assignmentNamed, findAssignment } from './assignments.ts';
import { checkInput } from './catalogue-call.ts';
import { readWords } from './input-words.ts';
import { isUuid, mapInputIds, type NamedPlace } from '../records/input-ids.ts';
import { nameOfRecord } from '../records/record-names.ts';
import { finderOf } from './record-finders.ts';

interface ResolvedInput {
  /** With the uuid of every record that was found. */
  readonly input: JsonObject;
  /** What each text was taken for, a line each. */
  readonly taken: readonly string[];
}

/**
 * Puts the uuid in place of every friendly id, client key, reference and name that stands where a record is named, and
 * numbers, dates and codes in place of what people write for them. All that is wrong is named in one refusal.
 */
export async function resolveInput(ctx: ToolContext, entry: CatalogueEntry, input: JsonObject): Promise<ResolvedInput> {
  const named = assignmentNamed(entry, input);
  const words = readWords(ctx, entry, named ? { ...named.rest, [named.member]: standIn(0) } : input);
  const places = new Map<string, NamedPlace>();
  const stoodFor = mapInputIds(entry, words.input, (place) => {
    if (isUuid(place.text)) return place.text;
    places.set(keyOf(place), places.get(keyOf(place)) ?? place);
    return standIn([...places.keys()].indexOf(keyOf(place)) + 1);
  });
  const lookups = [...places].map(([key, place]) => [key, () => recordAt(ctx, place)] as const);
  const { records, assignment } = await readTogether({
    words: () => readTogether(words.refused),
    input: () => checkInput(entry, stoodFor),
    records: () => readTogether(Object.fromEntries(lookups)),
    assignment: () => named && findAssignment(ctx, named),
  });
  const found = new Map(Object.entries(records));
  const placed = named && assignment ? { ...words.input, [named.member]: assignment.id } : words.input;
  const resolved = mapInputIds(entry, placed, (place) => found.get(keyOf(place))?.id ?? place.text);
  // A text that could not be looked up is judged as it stands.
  checkInput(entry, resolved);
  return {
    input: resolved,
    taken: [
      ...(assignment ? [assignment.line] : []),
      ...[...found.values()].flatMap((one) => (one ? [one.line] : [])),
      ...words.taken,
    ],
  };
}

const standIn = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const keyOf = ({ resource, text }: NamedPlace) => JSON.stringify([resource, text]);

async function recordAt(
  ctx: ToolContext,
  { field, resource, text }: NamedPlace,
): Promise<{ readonly id: string; readonly line: string } | undefined> {
  const find = finderOf(resource);
  if (!find) return undefined;
  try {
    const { record, as } = await find(ctx, text);
    const name = nameOfRecord({ resource, record });
    return {
      id: record.id,
      line: `${field}: ${recordText(text, 'list')} is ${recordText(name, 'list')}, by ${as}.`,
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
