import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/**
 * Patterns of code that turns a moment into a day without a zone: in the evening that is tomorrow's day, or the
 * machine's.
 */
const zoneless = [
  /\.(?:slice|substring|substr)\(0,\s*10\)/,
  /\.split\(\s*(?:'T'|"T"|\/T\/)\s*\)/,
  /\.replace\(\s*\/T/,
  /\.(?:toDateString|toLocaleDateString|toLocaleString)\((?!'en-US'\))/,
  /\.get(?:UTC)?(?:Date|Day|Month|FullYear)\(\)/,
];

const files = readSourceFiles('src/service/**/*.ts', 'src/mcp/**/*.ts', 'tools/**/*.ts');

test.each(files.map(({ file, text }) => [file, text] as const))(
  '%s takes the day of a moment in the zone of the organization',
  (_file, text) => {
    expect(zoneless.filter((pattern) => pattern.test(text))).toEqual([]);
  },
);

test('a day is read off a text only where somebody wrote a date in that form', () => {
  const readers = files.filter(({ text }) => /\btoWrittenDay\b/.test(text)).map(({ file }) => file);

  expect(readers).toEqual(['src/service/search/period.ts', 'tools/arguments/date-words.ts']);
});
