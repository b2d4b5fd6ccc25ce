import { type ErrorCode, WaybillError } from '../../../src/errors.ts';
import { cutSentence } from '../../../src/mcp/text/text.ts';

/** Error codes that refuse an argument. Anything else, such as no connection, ends the call by itself. */
const refusals: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'VALIDATION_ERROR', 'NOT_FOUND', 'AMBIGUOUS']);

/** Refusals that a joined refusal stands for. */
const parts = new WeakMap<WaybillError, readonly WaybillError[]>();
/** An answer has room for the beginning of each, which names the argument. */
const textMax = 480;
const sentenceMin = 80;

type Readers = Readonly<Record<string, () => unknown>>;
type ReadValues<Given extends Readers> = { readonly [Name in keyof Given]: Awaited<ReturnType<Given[Name]>> };

/**
 * Reads several arguments side by side, so that one answer names all that are wrong:
 * `await readTogether({ customer: () => resolve(...), amount: () => typedCents(...) })`.
 */
export async function readTogether<Given extends Readers>(readers: Given): Promise<ReadValues<Given>> {
  const names = Object.keys(readers);
  const outcomes = await Promise.allSettled(names.map(async (name) => readers[name]?.()));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (refused.length > 0) throw joinRefusals(refused);
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  // Each value comes from the reader of its name, whose type it has.
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as ReadValues<Given>;
}

/** Joins several refusals into one: the code that they share, each message, and every field. */
function joinRefusals(reasons: readonly unknown[]): unknown {
  // What two arguments rest on is refused once.
  const errors = [
    ...new Set(reasons.flatMap((error): readonly unknown[] => (isRefusal(error) && parts.get(error)) || [error])),
  ];
  const refused = errors.filter(isRefusal);
  const [first, ...otherErrors] = refused;
  if (first === undefined || refused.length < errors.length) return errors.find((error) => !isRefusal(error));
  if (otherErrors.length === 0) return first;
  const code = otherErrors.every((error) => error.code === first.code) ? first.code : 'BAD_REQUEST';
  const max = Math.max(sentenceMin, Math.floor(textMax / refused.length));
  const all = new WaybillError(code, refused.map(({ message }) => toSentence(cutSentence(message, max))).join(' '), {
    details: refused.flatMap(({ details }) => details),
    cause: first,
  });
  parts.set(all, refused);
  return all;
}

const isRefusal = (error: unknown): error is WaybillError => error instanceof WaybillError && refusals.has(error.code);
const toSentence = (message: string) => (/[.?!…]$/.test(message) ? message : `${message}.`);
