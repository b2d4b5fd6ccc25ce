import { foldText } from '../domain/text/folding.ts';
import { computeSimilarity } from '../domain/text/spelling.ts';
import { dimensions } from './dimensions.ts';
import type { Dimension } from './kit/dimension.ts';
import type { Measure } from './kit/measure.ts';
import { measures } from './measures.ts';
import { hasDimension } from './query.ts';
import { type MissingFigure, missingFigures } from './missing.ts';

interface NamedItem {
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
}

export const measureNamed = (text: string): Measure | undefined => findByName(measures, text);
export const findDimension = (text: string): Dimension | undefined => findByName(dimensions, text);

/** Finds an item by its name, its title, or a word that no other item has. */
function findByName<Found extends NamedItem>(all: readonly Found[], text: string): Found | undefined {
  const typed = normalizeWords(text);
  const byName = all.find(({ name, title }) => [name, title].some((spelling) => normalizeWords(spelling) === typed));
  if (byName !== undefined) return byName;
  const [only, ...otherMatches] = all.filter(({ words }) => words.some((word) => normalizeWords(word) === typed));
  if (only !== undefined) return otherMatches.length === 0 ? only : undefined;
  // "Customers" and "reps" are a customer and a rep.
  return typed.endsWith('s') ? findByName(all, typed.slice(0, -1)) : undefined;
}

const normalizeWords = (text: string): string =>
  foldText(text)
    .replaceAll('%', ' percent ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * "Per load" says what a figure is divided by, and "on time" is no time: each is one word, so that it isn't taken for
 * another figure.
 */
const joinPhrases = (text: string): string =>
  text.replace(/\b(?:per|an?|each|every) (load|mile|shipment|stop)\b/g, 'per$1').replace(/\bon time\b/g, 'ontime');

const nearestMax = 3;

/** Lists the names that are most similar to an unknown one, nearest first. */
export const listNearestMeasures = (text: string): readonly string[] => listNearest(measures, text);
export const listNearestDimensions = (text: string): readonly string[] => listNearest(dimensions, text);

const listNearest = (all: readonly NamedItem[], text: string): readonly string[] =>
  all
    .map((term) => ({
      name: term.name,
      likeness: Math.max(...listSpellings(term).map((word) => computeSimilarity(word, normalizeWords(text)))),
    }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, nearestMax)
    .map(({ name }) => name);

const listSpellings = ({ name, title, words }: NamedItem): readonly string[] =>
  [name, title, ...words].map(normalizeWords);

export interface Fitting {
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
  readonly missing: readonly MissingFigure[];
}

const measuresMax = 6;
const dimensionsMax = 4;

/** Finds the measures and dimensions for a question in words, best match first. Words after "by" name the dimension. */
export function findFitting(query: string): Fitting {
  const [measureText = '', ...split] = normalizeWords(query).split(/ by (?=.)/);
  const words = joinPhrases(normalizeWords(query).replace(spans, ' '));
  const [, ...splitWords] = words.split(splitPattern);
  const fits = [
    ...rankByScore(dimensions, listContentWords(splitWords.join(' '), smallWords), dimensionsMax),
    ...rankByScore(dimensions, listContentWords(words, smallWords), dimensionsMax),
  ];
  const [first] = fits;
  const hasSplit = (measure: Measure) => first !== undefined && splitWords.length > 0 && hasDimension(measure, first);
  return {
    measures: rankByScore(
      measures,
      listContentWords(measureText === '' ? split.join(' ') : measureText),
      measuresMax,
      hasSplit,
    ),
    dimensions: [...new Set(fits)].slice(0, dimensionsMax),
    missing: missingFigures.filter(({ asked: pattern }) => pattern.test(foldText(query))),
  };
}

/** Words before the name of a dimension. */
const splitPattern = /\b(?:by|per|each|every)\b/;

/** Phrases such as "last month", which name a period and not a dimension. */
const spans = /\b(?:last|this|next|past|previous|prior|the|our|\d+) (?:day|week|month|quarter|year)s?\b/g;

/** Least similarity of two words that count as the same. */
const alikeMin = 0.5;
const scoreMin = 0.9;
/** Bonus for a measure that has the requested dimension. Such a measure needs a score of only `splitMin`. */
const splitScore = 1;
const splitMin = 0.5;

function rankByScore<Item extends NamedItem & { readonly definition?: string }>(
  all: readonly Item[],
  requestedWords: readonly string[],
  max: number,
  isPreferred: (item: Item) => boolean = () => false,
): readonly Item[] {
  const scored = all
    .map((item) => ({ item, score: computeScore(item, requestedWords), bonus: isPreferred(item) ? splitScore : 0 }))
    .filter(({ score, bonus }) => score >= (bonus > 0 ? splitMin : scoreMin))
    .map(({ item, score, bonus }) => ({ item, score: score + bonus }))
    .toSorted((first, second) => second.score - first.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best / 2)
    .slice(0, max)
    .map(({ item }) => item);
}

/** Scores a figure by the share of its best spelling that was requested. Words of its definition count a little. */
function computeScore(
  { name, title, words, definition = '' }: NamedItem & { readonly definition?: string },
  requestedWords: readonly string[],
): number {
  const best = Math.max(
    ...[name, title, ...words].map((spelling) => computeOverlap(listContentWords(spelling), requestedWords)),
  );
  const definitionHits = listContentWords(definition).filter((word) => requestedWords.includes(word)).length;
  return best + Math.min(0.3, definitionHits * 0.1);
}

/** Counts the requested words of a spelling, minus half of the others. */
function computeOverlap(spelling: readonly string[], requestedWords: readonly string[]): number {
  if (spelling.length === 0) return 0;
  const hits = spelling.map((word) => Math.max(0, ...requestedWords.map((other) => computeLikeness(word, other))));
  const sum = hits.reduce((total, hit) => total + hit, 0);
  return sum - (spelling.length - hits.filter((hit) => hit > 0).length) * 0.5;
}

function computeLikeness(word: string, other: string): number {
  if (word === other) return 1;
  const alike = computeSimilarity(word, other);
  return alike >= alikeMin ? alike * 0.9 : 0;
}

const smallWords = new Set(
  'a an and are as at be by can did do does each every for from get give had has have how i in is it last many me much my of on or our over past per show than that the their them there they this to us was we were what when where which who whose why will with yet you'.split(
    ' ',
  ),
);
const fillers = new Set([...smallWords, 'week', 'weeks', 'month', 'months', 'quarter', 'year', 'years']);

/** Lists the stems of the words that carry meaning. */
function listContentWords(text: string, leftOut: ReadonlySet<string> = fillers): readonly string[] {
  const all = joinPhrases(normalizeWords(text))
    .split(' ')
    .filter((word) => word !== '');
  const contentWords = all.filter((word) => !leftOut.has(word));
  return [...new Set((contentWords.length > 0 ? contentWords : all).map(reduceToStem))];
}

/** Reduces "invoices", "invoiced" and "invoicing" to the same stem. */
const reduceToStem = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?<=\w{3})(?:ing|ed)$/, '')
        .replace(/(?<!s)s$/, '')
        .replace(/e$/, '');
