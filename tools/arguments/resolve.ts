import { WaybillError, type ErrorDetail } from '../../src/errors.ts';
import { type FriendlyResource, parseFriendlyId } from '../../src/domain/kit/friendly-id.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { type Reading, readingOf } from '../records/reading.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const candidatesShown = 8;

interface Named {
  readonly id: string;
  readonly friendlyId?: string | undefined;
}

/** How one kind of record is found by whatever a person calls it. */
export interface Finder<Found extends Named> {
  /** The word people use, which is also the argument's name. */
  readonly noun: string;
  readonly friendly: FriendlyResource | undefined;
  /** By id or client key; the API responds with 404 when there is none. */
  readonly get: (ctx: ToolContext, id: string, by: 'id' | 'key') => Promise<Found>;
  readonly byFriendlyId: (ctx: ToolContext, friendlyId: string) => Promise<readonly Found[]>;
  /** Names and references, tried last; `text` is as typed, `reading` is all that it can mean. */
  readonly search?: (ctx: ToolContext, text: string, reading: Reading) => Promise<readonly Found[]>;
  /** One line that identifies a candidate; record text in it is cleaned here. */
  readonly describe: (record: Found) => string;
}

export interface Resolution<Found> {
  readonly record: Found;
  /** What the text was taken for, to be shown with the result. */
  readonly resolved: { readonly query: string; readonly as: string };
}

/** The one record that a text means. Several candidates are all named and nothing is chosen. */
export async function resolve<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<Resolution<Found>> {
  const { records, as } = await candidates(ctx, finder, text);
  const [record, ...others] = records;
  if (record === undefined) throw notFound(finder, text);
  if (others.length > 0) throw ambiguous(finder, text, records);
  return { record, resolved: { query: text.trim(), as } };
}

/** Every record that a text can mean, by the first reading that finds any. */
export async function candidates<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<{ readonly records: readonly Found[]; readonly as: string }> {
  const typed = text.trim();
  if (typed === '')
    throw new WaybillError('BAD_REQUEST', `${finder.noun}: name one, for example by its friendly id.`, {
      details: [{ field: finder.noun, message: 'is empty' }],
    });
  if (uuidPattern.test(typed))
    return { records: await oneOrNone(() => finder.get(ctx, typed.toLowerCase(), 'id')), as: 'id' };
  const friendly = parseFriendlyId(typed);
  if (friendly && friendly.resource === finder.friendly) {
    const records = (await finder.byFriendlyId(ctx, friendly.friendlyId)).filter(
      ({ friendlyId }) => friendlyId === friendly.friendlyId,
    );
    if (records.length > 0) return { records, as: 'friendly id' };
  }
  const byKey = await oneOrNone(() => finder.get(ctx, typed, 'key'));
  if (byKey.length > 0) return { records: byKey, as: 'client key' };
  const reading = readingOf(typed);
  const byNumber = friendly ? [] : await byBareNumber(ctx, finder, reading);
  const found = (await finder.search?.(ctx, typed, reading)) ?? [];
  const others = found.filter(({ id }) => !byNumber.some((record) => record.id === id));
  return {
    records: [...byNumber, ...others],
    as: byNumber.length > 0 && others.length === 0 ? 'number' : 'reference or name',
  };
}

/** "1042", "#1042" or "quote 1042": a number may be somebody's reference as well, so both are looked up. */
async function byBareNumber<Found extends Named>(
  ctx: ToolContext,
  { friendly, byFriendlyId }: Finder<Found>,
  { numbers }: Reading,
): Promise<readonly Found[]> {
  const number = friendly && numbers.get(friendly);
  if (number === undefined) return [];
  return (await byFriendlyId(ctx, number)).filter(({ friendlyId }) => friendlyId === number);
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

function notFound({ noun }: { readonly noun: string }, text: string): WaybillError {
  return new WaybillError('NOT_FOUND', `No ${noun} matches ${shown(text)}.`, {
    details: [{ field: noun, message: 'matches nothing' }],
  });
}

function ambiguous<Found extends Named>(
  { noun, describe }: Finder<Found>,
  text: string,
  records: readonly Found[],
): WaybillError {
  const lines = records
    .slice(0, candidatesShown)
    .map((record) => `${record.friendlyId ?? record.id} (${recordText(describe(record), 'list')})`);
  const more = records.length > candidatesShown ? ` and ${records.length - candidatesShown} more` : '';
  const details: ErrorDetail[] = [{ field: noun, message: `matches ${records.length} records` }];
  return new WaybillError(
    'AMBIGUOUS',
    `${shown(text)} matches ${records.length} ${noun}s: ${lines.join('; ')}${more}. Nothing was done; name one of them.`,
    { details },
  );
}

const shown = (text: string) => recordText(text.trim(), 'list');
