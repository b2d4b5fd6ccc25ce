import { expect, test } from 'vitest';
import { cities } from '../../../src/domain/places/cities.ts';
import { findPostalState } from '../../../src/domain/places/postal-state.ts';

const northOfTheBorder = cities.filter(({ country }) => country !== 'MX');

test.each(northOfTheBorder.map((city) => [city.zipCode, `${city.name}, ${city.state}`, city] as const))(
  '%s is in the state of %s',
  (zipCode, _name, { state, country }) => {
    expect(findPostalState(zipCode)).toMatchObject({ state, country });
  },
);

test.each(['60638-1234', '606381234', ' 60638 '])('%s is read as the ZIP it contains', (zipCode) => {
  expect(findPostalState(zipCode)?.state).toBe('IL');
});

test.each(['', '606', '6063a', 'D1A 1A1', 'ORD'])('"%s" is no postal code we can place', (text) => {
  expect(findPostalState(text)).toBeUndefined();
});
