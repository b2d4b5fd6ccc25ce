import { foldText } from '../../src/domain/text/folding.ts';
import { splitKindWord } from '../../src/domain/identifiers/record-number.ts';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getFinder } from '../calls/record-finders.ts';
import { parseReferenceText } from '../records/reading.ts';
import { describeRecord } from '../records/record-names.ts';
import type { RecordKind } from './record-kind.ts';
import { quoteText } from './shown-record.ts';

export interface ResolvedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly friendlyId: string | null;
  /** Number and name, quoted. */
  readonly described: string;
  readonly as: string;
}

/** Finds the record that a text names, of any kind. The error for several lists all of them. */
export async function findRecord(
  ctx: ToolContext,
  typed: string,
  recordKinds: readonly RecordKind[],
): Promise<ResolvedRecord> {
  const reading = parseKinds(typed.trim(), recordKinds);
  try {
    return await findAmong(ctx, typed, reading);
  } catch (error) {
    const isWhole = reading.rest === typed.trim();
    if (isWhole || !(error instanceof WaybillError) || error.code !== 'NOT_FOUND') throw error;
    const called = await findCalled(ctx, typed, recordKinds);
    if (called === undefined) throw error;
    return called;
  }
}

/** Finds a record by its whole text, because a name may begin like a kind: "Bill Jackson". */
async function findCalled(
  ctx: ToolContext,
  typed: string,
  recordKinds: readonly RecordKind[],
): Promise<ResolvedRecord | undefined> {
  const tried = await Promise.all(recordKinds.map((kind) => lookUp(ctx, kind, typed.trim())));
  const matches = tried.flatMap((lookup) => (lookup instanceof WaybillError ? [] : [lookup]));
  const called = matches.filter(({ described }) => foldText(described).includes(foldText(typed.trim())));
  if (called.length > 1) throw buildSeveralError(typed, called, 0);
  return called[0];
}

async function findAmong(ctx: ToolContext, typed: string, { kinds, rest }: TypedRecord): Promise<ResolvedRecord> {
  const tried = await Promise.all(kinds.map((kind) => lookUp(ctx, kind, rest)));
  const matches = tried.flatMap((lookup) => (lookup instanceof WaybillError ? [] : [lookup]));
  const errors = tried.filter((lookup) => lookup instanceof WaybillError);
  const ambiguous = errors.filter(({ code }) => code === 'AMBIGUOUS');
  const [onlyMatch, ...otherMatches] = matches;
  if (onlyMatch && otherMatches.length === 0 && ambiguous.length === 0) return onlyMatch;
  const [first] = ambiguous.length > 0 ? ambiguous : errors;
  if (first && matches.length === 0 && (kinds.length === 1 || ambiguous.length === 1)) throw first;
  throw onlyMatch || ambiguous.length > 0
    ? buildSeveralError(typed, matches, ambiguous.length)
    : buildNothingFoundError(typed);
}

interface TypedRecord {
  readonly kinds: readonly RecordKind[];
  /** The text without the word for the kind. */
  readonly rest: string;
}

/** Parses the kinds of record that a text can name: by the form of its number, else by the word before it, else all. */
function parseKinds(typed: string, recordKinds: readonly RecordKind[]): TypedRecord {
  const { friendly } = parseReferenceText(typed);
  const byNumber = recordKinds.filter(
    ({ friendly: numberResource }) => numberResource !== undefined && numberResource === friendly?.resource,
  );
  if (byNumber.length > 0) return { kinds: byNumber, rest: typed };
  const labeled = splitKindWord(
    typed,
    recordKinds.flatMap((kind) => kind.words),
  );
  if (labeled === undefined) return { kinds: recordKinds, rest: typed };
  return { kinds: recordKinds.filter((kind) => kind.words.includes(labeled.word)), rest: labeled.rest };
}

/** A kind that has none of it, or that this API does not show, leaves the answer to the others. */
const passedOver: ReadonlySet<string> = new Set(['NOT_FOUND', 'AMBIGUOUS', 'NOT_IMPLEMENTED', 'FORBIDDEN']);

async function lookUp(ctx: ToolContext, kind: RecordKind, typed: string): Promise<ResolvedRecord | WaybillError> {
  const find = getFinder(kind.resource);
  if (!find) throw new Error(`${kind.resource} cannot be found`);
  try {
    const { record, as } = await find(ctx, typed);
    const described = describeRecord({ resource: kind.resource, record });
    return { kind, id: record.id, friendlyId: record.friendlyId ?? null, described, as };
  } catch (error) {
    if (error instanceof WaybillError && passedOver.has(error.code)) return error;
    throw error;
  }
}

function buildSeveralError(typed: string, matches: readonly ResolvedRecord[], ambiguousKinds: number): WaybillError {
  const matchTexts = matches.map(({ kind, described }) => `${kind.noun} ${described}`);
  const more = ambiguousKinds > 0 ? ' Several of another kind match as well.' : '';
  const error = new WaybillError(
    'AMBIGUOUS',
    `${quoteText(typed)} can mean ${matchTexts.join('; ') || 'several records'}.${more} Name one of them, with its kind before it.`,
    { details: [{ field: 'record', message: 'matches several records' }] },
  );
  return withNextActions(error, [{ tool: 'find', arguments: { query: typed }, why: 'lists every candidate' }]);
}

function buildNothingFoundError(typed: string): WaybillError {
  const error = new WaybillError('NOT_FOUND', `Nothing is called ${quoteText(typed)}.`, {
    details: [{ field: 'record', message: 'matches nothing' }],
  });
  return withNextActions(error, [{ tool: 'find', arguments: { query: typed }, why: 'also finds similar records' }]);
}
