import { expect, test } from 'vitest';
import { toNormalForm } from '../../../src/domain/text/normal-form.ts';

test('wide, joined and accented letters become plain ones', () => {
  expect(toNormalForm('ＳＨＰ ﬁ é', 'NFKC')).toBe('SHP fi é');
  expect(toNormalForm('é', 'NFKD')).toBe('e\u0301');
  expect(toNormalForm('e\u0301', 'NFC')).toBe('é');
});

test('thirty marks on one letter stay, and further ones go', () => {
  expect(toNormalForm(`e${'\u0323'.repeat(30)}`, 'NFKD')).toHaveLength(31);
  expect(toNormalForm(`e${'\u0323'.repeat(31)}x`, 'NFKD')).toBe(`e${'\u0323'.repeat(30)}x`);
});

/** Marks that a normal form has to move before the ones that came first, and half-width Japanese ones that become such marks. */
test.each([
  ['below after above', `${'\u0301'.repeat(400_000)}${'\u0316'.repeat(400_000)}`],
  ['in turn', '\u0301\u0316'.repeat(400_000)],
  ['Japanese', `${'\u0301'.repeat(400_000)}${'\uFF9E'.repeat(400_000)}`],
])('800,000 marks on one letter end: %s', (_, marks) => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const) expect(toNormalForm(`e${marks}`, form).length).toBeLessThan(40);
});
