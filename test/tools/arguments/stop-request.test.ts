import { expect, test } from 'vitest';
import { parseStopRequest } from '../../../tools/arguments/stop-request.ts';

const ctx = { askedAt: '2026-11-20T15:00:00.000Z' };
const zone = 'America/Chicago';
const read = (text: string) => parseStopRequest(ctx, { name: 'pickup', text }, zone).understood.as;

test.each(['2027-03-14 2:30am', '2027-03-14 2am-4am', '2027-03-14 12:30am-2:15am', 'by 2027-03-14 2:30am'])(
  '%j names an hour that the clocks skip, and is asked about with both instants',
  (text) => {
    expect(() => read(text)).toThrow(
      /^pickup: «.*» is unclear: 2027-03-14 02:\d\d does not exist there, because the clocks go forward\. Write 2027-03-14 01:\d\d CST \(UTC-06:00\) or 2027-03-14 03:\d\d CDT \(UTC-05:00\)$/,
    );
  },
);

test.each(['2027-11-07 1:30am', '2027-11-07 1am-4am', '2027-11-07 12:15am-1am', '2027-11-07 1:30am CT'])(
  '%j names an hour that comes twice, and is asked about with both instants',
  (text) => {
    expect(() => read(text)).toThrow(
      /^pickup: «.*» is unclear: 2027-11-07 01:\d\d comes twice there, because the clocks go back\. Write 2027-11-07 01:\d\d CDT \(UTC-05:00\) or 2027-11-07 01:\d\d CST \(UTC-06:00\)$/,
    );
  },
);

test('the first of the two hours is taken as the message writes it, and the second is refused, since a stop has no zone', () => {
  expect(read('2027-11-07 01:30 CDT (UTC-05:00)')).toBe('Sun, Nov 7, 2027, 1:30 AM CDT');
  expect(read('2027-03-14 03:30 CDT (UTC-05:00)')).toBe('Sun, Mar 14, 2027, 3:30 AM CDT');
  expect(() => read('2027-11-07 01:30 CST (UTC-06:00)')).toThrow(
    "can't be stored: a stop holds its time without a zone, and 01:30 means 2027-11-07 01:30 CDT (UTC-05:00) there",
  );
});

test.each(['2027-03-14 1:59am', '2027-03-14 3am', '2027-11-07 12:30am', '2027-11-07 2am', '2027-03-14'])(
  '%j is outside the hour of the clock change, and is taken',
  (text) => {
    expect(read(text)).toMatch(/^Sun, (?:Mar|Nov) \d+, 2027/);
  },
);
