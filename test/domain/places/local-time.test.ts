import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import {
  resolveInstant,
  getLocalDay,
  formatLocalTime,
  toWallTime,
  formatTimeOfDay,
} from '../../../src/domain/places/local-time.ts';
import { countCases } from '../../support/depth.ts';

test.each([
  ['2026-11-20', '16:30', 'America/Chicago', '2026-11-20T22:30:00.000Z'],
  ['2026-07-01', '08:00', 'America/New_York', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01', '08:00', 'America/Phoenix', '2026-07-01T15:00:00.000Z'],
])('%s %s in %s is %s', (date, time, zone, instant) => {
  expect(resolveInstant({ date, time, zone })).toBe(instant);
});

test('a time that the clocks skip in spring moves forward by the skipped hour', () => {
  const instant = resolveInstant({ date: '2026-03-08', time: '02:30', zone: 'America/Chicago' });

  expect(formatLocalTime(instant, 'America/Chicago')).toBe('Sun, Mar 8, 3:30 AM CDT');
});

test('a time that happens twice in autumn is the first one unless the second is asked for', () => {
  const twice = { date: '2026-11-01', time: '01:30', zone: 'America/Chicago' };

  expect(formatLocalTime(resolveInstant(twice), 'America/Chicago')).toBe('Sun, Nov 1, 1:30 AM CDT');
  expect(formatLocalTime(resolveInstant(twice, { repeated: 'second' }), 'America/Chicago')).toBe(
    'Sun, Nov 1, 1:30 AM CST',
  );
});

test.each([
  ['an ordinary day', '2026-11-20', 24],
  ['the day the clocks go forward', '2026-03-08', 23],
  ['the day the clocks go back', '2026-11-01', 25],
])('%s has the hours it has', (_what, date, hours) => {
  const { start, end } = getLocalDay(date, 'America/New_York');

  expect((Date.parse(end) + 1 - Date.parse(start)) / 3_600_000).toBe(hours);
});

test.each([
  ['2026-11-20T22:30:00Z', 'America/Chicago', 'Fri, Nov 20, 4:30 PM CST'],
  ['2026-07-01T12:00:00Z', 'America/New_York', 'Wed, Jul 1, 8:00 AM EDT'],
  ['2026-07-01T15:05:00Z', 'America/Phoenix', 'Wed, Jul 1, 8:05 AM MST'],
  ['2026-07-01T15:05:00Z', 'America/Regina', 'Wed, Jul 1, 9:05 AM CST'],
  ['2026-07-01T15:05:00Z', 'America/St_Johns', 'Wed, Jul 1, 12:35 PM NDT'],
  ['2026-07-01T15:05:00Z', 'America/Monterrey', 'Wed, Jul 1, 9:05 AM CST'],
  ['2026-07-01T15:05:00Z', 'UTC', 'Wed, Jul 1, 3:05 PM UTC'],
  ['2026-07-01T15:05:00Z', 'Europe/Berlin', 'Wed, Jul 1, 5:05 PM UTC+02:00'],
])('%s in %s reads %s', (instant, zone, text) => {
  expect(formatLocalTime(instant, zone)).toBe(text);
});

test('the abbreviation follows the season', () => {
  expect(formatLocalTime('2026-01-10T12:00:00Z', 'America/Denver')).toMatch(/ MST$/);
  expect(formatLocalTime('2026-06-10T12:00:00Z', 'America/Denver')).toMatch(/ MDT$/);
});

test('a date that does not exist is refused', () => {
  expect(() => resolveInstant({ date: '2026-02-30', time: '08:00', zone: 'America/Chicago' })).toThrow('not a date');
});

test('a wall time that exists survives the way to an instant and back', () => {
  const zones = fc.constantFrom('America/Chicago', 'America/St_Johns', 'America/Phoenix', 'America/Tijuana');
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(zones, minutes, fc.integer({ min: 0, max: 3_000 }), (zone, minute, day) => {
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      fc.pre(!(time >= '02:00' && time < '03:00'));

      expect(toWallTime(resolveInstant({ date, time, zone }), zone)).toEqual({ date, time, zone });
    }),
    { numRuns: 200 },
  );
});

/** The instant that Temporal computes of a wall time, whatever the day. */
const computeByTemporal = (date: string, time: string, zone: string, disambiguation: 'compatible' | 'later'): string =>
  Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(zone, { disambiguation })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });

test('every wall time near and far from a clock change is the instant that Temporal computes', () => {
  // Samoa skipped a day, Lord Howe moves its clocks by half an hour, Casablanca moves them around Ramadan.
  const zones = ['America/Chicago', 'America/Phoenix', 'America/St_Johns', 'America/Havana', 'Pacific/Apia'];
  const oddZones = ['Australia/Lord_Howe', 'Africa/Casablanca', 'America/Asuncion', 'Pacific/Kiritimati', 'UTC'];
  const day = fc
    .date({ min: new Date('1995-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const changes = ['2011-12-29', '2011-12-30', '2011-12-31', '2026-03-08', '2026-11-01', '2026-11-02', '2026-02-18'];
  const time = fc.integer({ min: 0, max: 24 * 60 - 1 });
  fc.assert(
    fc.property(
      fc.oneof(day, fc.constantFrom(...changes)),
      time,
      fc.constantFrom(...zones, ...oddZones),
      (date, minute, zone) => {
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        expect(resolveInstant({ date, time: clock, zone })).toBe(computeByTemporal(date, clock, zone, 'compatible'));
        expect(resolveInstant({ date, time: clock, zone }, { repeated: 'second' })).toBe(
          computeByTemporal(date, clock, zone, 'later'),
        );
        const { start, end } = getLocalDay(date, zone);
        const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
        expect(start).toBe(
          Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 }),
        );
        expect(Date.parse(end) + 1).toBe(
          Temporal.PlainDate.from(next).toZonedDateTime(zone).toInstant().epochMilliseconds,
        );
      },
    ),
    { numRuns: countCases({ usual: 300, deep: 20_000 }) },
  );
});

test.each([
  ['00:00', '12:00 AM'],
  ['08:05', '8:05 AM'],
  ['12:00', '12:00 PM'],
  ['17:30', '5:30 PM'],
  ['any time', 'any time'],
])('the time of day %s is written as %s', (time, words) => {
  expect(formatTimeOfDay(time)).toBe(words);
});
