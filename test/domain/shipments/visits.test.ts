import { expect, test } from 'vitest';
import { sumDwell, findLatestArrival } from '../../../src/domain/shipments/visits.ts';

const window = {
  start: '2026-11-20T14:00:00.000Z',
  end: '2026-11-20T16:00:00.000Z',
  kind: 'window',
  zone: 'America/Chicago',
} as const;

const toInstant = (time: string | null) => (time === null ? null : `2026-11-20T${time}:00.000Z`);
const stop = (arrival: string | null, departure: string | null = null, isKnown = true) => ({
  actualArrival: toInstant(arrival),
  actualDeparture: toInstant(departure),
  window: isKnown ? window : null,
  dropTrailer: false,
});

test.each([
  ['15:40', -20],
  ['16:00', 0],
  ['16:25', 25],
  [null, null],
])('a truck that came at %s to a window until 16:00 is %s minutes late', (arrival, minutes) => {
  expect(findLatestArrival([stop(arrival)])).toBe(minutes);
});

test('of several stops the latest arrival counts, and one that cannot be judged says nothing', () => {
  expect(findLatestArrival([stop('15:00'), stop('16:30'), stop('18:00', null, false), stop(null)])).toBe(30);
  expect(findLatestArrival([stop('18:00', null, false)])).toBeNull();
  expect(findLatestArrival([])).toBeNull();
});

test('dwell counts from the window where the truck came early, and only at stops that it has left', () => {
  expect(sumDwell([stop('13:00', '15:30'), stop('15:00', '15:20'), stop('15:00')])).toEqual({ minutes: 110, stops: 2 });
  expect(sumDwell([{ ...stop('14:00', '23:00'), dropTrailer: true }])).toEqual({ minutes: null, stops: 0 });
});
