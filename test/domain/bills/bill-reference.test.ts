import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeReference } from '../../../src/domain/bills/bill-reference.ts';

test.each([
  ['4471', '4471'],
  [' 4471 ', '4471'],
  ['44-71', '4471'],
  ['#4471', '4471'],
  ['004471', '4471'],
  ['INV-4471', '4471'],
  ['inv 004471', '4471'],
  ['Invoice #4471', '4471'],
  ['4471-R', '4471'],
  ['4471R', '4471'],
  ['4471 REV', '4471'],
  ['4471-REV2', '4471'],
  ['4471 (copy)', '4471'],
  ['4471-1', '4471'],
  ['4471/A', '4471'],
  ['4471A', '4471'],
  ['4471-R-1', '4471'],
  ['４４７１', '4471'],
  ['PRO-O0123', 'PR123'],
  ['PRO 00123', 'PR123'],
  ['A-4471', 'A4471'],
  ['ABC4471B', 'ABC4471B'],
  ['4471-12', '447112'],
])('%s is at heart %s', (reference, core) => {
  expect(normalizeReference(reference)?.core).toBe(core);
});

test.each(['TBD', 'N/A', '1', '22', 'none'])('%s identifies no bill', (reference) => {
  expect(normalizeReference(reference)?.core).toBe('');
});

test.each([null, undefined, '', '  ', '--'])('%o is no reference', (reference) => {
  expect(normalizeReference(reference)).toBeNull();
});

test('case, spaces and punctuation never matter', () => {
  const reference = fc.stringMatching(/^[A-Z]{0,4}\d{3,8}$/);
  const gap = fc.constantFrom('', ' ', '.', ' # ', '_');
  fc.assert(
    fc.property(reference, gap, (text, noise) => {
      const scruffy = `${noise}${text.toLowerCase()}${noise}`;

      expect(normalizeReference(scruffy)).toEqual(normalizeReference(text));
    }),
  );
});
