import { expect, test } from 'vitest';
import { placementChange, placementOf } from '../../src/domain/stop.ts';

const field = 'stop';

test.each([
  [{ location: { key: 'dock' } }, 'location'],
  [{ postalCode: '60601' }, 'postalCode'],
  [{ cityId: 'c' }, 'cityId'],
  [{ airportCode: 'ORD' }, 'airportCode'],
] as const)('a stop given as %j is placed by its %s', (stop, placement) => {
  expect(placementOf(stop, field)).toBe(placement);
});

test('a stop without a place is refused', () => {
  expect(() => placementOf({}, field)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', details: [expect.objectContaining({ field })] }),
  );
});

test('a stop in two places is refused, and both are named', () => {
  expect(() => placementOf({ postalCode: '60601', airportCode: 'ORD' }, field)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ field: 'postalCode' }), expect.objectContaining({ field: 'airportCode' })],
    }),
  );
});

test('naming a place moves the stop there', () => {
  expect(placementChange({ airportCode: 'ORD', location: null }, 'location')).toBe('airportCode');
});

test('a change that names no place leaves the stop where it is', () => {
  expect(placementChange({}, 'postalCode')).toBeNull();
});

test('clearing what does not place the stop changes nothing', () => {
  expect(placementChange({ airportCode: null }, 'postalCode')).toBeNull();
});

test('clearing the only place of a stop is refused', () => {
  expect(() => placementChange({ postalCode: null }, 'postalCode')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR' }),
  );
});
