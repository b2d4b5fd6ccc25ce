import { expect, test } from 'vitest';
import { countSpellingMistakes, computeSimilarity } from '../../../src/domain/text/spelling.ts';

test.each([
  ['black', 'black', 0],
  ['blakc', 'black', 1],
  ['rigde', 'ridge', 1],
  ['foood', 'food', 1],
  ['fod', 'food', 1],
  ['foot', 'food', 1],
  ['', 'food', 4],
  ['transprot', 'transport', 1],
  ['freight', 'fright', 1],
  ['carrier', 'courier', 2],
])('%s is %s with %i mistakes', (typed, correct, mistakes) => {
  expect(countSpellingMistakes(typed, correct)).toBe(mistakes);
  expect(countSpellingMistakes(correct, typed)).toBe(mistakes);
});

test('words look alike by the trigrams that both have', () => {
  expect(computeSimilarity('food', 'food')).toBe(1);
  expect(computeSimilarity('food', 'lane')).toBe(0);
  expect(computeSimilarity('foood', 'food')).toBeGreaterThan(computeSimilarity('foood', 'foods'));
});
