/** Something that an answer can't tell, because its data isn't there. */
export interface Gap {
  /** Short name, such as `orders.list`: gaps with the same key are said once. */
  readonly key: string;
  /** One sentence in the trade's words: "This API can't list orders, so lanes of older shipments are unknown." */
  readonly text: string;
  /** True if nothing that the answer is about could be read, so that its figures mean nothing. */
  readonly isTotal?: boolean;
  /** Records that are still being read, as far as they were read: "invoices back to Mar 3, 2026". */
  readonly readSoFar?: string;
}

/**
 * Completeness of the data behind an answer. `partial`: the answer is true, but more may be missing. `unknown`: its
 * figures mean nothing.
 */
export type Completeness =
  | { readonly status: 'complete' }
  | { readonly status: 'partial' | 'unknown'; readonly gaps: readonly Gap[] };

export const completeData: Completeness = { status: 'complete' };

/** Records that an answer shows as they were at an earlier moment than the rest. */
export interface DataAge {
  /** In the trade's words: "settled bills". */
  readonly records: string;
  /** ISO 8601. */
  readonly asOf: string;
}

/** The gaps of one answer, noted by whatever code on its way finds one. */
export interface GapNotes {
  readonly note: (gap: Gap) => void;
  readonly noteAge: (age: DataAge) => void;
  readonly listAges: () => readonly DataAge[];
  readonly read: () => Completeness;
}

export function createGapNotes(): GapNotes {
  const gaps = new Map<string, Gap>();
  const ages = new Map<string, DataAge>();
  return {
    noteAge: (age) => void ages.set(age.records, age),
    listAges: () => [...ages.values()],
    note(gap) {
      const isTotal = gap.isTotal === true || gaps.get(gap.key)?.isTotal === true;
      gaps.set(gap.key, { ...gap, ...(isTotal && { isTotal }) });
    },
    read: () => toCompleteness([...gaps.values()]),
  };
}

export function toCompleteness(gaps: readonly Gap[]): Completeness {
  if (gaps.length === 0) return completeData;
  return { status: gaps.some(({ isTotal }) => isTotal === true) ? 'unknown' : 'partial', gaps };
}

const shownGapsMax = 5;

/** Lists the sentences of the gaps; the last one counts those that are left out. */
export function listGapTexts(completeness: Completeness): readonly string[] {
  if (completeness.status === 'complete') return [];
  const texts = [
    ...new Set([...listLoading(completeness.gaps), ...completeness.gaps.filter(isLasting).map(({ text }) => text)]),
  ];
  const rest = texts.length - shownGapsMax;
  return rest > 0 ? [...texts.slice(0, shownGapsMax), `${rest} more gaps.`] : texts;
}

const isLasting = ({ readSoFar }: Gap): boolean => readSoFar === undefined;

/** Puts all that is still being read in one sentence. */
function listLoading(gaps: readonly Gap[]): readonly string[] {
  const parts = gaps.flatMap(({ readSoFar }) => readSoFar ?? []);
  if (parts.length === 0) return [];
  return [`Records are still being read, so far ${joinWords(parts)}. Ask again in a minute.`];
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Tests if records are still being read, so that a later answer to the same question knows more. */
export const isLoading = (completeness: Completeness): boolean =>
  completeness.status !== 'complete' && !completeness.gaps.every(isLasting);

const loadingKeyEnd = ' reading';

/** Returns the key of the gap of records that are still being read. */
export const toLoadingKey = (records: string): string => `${records}${loadingKeyEnd}`;

/** Tests by the key of a gap if it is of records that are still being read: an answer names no more of a gap than key and text. */
export const isLoadingKey = (key: string): boolean => key.endsWith(loadingKeyEnd);

/** Describes the gaps in one line, "Incomplete: ...", or returns an empty text if there are none. */
export function describeGaps(completeness: Completeness): string {
  const texts = listGapTexts(completeness);
  return texts.length === 0 ? '' : `Incomplete: ${texts.join(' ')}`;
}

/** Marks a total where data is missing: "at least $12,000.00 so far", which only grows, or "$12,000.00 (of what was read)". */
export function qualifyTotal(total: string, completeness: Completeness): string {
  if (completeness.status === 'complete') return total;
  if (completeness.status === 'unknown') return `${total} (nothing was read)`;
  return isLoading(completeness) ? `at least ${total} so far` : `${total} (of what was read)`;
}

/** Marks a count or sum that can only grow while records are still being read: "at least 12 bills". */
export const formatLowerBound = (figure: string, completeness: Completeness): string =>
  isLoading(completeness) ? `at least ${figure}` : figure;

/** Marks a count that may become more or less while records are still being read: "12 shipments so far". */
export const formatSoFar = (count: string, completeness: Completeness): string =>
  isLoading(completeness) ? `${count} so far` : count;

/** Begins a sentence with a capital letter where a qualified figure comes first in it. */
export const startSentence = (text: string): string => (text.startsWith('at least ') ? `A${text.slice(1)}` : text);

/** Replaces a figure that may become more or less while records are still being read: a margin, share, average or rank. */
export const qualifyFigure = (figure: string, completeness: Completeness): string =>
  isLoading(completeness) ? 'not known yet' : figure;

/** Replaces the result of a check while records that it reads are still missing. */
export const qualifyVerdict = (verdict: string, completeness: Completeness): string =>
  isLoading(completeness) ? 'not checked yet' : verdict;
