import { expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { readSourceFiles } from './source-files.ts';
import type { Pattern } from './patterns/list-patterns.ts';
import { covered, loadProductPatterns, runEnd, separators } from './patterns/product-patterns.ts';
import { type Feed, findHangs, type SeparatorRun } from './patterns/run-patterns.ts';

/** Enough that a quadratic pattern takes longer than a single run may. */
const separatorTimes = isDeep ? 200_000 : 100_000;
const wordTimes = 40_000;

/** Patterns that only ever see short text; each is fed as much as it can see. */
const bounded: readonly { readonly file: string; readonly charactersMax: number; readonly reason: string }[] = [
  { file: 'tools/raw/beyond-api.ts', charactersMax: 200, reason: 'the query of api_search, whose schema ends there' },
];

const { patterns, missing, files } = await loadProductPatterns();

/** A run that ends in what does not match, and one that begins behind an ordinary word too. */
const buildRuns = (unit: string, times: number): SeparatorRun[] => [
  { before: '', unit, times, after: runEnd },
  ...(/^\s/.test(unit) ? [{ before: 'a0', unit, times, after: runEnd }] : []),
];

function buildFeed(pattern: Pattern, units: readonly string[], times: number): Feed {
  const charactersMax = bounded.find(({ file }) => file === pattern.file)?.charactersMax ?? Infinity;
  return {
    pattern,
    runs: units.flatMap((unit) => buildRuns(unit, Math.min(times, Math.floor(charactersMax / unit.length)))),
  };
}

test('every pattern of the product is found', () => {
  expect(patterns.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test('every exception is about a pattern that is there', () => {
  expect([...bounded, ...covered].filter(({ file }) => !files.has(file))).toEqual([]);
});

/** The first words of a pattern by themselves, and in pairs: "set load set load" begins many matches and ends none. */
function listWords({ source }: Pattern): readonly string[] {
  const words = [...new Set(source.match(/[A-Za-z]{2,}/g))].slice(0, 16);
  const first = words.slice(0, 5);
  return [...words, ...first.flatMap((word) => first.map((secondWord) => `${word} ${secondWord}`))].map(
    (text) => `${text} `,
  );
}

const characters = [' ', '\n', ',', '.', '-', '/', '"', '(', '0', 'a'];
const pairs = characters.flatMap((first) => characters.map((second) => first + second));

/** In a deep run more pairs of separators and the words of the pattern too. */
const buildFeeds = (pattern: Pattern): readonly Feed[] => [
  buildFeed(pattern, separators, separatorTimes),
  ...(isDeep ? [buildFeed(pattern, pairs, separatorTimes), buildFeed(pattern, listWords(pattern), wordTimes)] : []),
];

test(`every pattern ends on ${separatorTimes} of each separator`, async () => {
  expect(await findHangs(patterns.flatMap(buildFeeds))).toEqual([]);
});

test('text is brought into a normal form in one place, which limits the marks of a letter', () => {
  const places = readSourceFiles('{src,tools,prompts}/**/*.ts').filter(({ text }) =>
    /\.normalize\('?/.test(text.replaceAll(/path\.(?:posix\.)?normalize/g, '')),
  );

  // A migration runs code of its own folder only.
  expect(places.map(({ file }) => file)).toEqual([
    'src/domain/text/normal-form.ts',
    'src/store/migrations/brokerage/0008-search/folding.ts',
  ]);
});
