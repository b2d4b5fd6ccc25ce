import { expect, test } from 'vitest';
import { findNextOpening } from '../../../src/domain/limits/next-opening.ts';
import { formatHours, type OpenHours } from '../../../src/domain/limits/open-hours.ts';

const zone = 'America/Chicago';
const workDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const office: readonly OpenHours[] = [{ days: workDays, from: '07:00', to: '19:00' }];
const night: readonly OpenHours[] = [{ days: ['fri', 'sat'], from: '22:00', to: '06:00' }];
const always: readonly OpenHours[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' },
];
const sundayNight: readonly OpenHours[] = [{ days: ['sun'], from: '01:30', to: '02:30' }];

test.each<[string, readonly OpenHours[], string, string | null]>([
  ['at the first minute', office, '2026-11-20T13:00:00.000Z', null],
  ['a moment before', office, '2026-11-20T12:59:59.999Z', '2026-11-20T13:00:00.000Z'],
  ['until the last moment', office, '2026-11-21T00:59:59.999Z', null],
  ['no longer, and over the weekend until Monday', office, '2026-11-21T01:00:00.000Z', '2026-11-23T13:00:00.000Z'],
  ['past midnight of the day that it began on', night, '2026-11-22T11:59:00.000Z', null],
  ['until the morning only', night, '2026-11-22T12:00:00.000Z', '2026-11-28T04:00:00.000Z'],
  ['over midnight where the whole day is open', always, '2026-11-21T06:00:00.000Z', null],
  // Clocks go back at 02:00 on 2026-11-01, and forward at 02:00 on 2026-03-08.
  ['in the hour that comes twice, the first time', sundayNight, '2026-11-01T06:45:00.000Z', null],
  ['in the hour that comes twice, the second time', sundayNight, '2026-11-01T07:15:00.000Z', null],
  ['until its end behind that hour', sundayNight, '2026-11-01T08:29:00.000Z', null],
  ['and no longer', sundayNight, '2026-11-01T08:30:00.000Z', '2026-11-08T07:30:00.000Z'],
  ['before the hour that is left out', sundayNight, '2026-03-08T07:45:00.000Z', null],
  ['until where the clock would have been', sundayNight, '2026-03-08T08:30:00.000Z', '2026-03-15T06:30:00.000Z'],
  ['in the morning after the change', office, '2026-03-09T12:00:00.000Z', null],
])('open %s', (_, hours, at, opens) => {
  expect(findNextOpening(hours, at, zone)).toBe(opens);
});

test('is another time in another zone', () => {
  expect(findNextOpening(office, '2026-11-20T12:30:00.000Z', 'America/New_York')).toBeNull();
  expect(findNextOpening(office, '2026-11-20T12:30:00.000Z', zone)).toBe('2026-11-20T13:00:00.000Z');
});

test('stands in words as it is written', () => {
  expect(formatHours([...office, ...night])).toBe('mon tue wed thu fri 07:00-19:00; fri sat 22:00-06:00');
});
