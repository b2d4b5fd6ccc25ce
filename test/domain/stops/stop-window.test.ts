import { expect, test } from 'vitest';
import { formatLocalTime } from '../../../src/domain/places/local-time.ts';
import { computePunctuality, type StopRequest, buildStopWindow } from '../../../src/domain/stops/stop-window.ts';

const zone = 'America/Chicago';

function request(text: string): StopRequest {
  const [startDate, startTime, endDate, endTime] = text.split(/\s+/).map((part) => (part === '-' ? null : part));
  return {
    requestedStartDate: startDate,
    requestedStartTime: startTime,
    requestedEndDate: endDate,
    requestedEndTime: endTime,
  };
}

test.each([
  ['a window within a day', '2026-11-20 08:00 2026-11-20 16:30', 'Fri, Nov 20, 4:30 PM CST', 'window'],
  ['a window over two days', '2026-11-20 08:00 2026-11-21 10:00', 'Sat, Nov 21, 10:00 AM CST', 'window'],
  ['an appointment without an end', '2026-11-20 08:00 - -', 'Fri, Nov 20, 8:00 AM CST', 'appointment'],
  ['an appointment written twice', '2026-11-20 08:00 2026-11-20 08:00', 'Fri, Nov 20, 8:00 AM CST', 'appointment'],
  ['a date without a time', '2026-11-20 - - -', 'Fri, Nov 20, 11:59 PM CST', 'day'],
  ['a start time with an end date only', '2026-11-20 08:00 2026-11-21 -', 'Sat, Nov 21, 11:59 PM CST', 'window'],
  ['an end date only', '- - 2026-11-21 -', 'Sat, Nov 21, 11:59 PM CST', 'day'],
  ['an end time on the only date', '2026-11-20 08:00 - 12:00', 'Fri, Nov 20, 12:00 PM CST', 'window'],
  ['a night shift on one date', '2026-11-20 22:00 - 06:00', 'Sat, Nov 21, 6:00 AM CST', 'window'],
  ['an end in the repeated hour', '2026-11-01 00:30 2026-11-01 01:30', 'Sun, Nov 1, 1:30 AM CST', 'window'],
])('%s ends when a dispatcher says it does', (_what, text, end, kind) => {
  const window = buildStopWindow(request(text), zone);

  expect(window && formatLocalTime(window.end, zone)).toBe(end);
  expect(window?.kind).toBe(kind);
});

test('a stop without dates or without a zone has no window', () => {
  expect(buildStopWindow(request('- - - -'), zone)).toBeNull();
  expect(buildStopWindow(request('2026-11-20 08:00 - -'), undefined)).toBeNull();
});

const until1630 = buildStopWindow(request('2026-11-20 08:00 2026-11-20 16:30'), zone);

test.each([
  ['arrived at the very end', '2026-11-20T22:30:00Z', 'on_time', 0],
  ['arrived two hours early', '2026-11-20T20:30:00Z', 'on_time', -120],
  ['arrived twenty seconds after the end', '2026-11-20T22:30:20Z', 'late', 1],
  ['arrived 45 minutes after the end', '2026-11-20T23:15:00Z', 'late', 45],
])('a truck that %s is judged by its arrival', (_what, arrival, status, minutesLate) => {
  const later = '2026-11-25T00:00:00Z';

  expect(computePunctuality(until1630, arrival, later)).toEqual({ status, minutesLate });
});

test.each([
  ['before the end', '2026-11-20T22:00:00Z', 'pending', -30],
  ['after the end', '2026-11-20T23:00:00Z', 'late', 30],
])('a truck that has not arrived %s is judged by the clock', (_what, now, status, minutesLate) => {
  expect(computePunctuality(until1630, null, now)).toEqual({ status, minutesLate });
});

test('without a window nobody can say late', () => {
  expect(computePunctuality(null, '2026-11-20T23:00:00Z', '2026-11-20T23:00:00Z')).toEqual({
    status: 'unknown',
    minutesLate: null,
  });
});
