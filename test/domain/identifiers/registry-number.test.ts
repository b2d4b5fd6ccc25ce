import { expect, test } from 'vitest';
import {
  isSameRegistryNumber,
  listRegistrySpellings,
  parseRegistryNumber,
} from '../../../src/domain/identifiers/registry-number.ts';

test.each([
  ['MC 123456', 'mc 123456'],
  ['MC-00123456', 'mc 123456'],
  ['mc# 0123456', 'mc 123456'],
  ['MC no. 123456', 'mc 123456'],
  ['USDOT 0000777', 'dot 777'],
  ['US DOT# 9000777', 'dot 9000777'],
  ['DOT: 12', 'dot 12'],
  ['00123456', 'either 123456'],
  ['MCX 12', undefined],
  ['123456789', undefined],
  ['Dot Foods', undefined],
])('%j is read as %s', (typed, meaning) => {
  const number = parseRegistryNumber(typed);

  expect(number && `${number.kind ?? 'either'} ${number.digits}`).toBe(meaning);
});

test('numbers are the same with and without letters and leading zeros, and nothing equals a number that is missing', () => {
  expect(isSameRegistryNumber('MC-0123456', '123456')).toBe(true);
  expect(isSameRegistryNumber('MC-123456', '1234560')).toBe(false);
  expect(isSameRegistryNumber(null, undefined)).toBe(false);
  expect(listRegistrySpellings('mc', '0012345')).toEqual(
    expect.arrayContaining(['12345', '012345', '0012345', '00012345', 'MC-12345', 'MC012345']),
  );
});
