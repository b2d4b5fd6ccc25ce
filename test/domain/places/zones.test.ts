import { expect, test } from 'vitest';
import { cities } from '../../../src/domain/places/cities.ts';
import { splitCities } from '../../../src/domain/places/split-cities.ts';
import { stateZones } from '../../../src/domain/places/state-zones.ts';
import { findZone } from '../../../src/domain/places/zones.ts';

test.each([
  [{ state: 'IL' }, 'America/Chicago'],
  [{ state: 'il', city: 'Chicago' }, 'America/Chicago'],
  [{ state: 'California', country: 'USA' }, 'America/Los_Angeles'],
  [{ state: 'TX', city: 'Dallas' }, 'America/Chicago'],
  [{ state: 'TX', city: 'El Paso' }, 'America/Denver'],
  [{ state: 'TN', city: 'Memphis' }, 'America/Chicago'],
  [{ state: 'TN', city: 'KNOXVILLE ' }, 'America/New_York'],
  [{ state: 'FL', city: 'Pensacola' }, 'America/Chicago'],
  [{ state: 'ID', city: "Coeur d'Alene" }, 'America/Los_Angeles'],
  [{ state: 'ON', country: 'CA' }, 'America/Toronto'],
  [{ state: 'BC', country: 'Canada' }, 'America/Vancouver'],
  [{ state: 'BC', country: 'MX' }, 'America/Tijuana'],
  [{ state: 'NL', country: 'MX', city: 'Monterrey' }, 'America/Monterrey'],
  [{ state: 'SK', country: 'CA' }, 'America/Regina'],
  [{ state: 'AZ' }, 'America/Phoenix'],
])('%o lies in %s', (place, zone) => {
  expect(findZone(place)).toBe(zone);
});

test.each([
  ['the Florida panhandle by coordinates', { state: 'FL', latitude: '30.42', longitude: '-87.22' }, 'America/Chicago'],
  ['a placeholder 0,0 coordinate', { state: 'FL', latitude: '0', longitude: '0' }, 'America/New_York'],
  ['a coordinate that contradicts the state', { state: 'WA', latitude: 40.7, longitude: -74 }, 'America/Los_Angeles'],
  ['El Paso seen from across the river', { state: 'TX', latitude: 31.69, longitude: -106.42 }, 'America/Denver'],
  ['BC with a coordinate in Mexico', { state: 'BC', latitude: 32.5, longitude: -117 }, 'America/Tijuana'],
  ['coordinates alone', { latitude: '41.88', longitude: '-87.63' }, 'America/Chicago'],
  ['a ZIP alone', { postalCode: '60638' }, 'America/Chicago'],
  ['a ZIP on the small side of a split state', { postalCode: '79936' }, 'America/Denver'],
  ['a Canadian postal code alone', { postalCode: 'H4T 1A1' }, 'America/Toronto'],
])('%s is read with care', (_what, place, zone) => {
  expect(findZone(place)).toBe(zone);
});

test.each([
  [{}],
  [{ city: 'Springfield' }],
  [{ state: 'ZZ' }],
  [{ state: 'IL', country: 'Germany' }],
  [{ country: 'MX', postalCode: '64000' }],
])('%o is not enough to tell a zone', (place) => {
  expect(findZone(place)).toBeUndefined();
});

test('a place that keeps standard time all year has a zone without daylight saving', () => {
  expect(findZone({ state: 'CO', obeysDst: false })).toBe('America/Phoenix');
  expect(findZone({ state: 'AZ', obeysDst: true })).toBe('America/Phoenix');
});

test.each(cities.map((city) => [`${city.name}, ${city.state}`, city] as const))(
  'the catalog gives %s the zone that its place has',
  (_name, { name, state, country, latitude, longitude, timeZone }) => {
    expect(findZone({ city: name, state, country, latitude, longitude })).toBe(timeZone);
  },
);

test('every zone of a split city is one that its state can have', () => {
  const wrong = splitCities.filter(({ state, zone }) => {
    return !stateZones.some(({ codes, zones }) => codes[0] === state && zones.includes(zone));
  });

  expect(wrong).toEqual([]);
});
