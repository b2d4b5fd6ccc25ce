import { WaybillError } from '../../src/errors.ts';
import { parseFriendlyId } from '../../src/domain/kit/friendly-id.ts';
import { foldText } from '../../src/domain/kit/folding.ts';
import { compactReference, extractReferenceNumber } from '../../src/domain/kit/references.ts';
import { countSpellingMistakes, listMistypedNumbers, computeSimilarity } from '../../src/domain/kit/spelling.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readingOf } from '../records/reading.ts';
import type { Finder, Named } from './finder.ts';

const closestMax = 3;
/** Shorter numbers are close to too many. */
const numberMin = 4;
const numberMax = 12;
const wordMin = 4;
const mistakesMax = 1;

/** Records whose number, reference or name is close to a text that means none; none where the API cannot say. */
export async function closestTo<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<readonly Found[]> {
  try {
    const found = [...(await numberedLike(ctx, finder, text)), ...((await finder.close?.(ctx, text)) ?? [])];
    return [...new Map(found.map((record) => [record.id, record])).values()].slice(0, closestMax);
  } catch (error) {
    // That nothing was found is true all the same.
    if (error instanceof WaybillError && error.code !== 'CANCELLED') return [];
    throw error;
  }
}

/** One digit is another one, left out, put in, or swapped with its neighbour. */
async function numberedLike<Found extends Named>(
  ctx: ToolContext,
  { friendly, byNumbers }: Finder<Found>,
  text: string,
): Promise<readonly Found[]> {
  const number = friendly && readingOf(text).numbers.get(friendly);
  if (number === undefined) return [];
  const [, prefix = '', digits = ''] = /^(\D*)(\d+)$/.exec(number) ?? [];
  const close = listMistypedNumbers(digits).flatMap((other) => parseFriendlyId(`${prefix}${other}`)?.friendlyId ?? []);
  const wanted = new Set(close);
  return (await byNumbers(ctx, [...wanted])).filter(({ friendlyId }) => wanted.has(friendlyId ?? ''));
}

/** References that the typed one may have been mistyped from; none for what is too short or no number. */
export function referencesLike(text: string): readonly string[] {
  const number = compactReference(extractReferenceNumber(text));
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d+)(?!\d)(.*)$/.exec(number) ?? [];
  if (digits.length < numberMin || digits.length > numberMax) return [];
  const others = listMistypedNumbers(digits).map((other) => `${before}${other}${after}`);
  return before === '' ? others.flatMap((other) => [other, `po${other}`]) : others;
}

/** Part of a reference that a mistyped one still has: its mistake is in the other half. */
export function halvesOf(text: string): readonly string[] {
  const number = extractReferenceNumber(text);
  if (number.length < numberMin || !/\d/.test(number)) return [];
  const middle = Math.ceil(number.length / 2);
  return [number.slice(0, middle), number.slice(middle)];
}

export const isCloseReference = (stored: string | null, text: string): boolean =>
  stored !== null &&
  countSpellingMistakes(
    compactReference(extractReferenceNumber(text)),
    compactReference(extractReferenceNumber(stored)),
  ) <= mistakesMax;

/** Records by a name that may be mistyped: by all its words, else by one of them; the most similar first. */
export async function namedLike<Row extends { readonly name: string }>(
  text: string,
  search: (query: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const name = foldText(text);
  const similarity = (row: Row) => computeSimilarity(foldText(row.name), name);
  for (const query of queriesOf(text)) {
    const found = await search(query);
    if (found.length > 0) return found.toSorted((one, other) => similarity(other) - similarity(one));
  }
  return [];
}

/** Its words, of which a mistyped name still has some. */
export const queriesOf = (text: string): readonly string[] =>
  [text, ...text.split(/\s+/).toSorted((one, other) => other.length - one.length)]
    .filter((word, index, all) => word.length >= wordMin && all.indexOf(word) === index)
    .slice(0, closestMax);
