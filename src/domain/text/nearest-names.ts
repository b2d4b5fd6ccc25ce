import { countSpellingMistakes, computeSimilarity } from './spelling.ts';

const namesMax = 3;
/** Share of a name's letters that must be right; below it a suggestion is a guess. */
const likenessMin = 0.4;
/** Largest difference in likeness between the nearest name and another match. */
const likenessSpan = 0.05;
/** Likeness of a name that begins with the input. */
const prefixLikeness = 0.8;
const prefixMin = 2;

/** Lists the names that a mistyped one may stand for, nearest first; empty where none is close. */
export function findNearestNames(input: string, names: Iterable<string>): readonly string[] {
  const scored = [...new Set(names)]
    .map((name) => ({ name, likeness: computeLikeness(input.toLowerCase(), name.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted((first, second) => second.likeness - first.likeness || first.name.localeCompare(second.name));
  const best = scored[0]?.likeness ?? 0;
  return scored
    .filter(({ likeness }) => likeness >= best - likenessSpan)
    .slice(0, namesMax)
    .map(({ name }) => name);
}

/** Asks whether a near name was meant: ` (did you mean desk?)`; empty where none is close. */
export function suggestName(input: string, names: Iterable<string>): string {
  const nearest = formatNearestNames(input, names);
  return nearest === '' ? '' : ` (did you mean ${nearest}?)`;
}

/** Formats the near names: `list_shipments or get_shipment`. */
export const formatNearestNames = (input: string, names: Iterable<string>): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(findNearestNames(input, names));

/** From 0 to 1. Words in another order count as well: `shipments_list` is like `list_shipments`. */
function computeLikeness(input: string, name: string): number {
  const isPrefix = input.length >= prefixMin && name.startsWith(input);
  const correct = 1 - countSpellingMistakes(input, name) / Math.max(input.length, name.length);
  return Math.max(isPrefix ? prefixLikeness : 0, correct, computeSimilarity(input, name));
}
