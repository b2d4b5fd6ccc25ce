import { WaybillError } from '../../../src/errors.ts';
import { parseFriendlyId } from '../../../src/domain/identifiers/friendly-id.ts';
import { foldText } from '../../../src/domain/text/folding.ts';
import { compactReference, extractReferenceNumber } from '../../../src/domain/identifiers/references.ts';
import { countSpellingMistakes, listMistypedNumbers, computeSimilarity } from '../../../src/domain/text/spelling.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { parseReferenceText } from '../../records/reading.ts';
import type { Finder, FindableRecord } from './finder.ts';

const closestMax = 3;
/** Shorter numbers are close to too many. */
const numberMin = 4;
const numberMax = 12;
const wordMin = 4;
const mistakesMax = 1;

/**
 * Finds records whose number, reference or name is close to a text that matches none; none where the API cannot tell.
 */
export async function findClosest<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  text: string,
): Promise<readonly Found[]> {
  try {
    const matches = [...(await findByMistypedNumber(ctx, finder, text)), ...((await finder.close?.(ctx, text)) ?? [])];
    return [...new Map(matches.map((record) => [record.id, record])).values()].slice(0, closestMax);
  } catch (error) {
    // That nothing was found is true all the same.
    if (error instanceof WaybillError && error.code !== 'CANCELLED') return [];
    throw error;
  }
}

/** Finds records whose number has one digit changed, left out, put in, or swapped with its neighbor. */
async function findByMistypedNumber<Found extends FindableRecord>(
  ctx: ToolContext,
  { friendly, byNumbers }: Finder<Found>,
  text: string,
): Promise<readonly Found[]> {
  const number = friendly && parseReferenceText(text).numbers.get(friendly);
  if (number === undefined) return [];
  const [, prefix = '', digits = ''] = /^(\D*)(\d+)$/.exec(number) ?? [];
  const close = listMistypedNumbers(digits).flatMap((other) => parseFriendlyId(`${prefix}${other}`)?.friendlyId ?? []);
  const numbersToFind = new Set(close);
  return (await byNumbers(ctx, [...numbersToFind])).filter(({ friendlyId }) => numbersToFind.has(friendlyId ?? ''));
}

/** Lists references that the text may have been mistyped from; none for what is too short or no number. */
export function listMistypedReferences(text: string): readonly string[] {
  const number = compactReference(extractReferenceNumber(text));
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d+)(?!\d)(.*)$/.exec(number) ?? [];
  if (digits.length < numberMin || digits.length > numberMax) return [];
  const spellings = listMistypedNumbers(digits).map((other) => `${before}${other}${after}`);
  return before === '' ? spellings.flatMap((other) => [other, `po${other}`]) : spellings;
}

/** Splits a reference in halves: a mistyped one has its mistake in one of them. */
export function splitInHalves(text: string): readonly string[] {
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

/** Finds records by a name that may be mistyped: by all its words, else by one of them; the most similar first. */
export async function findByMistypedName<Row extends { readonly name: string }>(
  text: string,
  search: (query: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const name = foldText(text);
  const computeRowSimilarity = (row: Row) => computeSimilarity(foldText(row.name), name);
  for (const query of listQueries(text)) {
    const rows = await search(query);
    if (rows.length > 0) return rows.toSorted((a, b) => computeRowSimilarity(b) - computeRowSimilarity(a));
  }
  return [];
}

/** Lists the text and its longer words: a mistyped name still has some of them. */
export const listQueries = (text: string): readonly string[] =>
  [text, ...text.split(/\s+/).toSorted((a, b) => b.length - a.length)]
    .filter((word, index, all) => word.length >= wordMin && all.indexOf(word) === index)
    .slice(0, closestMax);
