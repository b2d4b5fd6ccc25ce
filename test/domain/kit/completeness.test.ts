import { expect, test } from 'vitest';
import {
  createGapNotes,
  describeGaps,
  formatLowerBound,
  formatSoFar,
  isLoading,
  qualifyFigure,
  qualifyTotal,
  qualifyVerdict,
  startSentence,
  toCompleteness,
} from '../../../src/domain/kit/completeness.ts';

const buildGap = (key: string) => ({ key, text: `${key} is missing.` });

test('gaps with the same key are one, and a total gap stays total', () => {
  const notes = createGapNotes();
  expect(notes.read()).toEqual({ status: 'complete' });

  notes.note({ ...buildGap('bills'), isTotal: true });
  notes.note(buildGap('bills'));

  expect(notes.read()).toEqual({ status: 'unknown', gaps: [{ ...buildGap('bills'), isTotal: true }] });
});

test('many gaps are counted instead of printed', () => {
  const gaps = Array.from({ length: 8 }, (_, place) => buildGap(`g${place}`));

  expect(describeGaps(toCompleteness(gaps))).toBe(
    'Incomplete: g0 is missing. g1 is missing. g2 is missing. g3 is missing. g4 is missing. 3 more gaps.',
  );
});

test('a total says how much it covers', () => {
  expect(qualifyTotal('$5.00', toCompleteness([]))).toBe('$5.00');
  expect(qualifyTotal('$5.00', toCompleteness([buildGap('bills')]))).toBe('$5.00 (of what was read)');
  expect(qualifyTotal('$0.00', toCompleteness([{ ...buildGap('bills'), isTotal: true }]))).toBe(
    '$0.00 (nothing was read)',
  );
});

const loading = toCompleteness([
  { key: 'invoice reading', text: 'Read so far: no invoices.', readSoFar: 'no invoices' },
  buildGap('factors'),
  { key: 'bill reading', text: 'Read so far: bills back to Mar 3, 2026.', readSoFar: 'bills back to Mar 3, 2026' },
]);

test('all that is still being read is one sentence, before what an API lacks', () => {
  expect(describeGaps(loading)).toBe(
    'Incomplete: Records are still being read, so far no invoices and bills back to Mar 3, 2026. Ask again in a minute. factors is missing.',
  );
});

test('what can only grow is a bound while records are still being read, and what can move either way is not known', () => {
  const lasting = toCompleteness([buildGap('factors')]);

  expect([loading, lasting, toCompleteness([])].map(isLoading)).toEqual([true, false, false]);
  expect(qualifyTotal('$5.00 (2)', loading)).toBe('at least $5.00 (2) so far');
  expect(startSentence(formatLowerBound('3 bills', loading))).toBe('At least 3 bills');
  expect(formatSoFar('3 bills', loading)).toBe('3 bills so far');
  expect(qualifyFigure('12.0 %', loading)).toBe('not known yet');
  expect(qualifyVerdict('clean', loading)).toBe('not checked yet');
  for (const qualify of [formatLowerBound, formatSoFar, qualifyFigure, qualifyVerdict])
    expect(qualify('12', lasting)).toBe('12');
});
