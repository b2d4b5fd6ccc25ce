import { WaybillError, type ErrorDetail } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { closestTo } from './closest.ts';
import type { Finder, Named } from './finder.ts';
import { type Reading, readingOf } from '../records/reading.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const candidatesShown = 8;

export interface Resolution<Found> {
  readonly record: Found;
  /** What the text was taken for, to be shown with the result. */
  readonly resolved: { readonly query: string; readonly as: string };
}

/**
 * Finds the one record that a text means. Several candidates are all named and nothing is chosen. In a plan a name or a
 * reference is settled: another record that it fits later changes nothing, and the record is read by its id.
 */
export async function resolve<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found>> {
  const query = text.trim();
  if (!ctx.isSettling || looksLikeNumber(finder, query)) return findOnly(ctx, finder, text);
  const { id, as } = await ctx.settle(`${finder.noun} ${query}`, async (context) => {
    const { record, resolved } = await findOnly(context, finder, text);
    return { id: record.id, as: resolved.as };
  });
  return { record: await finder.get(ctx, id, 'id'), resolved: { query, as } };
}

/** Judges whether a text is an id or a number of such a record, which no other one can get. */
function looksLikeNumber<Found extends Named>({ friendly }: Finder<Found>, text: string): boolean {
  return uuidPattern.test(text) || (friendly !== undefined && readingOf(text).friendly?.resource === friendly);
}

async function findOnly<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found>> {
  const { records, as } = await candidates(ctx, finder, text);
  const [record, ...others] = records;
  if (record === undefined) throw await notFound(ctx, finder, text);
  if (others.length > 0) throw ambiguous(finder, text, records);
  return { record, resolved: { query: text.trim(), as } };
}

/**
 * Every record that a text can mean. A client key is what somebody typed into a record: it never wins over the number, the
 * name or the reference of another one.
 */
export async function candidates<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Read<Found>> {
  const typed = text.trim();
  if (typed === '')
    throw new WaybillError('BAD_REQUEST', `${finder.noun}: name one, for example by its friendly id.`, {
      details: [{ field: finder.noun, message: 'is empty' }],
    });
  if (uuidPattern.test(typed))
    return { records: await oneOrNone(() => finder.get(ctx, typed.toLowerCase(), 'id')), as: 'id' };
  const reading = readingOf(typed);
  const { friendly } = reading;
  if (friendly && friendly.resource === finder.friendly) {
    const records = (await finder.byNumbers(ctx, [friendly.friendlyId])).filter(
      ({ friendlyId }) => friendlyId === friendly.friendlyId,
    );
    if (records.length > 0) return { records, as: 'friendly id' };
  }
  const byKey = await oneOrNone(() => finder.get(ctx, typed, 'key'));
  const byNumber = friendly ? [] : await byBareNumber(ctx, finder, reading);
  const searched = (await finder.search?.(ctx, typed, reading)) ?? [];
  const named = searched.filter((record) => finder.isNamed?.(record, typed) ?? true);
  const byName = named.length > 0 || byKey.length > 0 ? named : searched;
  return firstOf([
    { as: 'client key', records: byKey },
    { as: 'number', records: byNumber },
    { as: 'reference or name', records: byName },
  ]);
}

interface Read<Found> {
  readonly as: string;
  readonly records: readonly Found[];
}

/** Each record once, by the first reading that finds it. */
function firstOf<Found extends Named>(readings: readonly Read<Found>[]): Read<Found> {
  const found = readings.flatMap(({ as, records }) => records.map((record) => ({ as, record })));
  const byId = new Map(found.toReversed().map((one) => [one.record.id, one]));
  const distinct = found.filter((one) => byId.get(one.record.id) === one);
  const ways = [...new Set(distinct.map(({ as }) => as))];
  return { records: distinct.map(({ record }) => record), as: ways.join(', ') || 'reference or name' };
}

/** "1042", "#1042" or "quote 1042": a number may be somebody's reference as well, so both are looked up. */
async function byBareNumber<Found extends Named>(
  ctx: ToolContext,
  { friendly, byNumbers }: Finder<Found>,
  { numbers }: Reading,
): Promise<readonly Found[]> {
  const number = friendly && numbers.get(friendly);
  if (number === undefined) return [];
  return (await byNumbers(ctx, [number])).filter(({ friendlyId }) => friendlyId === number);
}

async function oneOrNone<Found>(read: () => Promise<Found>): Promise<readonly Found[]> {
  try {
    return [await read()];
  } catch (error) {
    // Not found is an answer here: another reading of the text is tried next. A malformed id or key names nothing either.
    if (error instanceof WaybillError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) return [];
    throw error;
  }
}

async function notFound<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<WaybillError> {
  const explanation = await finder.explainMissing?.(ctx, text);
  if (explanation) return explanation;
  const close = (await closestTo(ctx, finder, text)).map((record) => candidateText(finder, record));
  const closest = close.length === 0 ? '' : ` Closest: ${close.join('; ')}.`;
  return new WaybillError(
    'NOT_FOUND',
    `No ${finder.noun} matches ${shown(text)}. Looked at ${finder.looksAt}.${closest}`,
    { details: [{ field: finder.noun, message: 'matches nothing' }] },
  );
}

/** A record with what tells it from others. */
export const candidateText = <Found extends Named>({ describe }: Finder<Found>, record: Found): string =>
  `${record.friendlyId ?? record.id} (${recordText(describe(record), 'list')})`;

function ambiguous<Found extends Named>(finder: Finder<Found>, text: string, records: readonly Found[]): WaybillError {
  const { noun } = finder;
  const lines = records.slice(0, candidatesShown).map((record) => candidateText(finder, record));
  const more = records.length > candidatesShown ? ` and ${records.length - candidatesShown} more` : '';
  const details: ErrorDetail[] = [{ field: noun, message: `matches ${records.length} records` }];
  return new WaybillError(
    'AMBIGUOUS',
    `${shown(text)} matches ${records.length} ${noun}s: ${lines.join('; ')}${more}. Nothing was done; name one of them.`,
    { details },
  );
}

const shown = (text: string) => recordText(text.trim(), 'list');
