import { expect, test } from 'vitest';
import { computeDwell } from '../../../src/domain/stops/dwell.ts';
import { computeDetention } from '../../../src/domain/stops/detention.ts';

const toInstant = (time: string) => `2026-11-20T${time}:00.000Z`;
const now = toInstant('18:00');
const createWindow = (start: string) =>
  ({ start: toInstant(start), end: toInstant('17:00'), zone: 'UTC', kind: 'window' }) as const;

test.each([
  ['two hours are free', '08:00', '10:00', null, 0],
  ['whole quarters count', '08:00', '10:29', null, 0.25],
  ['the clock starts at the window of a truck that came early', '06:00', '11:00', '08:00', 1],
  ['a truck that came late waits from its arrival', '09:30', '13:30', '08:00', 2],
  ['a truck that still stands there waits until now', '14:00', null, null, 2],
] as const)('%s', (_rule, arrival, departure, start, hours) => {
  const standing = {
    actualArrival: toInstant(arrival),
    actualDeparture: departure === null ? null : toInstant(departure),
    window: start === null ? null : createWindow(start),
    dropTrailer: false,
  };

  expect(computeDetention(standing, { now, freeMinutes: 120 })?.hours).toBe(hours);
});

test('a trailer that is dropped is not charged for the days that it stands', () => {
  const standing = { actualArrival: '2026-11-17T08:00:00.000Z', actualDeparture: toInstant('08:00'), window: null };

  expect(computeDetention({ ...standing, dropTrailer: true }, { now, freeMinutes: 120 })).toBeNull();
});

test('a trailer that may have been dropped is not charged, but its truck is shown as waiting', () => {
  const standing = {
    actualArrival: toInstant('08:00'),
    actualDeparture: toInstant('13:00'),
    window: null,
    dropTrailer: null,
  };

  expect(computeDetention(standing, { now, freeMinutes: 120 })).toBeNull();
  expect(computeDwell(standing, now)?.minutes).toBe(300);
});
