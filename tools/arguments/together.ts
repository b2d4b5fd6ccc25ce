import { type ErrorCode, WaybillError } from '../../src/errors.ts';
import { cutSentence } from '../../src/mcp/text/text.ts';

/** What an argument is refused with. Anything else, such as no connection, ends the call by itself. */
const refusals: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'VALIDATION_ERROR', 'NOT_FOUND', 'AMBIGUOUS']);

/** Of each refusal that stands for several, those. */
const parts = new WeakMap<WaybillError, readonly WaybillError[]>();
/** An answer has room for the beginning of each, which names the argument. */
const textMax = 480;
const sentenceMin = 80;

type Readers = Readonly<Record<string, () => unknown>>;
type Read<Given extends Readers> = { readonly [Name in keyof Given]: Awaited<ReturnType<Given[Name]>> };

/**
 * Reads several arguments side by side, so that one answer names all that are wrong:
 * `await readTogether({ customer: () => resolve(...), amount: () => typedCents(...) })`.
 */
export async function readTogether<Given extends Readers>(readers: Given): Promise<Read<Given>> {
  const names = Object.keys(readers);
  const outcomes = await Promise.allSettled(names.map(async (name) => readers[name]?.()));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (refused.length > 0) throw allOf(refused);
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  // Each value comes from the reader of its name, whose type it has.
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Read<Given>;
}

/** One refusal for several: the code that they share, each message, and every field. */
function allOf(found: readonly unknown[]): unknown {
  // What two arguments rest on is refused once.
  const errors = [
    ...new Set(found.flatMap((error): readonly unknown[] => (isRefusal(error) && parts.get(error)) || [error])),
  ];
  const refused = errors.filter(isRefusal);
  const [first, ...others] = refused;
  if (first === undefined || refused.length < errors.length) return errors.find((error) => !isRefusal(error));
  if (others.length === 0) return first;
  const code = others.every((error) => error.code === first.code) ? first.code : 'BAD_REQUEST';
  const max = Math.max(sentenceMin, Math.floor(textMax / refused.length));
  const all = new WaybillError(code, refused.map(({ message }) => sentence(cutSentence(message, max))).join(' '), {
    details: refused.flatMap(({ details }) => details),
    cause: first,
  });
  parts.set(all, refused);
  return all;
}

const isRefusal = (error: unknown): error is WaybillError => error instanceof WaybillError && refusals.has(error.code);
const sentence = (message: string) => (/[.?!…]$/.test(message) ? message : `${message}.`);
