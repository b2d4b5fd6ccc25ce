import { createOrderCheck, type FlagReason, type OrderCheck } from './instruction-like.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { markText, type TextPlace } from './text.ts';

export interface Flag {
  readonly pointer: string;
  readonly reason: FlagReason;
  readonly count?: number;
}

export interface MarkedData<Data> {
  readonly data: Data;
  /** JSON pointers of the fields that hold text from records, with an asterisk for every item of an array. */
  readonly untrusted: readonly string[];
  readonly flags: readonly Flag[];
}

/**
 * Cleans the record text of a result and names it. `fields` are JSON pointers below the data, with an asterisk for every
 * item of an array or every member of an object; two at the end stand for everything below, of which `isText` says what
 * counts.
 */
export function markUntrusted<Data extends object>(
  data: Data,
  fields: readonly string[],
  place: TextPlace,
  { isText = () => true, check = createOrderCheck() }: MarkOptions = {},
): MarkedData<Data> {
  const untrusted: string[] = [];
  const flags: Flag[] = [];
  const clean = (text: string, pointer: string): string => {
    const marked = markText(text, place, check);
    untrusted.push(pointer);
    for (const reason of marked.reasons) {
      flags.push({ pointer, reason, ...(reason === 'stripped' && { count: marked.strippedCount }) });
    }
    return marked.text;
  };
  const patterns = fields.map((field) => field.split('/').slice(1));
  const cleanWithin: Clean = (text, pointer) => (isText(text) ? clean(text, pointer) : text);
  // The walk replaces strings by strings and leaves everything else, so the data keeps its type.
  return {
    data: walk(data, patterns, '', { clean, cleanWithin }) as Data,
    untrusted: generalizePointers(untrusted),
    flags: joinUnchecked(flags),
  };
}

interface MarkOptions {
  /** Returns true if a text below two asterisks comes from records; without it, all do. */
  readonly isText?: ((text: string) => boolean) | undefined;
  /** The check of the answer that the data becomes part of; without it, the data has one of its own. */
  readonly check?: OrderCheck | undefined;
}

/** Names unchecked texts by their column: past the budget of an answer there may be thousands. */
export function joinUnchecked(flags: readonly Flag[]): readonly Flag[] {
  const unchecked = flags.filter(({ reason }) => reason === 'unchecked');
  if (unchecked.length === 0) return flags;
  const columns = generalizePointers(unchecked.map(({ pointer }) => pointer));
  return [
    ...flags.filter(({ reason }) => reason !== 'unchecked'),
    ...columns.map((pointer): Flag => ({ pointer, reason: 'unchecked' })),
  ];
}

/**
 * Replaces each index of an array in pointers with an asterisk, without duplicates, so that a list names its columns.
 */
export const generalizePointers = (pointers: readonly string[]): readonly string[] => [
  ...new Set(pointers.map((pointer) => pointer.replace(/\/\d+(?=\/|$)/g, '/*'))),
];

type Clean = (text: string, pointer: string) => string;

interface Cleaners {
  readonly clean: Clean;
  /** Cleans texts anywhere below a named member. */
  readonly cleanWithin: Clean;
}

const everythingBelow = '**';

function walk(value: unknown, patterns: readonly (readonly string[])[], pointer: string, by: Cleaners): unknown {
  if (patterns.length === 0) return value;
  if (typeof value === 'string') {
    if (value === '') return value;
    if (patterns.some((pattern) => pattern.length === 0)) return by.clean(value, pointer);
    return patterns.some(([head]) => head === everythingBelow) ? by.cleanWithin(value, pointer) : value;
  }
  const listPatternsBelow = (name: string) =>
    patterns.flatMap(([head, ...rest]) => {
      if (head === everythingBelow) return [[everythingBelow]];
      return head === '*' || head === name ? [rest] : [];
    });
  if (Array.isArray(value)) {
    return value.map((item, index) => walk(item, listPatternsBelow(String(index)), `${pointer}/${index}`, by));
  }
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      walk(member, listPatternsBelow(name), `${pointer}/${escapePointer(name)}`, by),
    ]),
  );
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Lists every text in the data with its JSON pointer. */
export function* listPointedTexts(
  value: unknown,
  pointer = '',
): Generator<{ readonly pointer: string; readonly text: string }, void, undefined> {
  if (typeof value === 'string') yield { pointer, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* listPointedTexts(item, `${pointer}/${index}`);
  } else if (isPlainRecord(value)) {
    for (const [name, member] of Object.entries(value))
      yield* listPointedTexts(member, `${pointer}/${escapePointer(name)}`);
  }
}
