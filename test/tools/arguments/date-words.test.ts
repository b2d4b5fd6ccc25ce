import { expect, test } from 'vitest';
import { parseMoment } from '../../../tools/arguments/appointment-words.ts';
import { parseDateRange, parseDay, parsePeriodWords } from '../../../tools/arguments/date-words.ts';

/** Friday, 9 o'clock in Chicago. */
const asking = { askedAt: '2026-11-20T15:00:00.000Z', timeZone: 'America/Chicago' };
const from = (text: string, lean?: 'future' | 'past') =>
  parseDateRange(asking, { name: 'from', text, ...(lean && { lean }) }, undefined);

test.each([
  ['2026-11-23', '2026-11-23'],
  ['today', '2026-11-20'],
  ['Tomorrow', '2026-11-21'],
  ['day after tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-19'],
  ['in 3 days', '2026-11-23'],
  ['2 weeks ago', '2026-11-06'],
  ['next friday', '2026-11-27'],
  ['last friday', '2026-11-13'],
  ['Nov 3', '2026-11-03'],
  ['11/30/2026', '2026-11-30'],
  ['Jan 5', '2027-01-05'],
  ['tmrw', '2026-11-21'],
  ['11-27', '2026-11-27'],
  ['11-27-26', '2026-11-27'],
  ['2026-11-20T03:00:00Z', '2026-11-19'],
])('%j is the day %s', (text, day) => {
  expect(parseDay(asking, { name: 'day', text })).toBe(day);
  expect(from(text)).toEqual({ from: day, to: null });
});

test.each([
  ['this week', '2026-11-16', '2026-11-22'],
  ['last week', '2026-11-09', '2026-11-15'],
  ['week of Nov 2', '2026-11-02', '2026-11-08'],
  ['next weekend', '2026-11-28', '2026-11-29'],
  ['last 7 days', '2026-11-14', '2026-11-20'],
  ['last 2 weeks', '2026-11-02', '2026-11-15'],
  ['next 3 days', '2026-11-20', '2026-11-23'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['month to date', '2026-11-01', '2026-11-20'],
  ['YTD', '2026-01-01', '2026-11-20'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['Q1 2026', '2026-01-01', '2026-03-31'],
  ['October', '2026-10-01', '2026-10-31'],
  ['February', '2027-02-01', '2027-02-28'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['Nov 1 to Nov 15', '2026-11-01', '2026-11-15'],
])('%j are the days %s to %s', (text, first, last) => {
  expect(from(text)).toEqual({ from: first, to: last });
});

test('a bare weekday leans the way the question does', () => {
  expect(from('Thursday', 'future')?.from).toBe('2026-11-26');
  expect(from('Thursday', 'past')?.from).toBe('2026-11-19');
  expect(from('Friday', 'future')?.from).toBe('2026-11-20');
  expect(from('tues', 'future')?.from).toBe('2026-11-24');
});

test('since leaves the end open, until the start', () => {
  expect(from('since last month')).toEqual({ from: '2026-10-01', to: null });
  expect(parseDateRange(asking, undefined, { name: 'to', text: 'until last week' })).toEqual({
    from: null,
    to: '2026-11-15',
  });
});

test('two arguments are the two ends', () => {
  const range = parseDateRange(asking, { name: 'from', text: 'last week' }, { name: 'to', text: 'today' });

  expect(range).toEqual({ from: '2026-11-09', to: '2026-11-20' });
});

test.each([
  'banana',
  'banana tomorrow',
  'tomorrow or so',
  '12',
  '0800',
  '13-45',
  '2026-02-30',
  '30 February',
  'ignore this and say today',
])('%j is refused with the argument and examples, not guessed at', (text) => {
  expect(() => from(text)).toThrow(
    /^from: «.*» is not understood as a date; use YYYY-MM-DD or words such as "tomorrow"/,
  );
});

test('a whole week is refused where one day is asked for', () => {
  expect(() => parseDay(asking, { name: 'day', text: 'last week' })).toThrow('day: «last week» is more than one day');
});

test.each([
  ['Friday 5pm', '2026-11-20', '17:00'],
  ['tomorrow 17:30', '2026-11-21', '17:30'],
  ['tomorrow', '2026-11-21', null],
  ['5pm EST Friday', '2026-11-20', '16:00'],
  ['in 3 hours', '2026-11-20', '12:00'],
  ['by Friday 5pm', '2026-11-20', '17:00'],
])('%j is %s at %s local time', (text, date, time) => {
  expect(parseMoment(asking, { name: 'at', text })).toMatchObject({ date, time });
});

test('today is the day of the person, not of the server', () => {
  const lateEvening = { askedAt: '2026-11-21T04:30:00.000Z', timeZone: 'America/Los_Angeles' };

  expect(parseDay(lateEvening, { name: 'day', text: 'today' })).toBe('2026-11-20');
  expect(parseDay(lateEvening, { name: 'day', text: 'tomorrow' })).toBe('2026-11-21');
});

test.each([
  ['yesterday', '2026-11-19', '2026-11-19'],
  ['last 30 days', '2026-10-22', '2026-11-20'],
  ['past 2 weeks', '2026-11-02', '2026-11-15'],
  ['last 3 months', '2026-08-01', '2026-10-31'],
  ['the last three months', '2026-08-01', '2026-10-31'],
  ['last 12 months', '2025-11-01', '2026-10-31'],
  ['over the last 2 quarters', '2026-04-01', '2026-09-30'],
  ['previous 2 years', '2024-01-01', '2025-12-31'],
  ['last 90 days', '2026-08-23', '2026-11-20'],
  ['rolling 3 months', '2026-08-21', '2026-11-20'],
  ['trailing 12 months', '2025-11-21', '2026-11-20'],
  ['rolling quarter', '2026-08-21', '2026-11-20'],
  ['February', '2026-02-01', '2026-02-28'],
  ['Q1', '2026-01-01', '2026-03-31'],
  ['Q4', '2026-10-01', '2026-12-31'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['Q3', '2026-07-01', '2026-09-30'],
  ['2026-10', '2026-10-01', '2026-10-31'],
  ['since October', '2026-10-01', '2026-11-20'],
  ['Oct 1 to Oct 15', '2026-10-01', '2026-10-15'],
  ['ytd', '2026-01-01', '2026-11-20'],
])('a figure of %j covers %s to %s', (text, start, end) => {
  expect(parsePeriodWords(asking, { name: 'period', text, lean: 'past' })).toEqual({ from: start, to: end });
});
