import { expect, test } from 'vitest';
import { listNearCities } from '../../../src/domain/places/near-cities.ts';

test.each([
  ['Dalas', 'TX', 'Dallas, TX'],
  ['Huoston', 'TX', 'Houston, TX'],
  ['Atlnta', undefined, 'Atlanta, GA'],
  ['Los Angelas', 'CA', 'Los Angeles, CA'],
  ['Saint Luis', 'MO', 'St. Louis, MO'],
])('%s, %s may be %s', (name, state, city) => {
  expect(listNearCities(name, state)[0]).toBe(city);
});

test('a city of another state is offered where no name of the state is near', () => {
  expect(listNearCities('Sacramento', 'RI')).toContain('Sacramento, CA');
});

test('a name that nothing is near has no suggestion', () => {
  expect(listNearCities('Xyzzyplugh', 'TX')).toEqual([]);
});
