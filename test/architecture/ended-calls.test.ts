import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** Throws whatever ended the signal, which is no error that a caller reads. */
const rawEnd = /\bthrowIfAborted\(/;

test('a call that its client ends throws CANCELLED everywhere, and never the reason of a signal', () => {
  const filesWithRawEnd = readSourceFiles('src/**/*.ts', 'tools/**/*.ts').filter(({ text }) => rawEnd.test(text));

  expect(filesWithRawEnd.map(({ file }) => file)).toEqual([]);
  expect(rawEnd.test('options.signal?.throwIfAborted();')).toBe(true);
});
