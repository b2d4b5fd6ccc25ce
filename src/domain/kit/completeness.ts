/** Something that an answer can't tell, because its data isn't there. */
export interface Gap {
  /** Short name, such as `orders.list`: gaps with the same key are said once. */
  readonly key: string;
  /** One sentence in the trade's words: "This API can't list orders, so lanes of older shipments are unknown." */
  readonly text: string;
  /** True if nothing that the answer is about could be read, so that its figures mean nothing. */
  readonly isTotal?: boolean;
}

/**
 * How much of the data behind an answer was there. `partial`: what it says holds, and there may be more. `unknown`: its
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
  const texts = [...new Set(completeness.gaps.map(({ text }) => text))];
  const rest = texts.length - shownGapsMax;
  return rest > 0 ? [...texts.slice(0, shownGapsMax), `${rest} more gaps.`] : texts;
}

/** Describes the gaps in one line, "Incomplete: ...", or returns an empty text if there are none. */
export function describeGaps(completeness: Completeness): string {
  const texts = listGapTexts(completeness);
  return texts.length === 0 ? '' : `Incomplete: ${texts.join(' ')}`;
}

/** Marks a total where data is missing: "$12,000.00 (of what was read)". */
export function qualifyTotal(total: string, { status }: Completeness): string {
  if (status === 'complete') return total;
  return status === 'partial' ? `${total} (of what was read)` : `${total} (nothing was read)`;
}
