import { expect, test } from 'vitest';
import { type City, findCityByName } from '../../../src/domain/places/cities.ts';
import { getLaneRateFactor, lanes, getProduceSeasonFactor } from '../../../src/domain/places/lanes.ts';

test('all forty lanes have both their cities in the catalog', () => {
  expect(lanes).toHaveLength(40);
});

test.each(lanes.map((lane) => [`${lane.origin.name} to ${lane.destination.name}`, lane] as const))(
  '%s is as long as a road can be',
  (_name, { origin, destination, miles }) => {
    const factor = miles / computeGreatCircleMiles(origin, destination);

    expect(factor).toBeGreaterThanOrEqual(1.05);
    expect(factor).toBeLessThanOrEqual(1.41);
  },
);

test('the busiest fifth of the lanes carries about four fifths of the loads', () => {
  const shares = lanes.map(({ volumeShare }) => volumeShare);

  expect(sum(shares)).toBeCloseTo(1);
  expect(sum(shares.slice(0, 8))).toBeCloseTo(0.8, 1);
});

test('trucks are dear out of Los Angeles and Laredo and cheap out of Florida and Denver', () => {
  expect(getLaneRateFactor('CA_LAX', 'TX_DAL')).toBeGreaterThan(1);
  expect(getLaneRateFactor('TX_LAR', 'TX_DAL')).toBeGreaterThan(1);
  expect(getLaneRateFactor('FL_MIA', 'GA_ATL')).toBeLessThan(1);
  expect(getLaneRateFactor('CO_DEN', 'TX_DAL')).toBeLessThan(1);
});

test('produce season lifts reefers out of the growing states, in spring and early summer only', () => {
  expect(getProduceSeasonFactor('CA', 'reefer', 5)).toBeGreaterThan(1);
  expect(getProduceSeasonFactor('CA', 'reefer', 11)).toBe(1);
  expect(getProduceSeasonFactor('CA', 'van', 5)).toBe(1);
  expect(getProduceSeasonFactor('IL', 'reefer', 5)).toBe(1);
});

test('a city is found the way an address writes it', () => {
  expect(findCityByName('Ontario, CA')?.timeZone).toBe('America/Los_Angeles');
  expect(findCityByName('Atlantis, GA')).toBeUndefined();
});

function computeGreatCircleMiles(a: City, b: City): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [toRadians(b.latitude - a.latitude) / 2, toRadians(b.longitude - a.longitude) / 2];
  const chord =
    Math.sin(north) ** 2 + Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * 3_959 * Math.asin(Math.sqrt(chord));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
