import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { addDays, countDaysBetween, computeDueDate, getToday } from '../../../src/domain/kit/dates.ts';

test.each([
  ['2026-01-31', 30, '2026-03-02'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s plus %i days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test('days added are days between, over leap years and clock changes', () => {
  const date = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10));
  fc.assert(
    fc.property(date, fc.integer({ min: -2000, max: 2000 }), (from, days) => {
      expect(countDaysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});

test.each([
  ['America/Los_Angeles', '2026-11-21T02:00:00Z', '2026-11-20'],
  ['America/New_York', '2026-11-21T05:00:00Z', '2026-11-21'],
  ['UTC', '2026-11-21T02:00:00+05:00', '2026-11-20'],
])('in %s at %s it is %s', (zone, instant, today) => {
  expect(getToday(zone, instant)).toBe(today);
});

test('the date of an instant is that of the calendar in its zone, around clock changes too', () => {
  const zones = fc.constantFrom('UTC', 'America/Chicago', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia');
  const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, moments, (zone, moment) => {
      const instant = Temporal.Instant.from(moment.toISOString());
      expect(getToday(zone, moment.toISOString())).toBe(instant.toZonedDateTimeISO(zone).toPlainDate().toString());
    }),
  );
  expect(() => getToday('UTC', '2026-11-21')).toThrow(RangeError);
});

test('nothing is due after the last day that has four digits for its year', () => {
  expect(computeDueDate('9999-12-01', 30)).toBe('9999-12-31');
  expect(computeDueDate('9999-12-31', 30)).toBe('9999-12-31');
});

test.each([
  [15, '2026-12-06'],
  [0, '2026-11-21'],
  [null, '2026-12-21'],
])('an invoice of 2026-11-21 on a term of %s days is due %s', (days, due) => {
  expect(computeDueDate('2026-11-21', days)).toBe(due);
});
