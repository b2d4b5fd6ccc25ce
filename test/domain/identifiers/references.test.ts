import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  guessReference,
  normalizeSearchText,
  listReferenceSpellings,
} from '../../../src/domain/identifiers/references.ts';

test.each([
  ['  PO   4471 ', 'po 4471'],
  ['Acme\u00a0Foods', 'acme foods'],
  ['ABC\u20131042', 'abc-1042'],
  ['po\u200b4471', 'po 4471'],
  ['ＳＨＰ-1042', 'shp-1042'],
])('%o is compared as "%s"', (typed, normal) => {
  expect(normalizeSearchText(typed)).toBe(normal);
});

test('normalising twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = normalizeSearchText(text);

      expect(normalizeSearchText(once)).toBe(once);
    }),
  );
});

test.each([
  ['SHP-1042', 'friendlyId:SHP-1042 number:SHP-1042'],
  ['shp 1042', 'friendlyId:SHP-1042 number:SHP 1042'],
  ['Q003602', 'friendlyId:Q003602 number:Q003602'],
  ['INV-00001', 'friendlyId:INV-00001 number:INV-00001'],
  ['BILL-00001', 'friendlyId:BILL-00001 number:BILL-00001'],
  ['C123456', 'friendlyId:C123456 number:C123456'],
  ['MC-123456', 'mc:123456 number:MC-123456'],
  ['mc# 9000001', 'mc:9000001 number:MC# 9000001'],
  ['USDOT 9000001', 'dot:9000001 number:USDOT 9000001'],
  ['DOT 12', 'dot:12 number:DOT 12'],
  ['PO 4500-123', 'po:4500-123 number:PO 4500-123'],
  ['PO#4471', 'po:4471 number:PO#4471'],
  ['pro 12345678', 'pro:12345678 number:PRO 12345678'],
  ['BOL: 99-A', 'bol:99-A number:BOL: 99-A'],
  ['SCAC ABCD', 'scac:ABCD name:scac abcd'],
  ['ABCD', 'scac:ABCD name:abcd'],
  ['MSKU1234567', 'container:MSKU1234567 number:MSKU1234567 name:msku1234567'],
  ['4471', 'number:4471 name:4471'],
  ['123456', 'mc:123456 dot:123456 number:123456 name:123456'],
  ['12345678', 'pro:12345678 dot:12345678 number:12345678 name:12345678'],
  ['ap@acme.example', 'email:ap@acme.example'],
  ['0B6E1E0C-8F0A-4B1F-9C3D-1A2B3C4D5E6F', 'uuid:0b6e1e0c-8f0a-4b1f-9c3d-1a2b3c4d5e6f'],
  ['Acme Foods', 'name:acme foods'],
  ['PO Box Logistics', 'name:po box logistics'],
  ['Pro Carriers', 'name:pro carriers'],
  ['Polar Express', 'name:polar express'],
  ['   ', ''],
])('"%s" can mean %s', (typed, expected) => {
  const guesses = guessReference(typed).map(({ kind, value }) => `${kind}:${value}`);

  expect(guesses.join(' ')).toBe(expected);
});

test('a friendly id names its resource', () => {
  expect(guessReference('BP-00001')[0]).toEqual({ kind: 'friendlyId', value: 'BP-00001', resource: 'billPayment' });
});

test.each([
  ['po#88410', ['88410', 'po 88410', 'po-88410', 'po88410', '#88410']],
  ['Purchase Order 88410', ['88410', 'po 88410', 'po#88410']],
  ['88410', ['po 88410', 'po-88410', 'bol88410', 'pro 88410', 'pu88410', 'ref88410', '#88410']],
  ['#88410', ['88410', 'po 88410']],
  ['45-001 23', ['4500123', 'po 4500123']],
  ['abc1042', ['abc-1042', 'abc 1042']],
  ['ABC-1042', ['abc1042', 'abc 1042']],
  ['BOL No. 77123', ['77123', 'bol77123', 'bol-77123']],
])('%j may be stored as %j', (typed, forms) => {
  const spellings = listReferenceSpellings(typed);

  expect(spellings[0]).toBe(normalizeSearchText(typed));
  expect(spellings).toEqual(expect.arrayContaining(forms));
  expect(new Set(spellings).size).toBe(spellings.length);
});

test.each(['Acme Foods', 'Pier 39 Logistics', 'PO Box Logistics'])('the name %j is looked up as it is', (name) => {
  expect(listReferenceSpellings(name)).toEqual([normalizeSearchText(name)]);
});

test('a kind that was named is not taken for another', () => {
  expect(listReferenceSpellings('PO 88410')).not.toContain('bol 88410');
});
