import { expect, test } from 'vitest';
import { compareNames, extractNameFamily } from '../../../src/domain/parties/payee-name.ts';

test.each([
  ['ABC Trucking LLC', 'A.B.C. Transport, Inc.'],
  ['Río Bravo Transportes', 'RIO BRAVO TRANSPORTES'],
  ["Miller's Hauling", 'Millers Freight Lines Co'],
])('%s and %s may be the same company', (first, second) => {
  expect(extractNameFamily(first)).toBe(extractNameFamily(second));
});

test.each([
  ['ABC Trucking LLC', 'ABD Trucking LLC'],
  ['Express Freight Systems', 'National Freight Systems'],
  ['Blue Ridge Carriers', 'Blue River Carriers'],
])('%s and %s are different companies', (first, second) => {
  expect(extractNameFamily(first)).not.toBe(extractNameFamily(second));
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
])('%s and %s: %s', (first, second, likeness) => {
  expect(compareNames(first, second)).toBe(likeness);
  expect(compareNames(second, first)).toBe(likeness);
});
