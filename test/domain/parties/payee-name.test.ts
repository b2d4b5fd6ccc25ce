import { expect, test } from 'vitest';
import { compareNames, extractNameFamily } from '../../../src/domain/parties/payee-name.ts';

test.each([
  ['ABC Trucking LLC', 'A.B.C. Transport, Inc.'],
  ['Río Bravo Transportes', 'RIO BRAVO TRANSPORTES'],
  ["Miller's Hauling", 'Millers Freight Lines Co'],
])('%s and %s may be the same company', (one, other) => {
  expect(extractNameFamily(one)).toBe(extractNameFamily(other));
});

test.each([
  ['ABC Trucking LLC', 'ABD Trucking LLC'],
  ['Express Freight Systems', 'National Freight Systems'],
  ['Blue Ridge Carriers', 'Blue River Carriers'],
])('%s and %s are different companies', (one, other) => {
  expect(extractNameFamily(one)).not.toBe(extractNameFamily(other));
});

test('a name of generic words only is kept whole', () => {
  expect(extractNameFamily('Freight Logistics Inc')).toBe('freight logistics inc');
});

test.each([
  ['Prairie Haul LLC', 'PRAIRIE HAUL, L.L.C.', 'same'],
  ['Río Bravo', 'Rio  Bravo', 'same'],
  ['Prairie Haul LLC', 'Prairie Haul Inc', 'alike'],
  ['Prairie Haul LLC', 'PrairieHaul LLC', 'alike'],
  ['Prairie Haul LLC', 'Prarie Haul LLC', 'alike'],
  ['Prairie Haul LLC', 'Priarie Haul LLC', 'alike'],
  ['Blue Ridge Carriers', 'Blue River Carriers', 'different'],
  ['ABC Trucking LLC', 'ABD Trucking LLC', 'different'],
  ['Walnut Knoll Logistics', 'Walnut Plains Lines', 'different'],
])('%s and %s: %s', (one, other, likeness) => {
  expect(compareNames(one, other)).toBe(likeness);
  expect(compareNames(other, one)).toBe(likeness);
});
