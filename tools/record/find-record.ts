import { foldText } from '../../src/domain/kit/folding.ts';
import { splitKindWord } from '../../src/domain/kit/record-number.ts';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getFinder } from '../calls/record-finders.ts';
import { readingOf } from '../records/reading.ts';
import { describeRecord } from '../records/record-names.ts';
import type { RecordKind } from './record-kind.ts';
import { text } from './shown-record.ts';

export interface FoundRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly friendlyId: string | null;
  /** Number and name, quoted. */
  readonly described: string;
  readonly as: string;
}

/** The one record that a text means, of whatever kind; several are all named and none is chosen. */
export async function findRecord(
  ctx: ToolContext,
  typed: string,
  recordKinds: readonly RecordKind[],
): Promise<FoundRecord> {
  const meant = kindsMeant(typed.trim(), recordKinds);
  try {
    return await findAmong(ctx, typed, meant);
  } catch (error) {
    const isWhole = meant.rest === typed.trim();
    if (isWhole || !(error instanceof WaybillError) || error.code !== 'NOT_FOUND') throw error;
    const called = await findCalled(ctx, typed, recordKinds);
    if (called === undefined) throw error;
    return called;
  }
}

/** A name may begin like a kind: "Bill Jackson". */
async function findCalled(
  ctx: ToolContext,
  typed: string,
  recordKinds: readonly RecordKind[],
): Promise<FoundRecord | undefined> {
  const tried = await Promise.all(recordKinds.map((kind) => lookUp(ctx, kind, typed.trim())));
  const found = tried.flatMap((one) => (one instanceof WaybillError ? [] : [one]));
  const called = found.filter(({ described }) => foldText(described).includes(foldText(typed.trim())));
  if (called.length > 1) throw severalFound(typed, called, 0);
  return called[0];
}

async function findAmong(ctx: ToolContext, typed: string, { kinds, rest }: Meant): Promise<FoundRecord> {
  const tried = await Promise.all(kinds.map((kind) => lookUp(ctx, kind, rest)));
  const found = tried.flatMap((one) => (one instanceof WaybillError ? [] : [one]));
  const errors = tried.filter((one) => one instanceof WaybillError);
  const ambiguous = errors.filter(({ code }) => code === 'AMBIGUOUS');
  const [only, ...others] = found;
  if (only && others.length === 0 && ambiguous.length === 0) return only;
  const [first] = ambiguous.length > 0 ? ambiguous : errors;
  if (first && found.length === 0 && (kinds.length === 1 || ambiguous.length === 1)) throw first;
  throw only || ambiguous.length > 0 ? severalFound(typed, found, ambiguous.length) : nothingFound(typed);
}

interface Meant {
  readonly kinds: readonly RecordKind[];
  /** The text without the word for the kind. */
  readonly rest: string;
}

/** By the number, else by the word before it, else any. */
function kindsMeant(typed: string, recordKinds: readonly RecordKind[]): Meant {
  const { friendly } = readingOf(typed);
  const byNumber = recordKinds.filter(({ friendly: own }) => own !== undefined && own === friendly?.resource);
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

async function lookUp(ctx: ToolContext, kind: RecordKind, typed: string): Promise<FoundRecord | WaybillError> {
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

function severalFound(typed: string, found: readonly FoundRecord[], ambiguousKinds: number): WaybillError {
  const named = found.map(({ kind, described }) => `${kind.noun} ${described}`);
  const more = ambiguousKinds > 0 ? ' Several of another kind match as well.' : '';
  const error = new WaybillError(
    'AMBIGUOUS',
    `${text(typed)} can mean ${named.join('; ') || 'several records'}.${more} Name one of them, with its kind before it.`,
    { details: [{ field: 'record', message: 'matches several records' }] },
  );
  return withNextActions(error, [{ tool: 'find', arguments: { query: typed }, why: 'lists every candidate' }]);
}

function nothingFound(typed: string): WaybillError {
  const error = new WaybillError('NOT_FOUND', `Nothing is called ${text(typed)}.`, {
    details: [{ field: 'record', message: 'matches nothing' }],
  });
  return withNextActions(error, [{ tool: 'find', arguments: { query: typed }, why: 'also finds similar records' }]);
}
