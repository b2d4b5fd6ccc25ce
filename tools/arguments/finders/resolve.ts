import { WaybillError, type ErrorDetail } from '../../../src/errors.ts';
import { findNumberedId, isNumberedParty } from '../../../src/mcp/copied/numbered-parties.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { formatStatus } from '../../records/record-names.ts';
import { findClosest } from './closest.ts';
import type { Finder, FindableRecord } from './finder.ts';
import { type TextReading, parseReferenceText } from '../../records/reading.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const candidatesShown = 8;

export interface Resolution<Found> {
  readonly record: Found;
  /** Text as it was typed and the way it was resolved, to be shown with the result. */
  readonly resolved: { readonly query: string; readonly as: string };
}

/**
 * Finds the one record that a text means. Several candidates are all named and nothing is chosen. In a plan a name or a
 * reference is settled: another record that it fits later changes nothing, and the record is read by its id. The number of
 * a party leads to its id by the copy, so that a plan asks the API for the record alone.
 */
export async function resolve<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found>> {
  const query = text.trim();
  if (!ctx.isSettling) return findOnly(ctx, finder, text);
  if (isNumber(finder, query)) return (await findNumberedParty(ctx, finder, query)) ?? findOnly(ctx, finder, text);
  const { id, as } = await ctx.settle(`${finder.noun} ${query}`, async (context) => {
    const { record, resolved } = await findOnly(context, finder, text);
    return { id: record.id, as: resolved.as };
  });
  return { record: await finder.get(ctx, id, 'id'), resolved: { query, as } };
}

/** Returns whether a text is an id or a number of such a record, which no other one can get. */
function isNumber<Found extends FindableRecord>({ friendly }: Finder<Found>, text: string): boolean {
  return uuidPattern.test(text) || (friendly !== undefined && parseReferenceText(text).friendly?.resource === friendly);
}

/**
 * Finds the party of a number; undefined for what is no such number. However its id was found, a plan is about the record as
 * it is read by its id: whether the copy holds the party changes nothing.
 */
async function findNumberedParty<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found> | undefined> {
  const number = parseReferenceText(text).friendly;
  if (number === null || !isNumberedParty(number.resource)) return undefined;
  const { friendlyId, resource } = number;
  const resolved = { query: text, as: 'friendly id' };
  const copiedId = await findNumberedId(ctx, resource, friendlyId);
  const [copiedRecord] = copiedId === undefined ? [] : await readOneOrNone(() => finder.get(ctx, copiedId, 'id'));
  if (copiedRecord !== undefined && copiedRecord.friendlyId === friendlyId) return { record: copiedRecord, resolved };
  const match = await findOnly({ ...ctx, api: ctx.contextApi }, finder, text);
  return { ...match, record: await finder.get(ctx, match.record.id, 'id') };
}

async function findOnly<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found>> {
  const { records, as } = await findCandidates(ctx, finder, text);
  const [record, ...otherRecords] = records;
  if (record === undefined) throw await buildNotFoundError(ctx, finder, text);
  if (otherRecords.length > 0) throw buildAmbiguousError(finder, text, records, ctx.timeZone);
  return { record, resolved: { query: text.trim(), as } };
}

/**
 * Finds every record that a text can mean. A client key is free text in a record: it never wins over the number, the
 * name or the reference of another one.
 */
export async function findCandidates<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<ReadingResult<Found>> {
  const typed = text.trim();
  if (typed === '')
    throw new WaybillError('BAD_REQUEST', `${finder.noun}: give one, for example by its number.`, {
      details: [{ field: finder.noun, message: 'is empty' }],
    });
  if (uuidPattern.test(typed))
    return { records: await readOneOrNone(() => finder.get(ctx, typed.toLowerCase(), 'id')), as: 'id' };
  const reading = parseReferenceText(typed);
  const { friendly } = reading;
  if (friendly && friendly.resource === finder.friendly) {
    const records = (await finder.byNumbers(ctx, [friendly.friendlyId])).filter(
      ({ friendlyId }) => friendlyId === friendly.friendlyId,
    );
    if (records.length > 0) return { records, as: 'friendly id' };
  }
  const byKey = await readOneOrNone(() => finder.get(ctx, typed, 'key'));
  const byNumber = friendly ? [] : await findByBareNumber(ctx, finder, reading);
  const searched = (await finder.search?.(ctx, typed, reading)) ?? [];
  const namedRecords = searched.filter((record) => finder.isNamed?.(record, typed) ?? true);
  const byName = namedRecords.length > 0 || byKey.length > 0 ? namedRecords : searched;
  return mergeReadings([
    { as: 'client key', records: byKey },
    { as: 'number', records: byNumber },
    { as: 'reference or name', records: byName },
  ]);
}

interface ReadingResult<Found> {
  readonly as: string;
  readonly records: readonly Found[];
}

/** Lists each record once, by the first reading that finds it. */
function mergeReadings<Found extends FindableRecord>(readings: readonly ReadingResult<Found>[]): ReadingResult<Found> {
  const matches = readings.flatMap(({ as, records }) => records.map((record) => ({ as, record })));
  const byId = new Map(matches.toReversed().map((match) => [match.record.id, match]));
  const distinct = matches.filter((match) => byId.get(match.record.id) === match);
  const ways = [...new Set(distinct.map(({ as }) => as))];
  return { records: distinct.map(({ record }) => record), as: ways.join(', ') || 'reference or name' };
}

/** Finds "1042", "#1042" or "quote 1042". A number may be a reference as well, so both are looked up. */
async function findByBareNumber<Found extends FindableRecord>(
  ctx: ToolContext,
  { friendly, byNumbers }: Finder<Found>,
  { numbers }: TextReading,
): Promise<readonly Found[]> {
  const number = friendly && numbers.get(friendly);
  if (number === undefined) return [];
  return (await byNumbers(ctx, [number])).filter(({ friendlyId }) => friendlyId === number);
}

async function readOneOrNone<Found>(read: () => Promise<Found>): Promise<readonly Found[]> {
  try {
    return [await read()];
  } catch (error) {
    // Not found is an answer here: another reading of the text is tried next. A malformed id or key names nothing either.
    if (error instanceof WaybillError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) return [];
    throw error;
  }
}

async function buildNotFoundError<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<WaybillError> {
  const explanation = await finder.explainMissing?.(ctx, text);
  if (explanation) return explanation;
  const close = (await findClosest(ctx, finder, text)).map((record) => formatCandidate(finder, record, ctx.timeZone));
  const closest = close.length === 0 ? '' : ` Closest: ${close.join('; ')}.`;
  return new WaybillError(
    'NOT_FOUND',
    `No ${finder.noun} matches ${quoteText(text)}. Looked at ${finder.looksAt}.${closest}`,
    { details: [{ field: finder.noun, message: 'matches nothing' }] },
  );
}

/** Formats a record with what tells it from others: `SHP-1042 («Acme Foods, Chicago, IL to Dallas, TX», in transit)`. */
export function formatCandidate<Found extends FindableRecord>(
  { describe }: Finder<Found>,
  record: Found,
  timeZone: string,
): string {
  const { friendlyId, status } = record;
  const description = [
    recordText(describe(record, timeZone), 'list'),
    ...(typeof status === 'string' ? [formatStatus(status)] : []),
  ].join(', ');
  return friendlyId === undefined ? description : `${friendlyId} (${description})`;
}

function buildAmbiguousError<Found extends FindableRecord>(
  finder: Finder<Found>,
  text: string,
  records: readonly Found[],
  timeZone: string,
): WaybillError {
  const { noun } = finder;
  const shownRecords = records.slice(0, candidatesShown);
  const lines = shownRecords.map((record) => formatCandidate(finder, record, timeZone));
  const more = records.length > candidatesShown ? ` and ${records.length - candidatesShown} more` : '';
  const details: ErrorDetail[] = [{ field: noun, message: `matches ${records.length} records` }];
  const error = new WaybillError(
    'AMBIGUOUS',
    `${quoteText(text)} matches ${records.length} ${noun}s: ${lines.join('; ')}${more}. Nothing was done; name one of them.`,
    { details },
  );
  const actions = shownRecords.flatMap((record, index) => suggestById(finder, record, lines[index] ?? ''));
  return actions.length === 0 ? error : withNextActions(error, actions);
}

/** Suggests the call that shows a record without a number, because only its id tells it from others of its name. */
function suggestById<Found extends FindableRecord>(
  { noun }: Finder<Found>,
  { id, friendlyId }: Found,
  line: string,
): readonly NextAction[] {
  if (friendlyId !== undefined) return [];
  const call =
    noun === 'document'
      ? { tool: 'get_document', arguments: { document: id } }
      : { tool: 'get_record', arguments: { record: id } };
  return [{ ...call, why: line }];
}

const quoteText = (text: string) => recordText(text.trim(), 'list');
