import { hasWholeOfParts, type Measure } from './kit/measure.ts';
import { getTimeKey } from './kit/spans.ts';
import type { FactQuery, FigureQuestion } from './query.ts';

/** Sums and counts behind a figure, which can be added up across groups. */
export interface FigureParts {
  readonly sum: number | null;
  readonly per: number | null;
  /** Rows that count. */
  readonly n: number;
  /** Rows that would count but lack a value. */
  readonly unknown: number;
  /** Rows without the day that decides the period. */
  readonly undated: number;
}

export interface FigureGroup {
  readonly keys: readonly (string | null)[];
  /** Null if the figures have no currency. */
  readonly currency: string | null;
  /** Parts of each measure. */
  readonly parts: readonly FigureParts[];
}

export const noParts: FigureParts = { sum: null, per: null, n: 0, unknown: 0, undated: 0 };

type FactRow = Readonly<Record<string, unknown>>;

/** Merges the rows of all statements of a question by key and currency. */
export function buildGroups(
  question: FigureQuestion,
  answers: readonly { readonly query: FactQuery; readonly rows: readonly FactRow[] }[],
): readonly FigureGroup[] {
  const toTimeKey = createTimeKeyCache();
  const answerGroups = answers.flatMap(({ query, rows }) =>
    rows.map((row): FigureGroup => ({
      keys: question.by.map(({ kind, name }, place) => {
        const key = toText(row[`k${place}`]);
        return query.isByDay && kind === 'time' && key !== null ? toTimeKey(name, key) : key;
      }),
      currency: toText(row['currency']),
      parts: question.measures.map((_, place) => (query.places.includes(place) ? readParts(row, place) : noParts)),
    })),
  );
  return mergeGroups(setOnlyCurrency(answerGroups));
}

/** Creates a `getTimeKey` that caches its results, for many rows of a few days. */
function createTimeKeyCache(): typeof getTimeKey {
  const keysOfDays = new Map<string, Map<string, string>>();
  return (name, day) => {
    const keys = keysOfDays.get(name) ?? new Map<string, string>();
    keysOfDays.set(name, keys);
    const key = keys.get(day) ?? getTimeKey(name, day);
    keys.set(day, key);
    return key;
  };
}

/** Merges groups with the same keys and currency. */
export function mergeGroups(groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const byKey = new Map<string, FigureGroup>();
  for (const group of groups) {
    const key = groupKey(group);
    const existing = byKey.get(key);
    byKey.set(key, existing === undefined ? group : { ...existing, parts: addParts(existing.parts, group.parts) });
  }
  return [...byKey.values()];
}

export const groupKey = ({ keys, currency }: Pick<FigureGroup, 'keys' | 'currency'>): string =>
  JSON.stringify([keys, currency]);

/** Sets the currency of figures without one, such as new customers, if all others share one currency. */
function setOnlyCurrency(groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const currencies = new Set(groups.flatMap(({ currency }) => currency ?? []));
  const [only, ...otherCurrencies] = currencies;
  if (only === undefined || otherCurrencies.length > 0) return groups;
  return groups.map((group) => ({ ...group, currency: only }));
}

export const addParts = (parts: readonly FigureParts[], otherParts: readonly FigureParts[]): readonly FigureParts[] =>
  parts.map((part, place) => {
    const other = otherParts[place] ?? noParts;
    return {
      sum: addKnown(part.sum, other.sum),
      per: addKnown(part.per, other.per),
      n: part.n + other.n,
      unknown: part.unknown + other.unknown,
      undated: part.undated + other.undated,
    };
  });

const addKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : a + b);

const toText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const readParts = (row: FactRow, place: number): FigureParts => ({
  sum: toNumber(row[`v${place}`]),
  per: toNumber(row[`p${place}`]),
  n: Number(row[`n${place}`]),
  unknown: Number(row[`u${place}`]),
  undated: Number(row[`d${place}`]),
});

/** Computes the figure, with money in cents. Null if the denominator is zero or missing, or if nothing is known. */
export function computeFigure(
  { unit, per: ratio, needsRows }: Measure,
  { sum, per, n, unknown }: FigureParts,
): number | null {
  if (ratio === undefined) {
    if (n === 0) return unknown > 0 || needsRows === true ? null : 0;
    return unit === 'miles' ? Math.round(sum ?? 0) : (sum ?? 0);
  }
  if (sum === null || per === null || per === 0) return null;
  const value = sum / per;
  if (unit === 'money_rate') return Math.round(value);
  return Math.round((unit === 'percent' ? value * 100 : value) * 10) / 10;
}

/** In how few rows a ratio says little. */
export const smallSample = 5;

/** Computes the totals by currency, most records first. Figures that can't be added up come from `whole`. */
export function computeTotals(
  question: FigureQuestion,
  groups: readonly FigureGroup[],
  whole: readonly FigureGroup[] | undefined,
): readonly FigureGroup[] {
  const totals = mergeGroups(groups.map((group) => ({ ...group, keys: [] })));
  const exact = new Map((whole ?? []).map((group) => [group.currency, group]));
  return totals
    .map((group) => ({
      ...group,
      parts: group.parts.map((parts, place) => {
        const measure = question.measures[place];
        if (whole === undefined || measure === undefined || hasWholeOfParts(measure)) return parts;
        return exact.get(group.currency)?.parts[place] ?? noParts;
      }),
    }))
    .toSorted((a, b) => countRows(b) - countRows(a));
}

const countRows = ({ parts }: FigureGroup): number => parts.reduce((sum, { n }) => sum + n, 0);

/** Merges the groups that are cut off into one per currency. Figures that can't be added up are unknown for it. */
export function groupRemainder(
  question: FigureQuestion,
  cut: readonly FigureGroup[],
): readonly (FigureGroup & { readonly count: number })[] {
  const counts = Map.groupBy(cut, ({ currency }) => currency);
  return mergeGroups(cut.map((group) => ({ ...group, keys: [] }))).map((group) => ({
    ...group,
    count: counts.get(group.currency)?.length ?? 0,
    parts: group.parts.map((parts, place) => {
      const measure = question.measures[place];
      return measure !== undefined && hasWholeOfParts(measure) ? parts : { ...parts, sum: null, n: 0, unknown: 1 };
    }),
  }));
}
