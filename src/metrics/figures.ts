import { hasWholeOfParts, type Measure } from './kit/measure.ts';
import { timeKey } from './kit/spans.ts';
import type { FactQuery, Question } from './query.ts';

/** What a figure is made of, so that those of parts can be put together. */
export interface Parts {
  readonly sum: number | null;
  readonly per: number | null;
  /** Rows that count. */
  readonly n: number;
  /** Rows that would count, of which something is not known. */
  readonly unknown: number;
  /** Rows without the day that decides the period. */
  readonly undated: number;
}

export interface Group {
  readonly keys: readonly (string | null)[];
  /** Null where the figures have none, or none was needed. */
  readonly currency: string | null;
  /** One for each measure. */
  readonly parts: readonly Parts[];
}

export const noParts: Parts = { sum: null, per: null, n: 0, unknown: 0, undated: 0 };

type Row = Readonly<Record<string, unknown>>;

/** The rows of all statements of a question, put together by key and currency. */
export function groupsOf(
  question: Question,
  answers: readonly { readonly query: FactQuery; readonly rows: readonly Row[] }[],
): readonly Group[] {
  const toTimeKey = rememberTimeKeys();
  const found = answers.flatMap(({ query, rows }) =>
    rows.map((row): Group => ({
      keys: question.by.map(({ kind, name }, place) => {
        const key = textOf(row[`k${place}`]);
        return query.isByDay && kind === 'time' && key !== null ? toTimeKey(name, key) : key;
      }),
      currency: textOf(row['currency']),
      parts: question.measures.map((_, place) => (query.places.includes(place) ? partsIn(row, place) : noParts)),
    })),
  );
  return mergedGroups(inOneCurrency(found));
}

/** Creates `timeKey` for many rows of the same few days. */
function rememberTimeKeys(): typeof timeKey {
  const keysOfDays = new Map<string, Map<string, string>>();
  return (name, day) => {
    const keys = keysOfDays.get(name) ?? new Map<string, string>();
    keysOfDays.set(name, keys);
    const key = keys.get(day) ?? timeKey(name, day);
    keys.set(day, key);
    return key;
  };
}

/** Rows with the same keys and currency become one. */
export function mergedGroups(groups: readonly Group[]): readonly Group[] {
  const byKey = new Map<string, Group>();
  for (const group of groups) {
    const key = groupKey(group);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? group : { ...known, parts: addParts(known.parts, group.parts) });
  }
  return [...byKey.values()];
}

export const groupKey = ({ keys, currency }: Pick<Group, 'keys' | 'currency'>): string =>
  JSON.stringify([keys, currency]);

/** What has no currency of its own, such as new customers, stands beside the money where there is one currency only. */
function inOneCurrency(groups: readonly Group[]): readonly Group[] {
  const currencies = new Set(groups.flatMap(({ currency }) => currency ?? []));
  const [only, ...others] = currencies;
  if (only === undefined || others.length > 0) return groups;
  return groups.map((group) => ({ ...group, currency: only }));
}

export const addParts = (some: readonly Parts[], others: readonly Parts[]): readonly Parts[] =>
  some.map((one, place) => {
    const other = others[place] ?? noParts;
    return {
      sum: plus(one.sum, other.sum),
      per: plus(one.per, other.per),
      n: one.n + other.n,
      unknown: one.unknown + other.unknown,
      undated: one.undated + other.undated,
    };
  });

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : one + other;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const partsIn = (row: Row, place: number): Parts => ({
  sum: numberOf(row[`v${place}`]),
  per: numberOf(row[`p${place}`]),
  n: Number(row[`n${place}`]),
  unknown: Number(row[`u${place}`]),
  undated: Number(row[`d${place}`]),
});

/** The figure itself, money in cents; null where there is nothing to divide by, or nothing is known. */
export function figureOf({ unit, per: ratio, needsRows }: Measure, { sum, per, n, unknown }: Parts): number | null {
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

/** Figures of everything, by currency: one group each, most records first. Figures that do not add up come from `whole`. */
export function totalsOf(
  question: Question,
  groups: readonly Group[],
  whole: readonly Group[] | undefined,
): readonly Group[] {
  const totals = mergedGroups(groups.map((group) => ({ ...group, keys: [] })));
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
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
}

const sizeOf = ({ parts }: Group): number => parts.reduce((sum, { n }) => sum + n, 0);

/** What is not among the first of its currency, as one group each; figures that do not add up are not known of it. */
export function othersOf(question: Question, cut: readonly Group[]): readonly (Group & { readonly count: number })[] {
  const counts = Map.groupBy(cut, ({ currency }) => currency);
  return mergedGroups(cut.map((group) => ({ ...group, keys: [] }))).map((group) => ({
    ...group,
    count: counts.get(group.currency)?.length ?? 0,
    parts: group.parts.map((parts, place) => {
      const measure = question.measures[place];
      return measure !== undefined && hasWholeOfParts(measure) ? parts : { ...parts, sum: null, n: 0, unknown: 1 };
    }),
  }));
}
