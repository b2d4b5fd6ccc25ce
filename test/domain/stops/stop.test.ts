import { expect, test } from 'vitest';
import { checkInsertion, checkRemoval, findPlacementChange, requirePlacement } from '../../../src/domain/stops/stop.ts';

const field = 'stop';

test.each([
  [{ location: { key: 'dock' } }, 'location'],
  [{ postalCode: '60601' }, 'postalCode'],
  [{ cityId: 'c' }, 'cityId'],
  [{ airportCode: 'ORD' }, 'airportCode'],
] as const)('a stop given as %j is placed by its %s', (stop, placement) => {
  expect(requirePlacement(stop, field)).toBe(placement);
});

test('a stop without a place is refused', () => {
  expect(() => requirePlacement({}, field)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', details: [expect.objectContaining({ field })] }),
  );
});

test('a stop in two places is refused, and both are named', () => {
  expect(() => requirePlacement({ postalCode: '60601', airportCode: 'ORD' }, field)).toThrow(
    expect.objectContaining({
      details: ['stop.postalCode', 'stop.airportCode'].map((field) => expect.objectContaining({ field: field })),
    }),
  );
});

test('naming a place moves the stop there', () => {
  expect(findPlacementChange({ airportCode: 'ORD', location: null }, 'location')).toBe('airportCode');
});

test('a change that names no place leaves the stop where it is', () => {
  expect(findPlacementChange({}, 'postalCode')).toBeNull();
});

test('clearing what does not place the stop changes nothing', () => {
  expect(findPlacementChange({ airportCode: null }, 'postalCode')).toBeNull();
});

test('clearing the only place of a stop is refused', () => {
  expect(() => findPlacementChange({ postalCode: null }, 'postalCode')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR' }),
  );
});

test.each([
  [1, 2],
  [3, 2],
  [100, 99],
])('position %i is within a route of %i stops or right behind it', (sequence, stops) => {
  expect(() => checkInsertion(sequence, stops, field)).not.toThrow();
});

test('a position past the end of the route is refused', () => {
  expect(() => checkInsertion(4, 2, 'stop.sequence')).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'stop.sequence', message: expect.stringContaining('1 to 3') }],
    }),
  );
});

test('a route of 100 stops takes no more', () => {
  expect(() => checkInsertion(1, 100, field)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test('the last two stops of a route stay', () => {
  expect(() => checkRemoval(3)).not.toThrow();
  expect(() => checkRemoval(2)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});
