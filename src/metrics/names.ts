import { foldText } from '../domain/kit/folding.ts';
import { computeSimilarity } from '../domain/kit/spelling.ts';
import { dimensions } from './dimensions.ts';
import type { Dimension } from './kit/dimension.ts';
import type { Measure } from './kit/measure.ts';
import { measures } from './measures.ts';
import { hasDimension } from './query.ts';
import { type MissingFigure, missingFigures } from './missing.ts';

interface Named {
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
}

export const measureNamed = (text: string): Measure | undefined => named(measures, text);
export const dimensionNamed = (text: string): Dimension | undefined => named(dimensions, text);

/** By its name, its title, or a word that only it has. */
function named<Found extends Named>(all: readonly Found[], text: string): Found | undefined {
  const typed = plain(text);
  const byName = all.find(({ name, title }) => [name, title].some((spelling) => plain(spelling) === typed));
  if (byName !== undefined) return byName;
  const [only, ...others] = all.filter(({ words }) => words.some((word) => plain(word) === typed));
  if (only !== undefined) return others.length === 0 ? only : undefined;
  // "Customers" and "reps" are a customer and a rep.
  return typed.endsWith('s') ? named(all, typed.slice(0, -1)) : undefined;
}

const plain = (text: string): string =>
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

/** Names that a wrong one may have meant, the nearest first. */
export const nearestMeasures = (text: string): readonly string[] => nearest(measures, text);
export const nearestDimensions = (text: string): readonly string[] => nearest(dimensions, text);

const nearest = (all: readonly Named[], text: string): readonly string[] =>
  all
    .map((one) => ({
      name: one.name,
      likeness: Math.max(...spellings(one).map((word) => computeSimilarity(word, plain(text)))),
    }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, nearestMax)
    .map(({ name }) => name);

const spellings = ({ name, title, words }: Named): readonly string[] => [name, title, ...words].map(plain);

export interface Fitting {
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
  readonly missing: readonly MissingFigure[];
}

const measuresMax = 6;
const dimensionsMax = 4;

/** What a question in words may ask for, the best first. What stands behind "by" is how it is split. */
export function fitting(query: string): Fitting {
  const [what = '', ...split] = plain(query).split(/ by (?=.)/);
  const words = joinPhrases(plain(query).replace(spans, ' '));
  const [, ...splitWords] = words.split(splitPattern);
  const fits = [
    ...ranked(dimensions, contentWords(splitWords.join(' '), smallWords), dimensionsMax),
    ...ranked(dimensions, contentWords(words, smallWords), dimensionsMax),
  ];
  const [first] = fits;
  const hasSplit = (measure: Measure) => first !== undefined && splitWords.length > 0 && hasDimension(measure, first);
  return {
    measures: ranked(measures, contentWords(what === '' ? split.join(' ') : what), measuresMax, hasSplit),
    dimensions: [...new Set(fits)].slice(0, dimensionsMax),
    missing: missingFigures.filter(({ asked: pattern }) => pattern.test(foldText(query))),
  };
}

/** What a figure is split by stands behind one of these. */
const splitPattern = /\b(?:by|per|each|every)\b/;

/** "Last month" says when, "per month" how it is split. */
const spans = /\b(?:last|this|next|past|previous|prior|the|our|\d+) (?:day|week|month|quarter|year)s?\b/g;

/** Below this a word is only like another one. */
const alikeMin = 0.5;
const scoreMin = 0.9;
/** What it counts that a figure can be split as the question says, and what is enough of such a figure. */
const splitScore = 1;
const splitMin = 0.5;

function ranked<Found extends Named & { readonly definition?: string }>(
  all: readonly Found[],
  asked: readonly string[],
  max: number,
  isPreferred: (found: Found) => boolean = () => false,
): readonly Found[] {
  const scored = all
    .map((one) => ({ one, score: scoreOf(one, asked), bonus: isPreferred(one) ? splitScore : 0 }))
    .filter(({ score, bonus }) => score >= (bonus > 0 ? splitMin : scoreMin))
    .map(({ one, score, bonus }) => ({ one, score: score + bonus }))
    .toSorted((first, second) => second.score - first.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best / 2)
    .slice(0, max)
    .map(({ one }) => one);
}

/** How much of its best spelling was asked for; a word of the definition counts a little. */
function scoreOf(
  { name, title, words, definition = '' }: Named & { readonly definition?: string },
  asked: readonly string[],
): number {
  const best = Math.max(...[name, title, ...words].map((spelling) => overlap(contentWords(spelling), asked)));
  const told = contentWords(definition).filter((word) => asked.includes(word)).length;
  return best + Math.min(0.3, told * 0.1);
}

/** Words of a spelling that were asked for, less those that were not. */
function overlap(spelling: readonly string[], asked: readonly string[]): number {
  if (spelling.length === 0) return 0;
  const hits = spelling.map((word) => Math.max(0, ...asked.map((other) => likeness(word, other))));
  const sum = hits.reduce((total, hit) => total + hit, 0);
  return sum - (spelling.length - hits.filter((hit) => hit > 0).length) * 0.5;
}

function likeness(word: string, other: string): number {
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

/** Small words say nothing, and endings little. */
function contentWords(text: string, leftOut: ReadonlySet<string> = fillers): readonly string[] {
  const all = joinPhrases(plain(text))
    .split(' ')
    .filter((word) => word !== '');
  const said = all.filter((word) => !leftOut.has(word));
  return [...new Set((said.length > 0 ? said : all).map(stem))];
}

/** "Invoices", "invoiced" and "invoicing" are one word. */
const stem = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?<=\w{3})(?:ing|ed)$/, '')
        .replace(/(?<!s)s$/, '')
        .replace(/e$/, '');
