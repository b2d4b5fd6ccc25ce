import { expect, test } from 'vitest';
import { createGapNotes, describeGaps, qualifyTotal, toCompleteness } from '../../../src/domain/kit/completeness.ts';

const gap = (key: string) => ({ key, text: `${key} is missing.` });

test('gaps with the same key are one, and a total gap stays total', () => {
  const notes = createGapNotes();
  expect(notes.read()).toEqual({ status: 'complete' });

  notes.note({ ...gap('bills'), isTotal: true });
  notes.note(gap('bills'));

  expect(notes.read()).toEqual({ status: 'unknown', gaps: [{ ...gap('bills'), isTotal: true }] });
});

test('many gaps are counted instead of printed', () => {
  const gaps = Array.from({ length: 8 }, (_, place) => gap(`g${place}`));

  expect(describeGaps(toCompleteness(gaps))).toBe(
    'Incomplete: g0 is missing. g1 is missing. g2 is missing. g3 is missing. g4 is missing. 3 more gaps.',
  );
});

test('a total says how much it covers', () => {
  expect(qualifyTotal('$5.00', toCompleteness([]))).toBe('$5.00');
  expect(qualifyTotal('$5.00', toCompleteness([gap('bills')]))).toBe('$5.00 (of what was read)');
  expect(qualifyTotal('$0.00', toCompleteness([{ ...gap('bills'), isTotal: true }]))).toBe('$0.00 (nothing was read)');
});
