import { expect, test } from 'vitest';
import { parseAppointment, parseMoment } from '../../../tools/arguments/appointment-words.ts';

/** Friday, 9 o'clock in Chicago. */
const asking = { askedAt: '2026-11-20T15:00:00.000Z', timeZone: 'America/Chicago' };
const read = (text: string) => {
  const { start, end } = parseAppointment(asking, { name: 'pickup', text, lean: 'future' });
  const formatDate = ({ date, time }: { readonly date: string; readonly time: string | null }) =>
    time === null ? date : `${date} ${time}`;
  return [formatDate(start), end && formatDate(end)];
};

test.each([
  ['Friday 7am-3pm', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['Friday 7am\u20133pm', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['Friday, 7 am to 3 pm', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['Friday from 7am until 3pm', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['7am-3pm on Friday', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['Friday 7:30am - 3:15pm', '2026-11-20 07:30', '2026-11-20 15:15'],
  ['Friday 8a-noon', '2026-11-20 08:00', '2026-11-20 12:00'],
  ['Fri 8a-5p', '2026-11-20 08:00', '2026-11-20 17:00'],
  ['Monday 0800-1600', '2026-11-23 08:00', '2026-11-23 16:00'],
  ['Monday 0800-1600 hrs', '2026-11-23 08:00', '2026-11-23 16:00'],
  ['11/27 08:00-16:00', '2026-11-27 08:00', '2026-11-27 16:00'],
  ['11-27 0800-1600', '2026-11-27 08:00', '2026-11-27 16:00'],
  ['2026-11-27 08:00-12:00', '2026-11-27 08:00', '2026-11-27 12:00'],
  ['Nov 27 8-12', '2026-11-27 08:00', '2026-11-27 12:00'],
  ['Friday between 8 and 10', '2026-11-20 08:00', '2026-11-20 10:00'],
  ['Friday 8-16', '2026-11-20 08:00', '2026-11-20 16:00'],
  ['Friday 1-5pm', '2026-11-20 13:00', '2026-11-20 17:00'],
  ['Friday 8-5pm', '2026-11-20 08:00', '2026-11-20 17:00'],
  ['Friday 8-12pm', '2026-11-20 08:00', '2026-11-20 12:00'],
  ['Friday 7am-3', '2026-11-20 07:00', '2026-11-20 15:00'],
  ['Friday 10pm-2am', '2026-11-20 22:00', '2026-11-21 02:00'],
  ['Friday 8pm-midnight', '2026-11-20 20:00', '2026-11-21 00:00'],
  ['Mon 8am - Tue 5pm', '2026-11-23 08:00', '2026-11-24 17:00'],
  ['Monday 7am-3pm EST', '2026-11-23 06:00', '2026-11-23 14:00'],
  ['Friday by 2pm', '2026-11-20', '2026-11-20 14:00'],
  ['by 2pm', '2026-11-20', '2026-11-20 14:00'],
  ['by tues 2pm', '2026-11-24', '2026-11-24 14:00'],
  ['Friday until 3pm', '2026-11-20', '2026-11-20 15:00'],
  ['Friday no later than noon', '2026-11-20', '2026-11-20 12:00'],
  ['Friday after 2pm', '2026-11-20 14:00', '2026-11-20'],
  ['not before 9am Monday', '2026-11-23 09:00', '2026-11-23'],
  ['Weds 12/2 (FCFS 7-15)', '2026-12-02 07:00', '2026-12-02 15:00'],
  ['Nov 27-28', '2026-11-27', '2026-11-28'],
  ['Monday-Wednesday', '2026-11-23', '2026-11-25'],
])('the window %j begins at %s and ends at %s', (text, start, end) => {
  expect(read(text)).toEqual([start, end]);
});

test.each([
  ['tmrw 8a', '2026-11-21 08:00'],
  ['mon 7a', '2026-11-23 07:00'],
  ['Nov 27 8a', '2026-11-27 08:00'],
  ['Mar 14, 2027 3:30am', '2027-03-14 03:30'],
  ['Friday 0800', '2026-11-20 08:00'],
  ['0930', '2026-11-20 09:30'],
  ['11/27/26 8:30a', '2026-11-27 08:30'],
  ['Friday at 14', '2026-11-20 14:00'],
  ['Friday @ 8am', '2026-11-20 08:00'],
  ['5pm EST Friday', '2026-11-20 16:00'],
  ['2026-11-27T08:00', '2026-11-27 08:00'],
  ['in 3 hours', '2026-11-20 12:00'],
  ['11-27', '2026-11-27'],
  ['tues', '2026-11-24'],
  ['by Friday', '2026-11-20'],
  ['EOD Friday', '2026-11-20'],
  ['the 27th', '2026-11-27'],
  ['Nov 27 2026', '2026-11-27'],
])('%j is %s', (text, start) => {
  expect(read(text)).toEqual([start, null]);
});

test.each([
  'Friday 7-3',
  'Friday 1-5',
  'Friday 8am-10',
  'Friday 8am-8am',
  'Friday 7am 3pm',
  'Friday 7am-3pm Saturday',
  'Friday 7am-3pm or later',
  'Friday 8am - Monday',
  'Tue 5pm to Mon 8am',
  '8-12',
  '8-16',
  'Friday at 8',
  'Friday midnight',
  'Friday morning',
  'tonight',
  'COB Friday',
  'end of next week',
  '24/7',
  'after Friday',
  'before Friday',
  'Friday 25:00',
  'Friday 0870',
  'Friday 13pm',
  'Nov 27 2030',
  '2026',
  'next week',
  '2026-02-30 8am',
  'Friday or Monday 8am',
])('%j has more than one reading or none, and is refused', (text) => {
  expect(() => read(text)).toThrow(/^pickup: «.*» .*(?:for example|use YYYY-MM-DD|name a single day)/);
});

test('a window is refused where one moment is asked for', () => {
  expect(() => parseMoment(asking, { name: 'at', text: 'Friday 7am-3pm' })).toThrow(
    'at: «Friday 7am-3pm» is more than one moment; name a single one',
  );
});

test.each([
  'Tuesday 12/2/2026 8am',
  'Tue 2026-12-02',
  '2026-12-02 (Tuesday)',
  'Tues. Dec 2, 7am-3pm',
  'Dec 2nd, Tuesday 8am',
  'Tuesday the 2nd',
  '8am Tuesday 12/2',
  'Tuesday 8am 12/2/2026',
  '12/2 (Tue) 8am to 12/3 (Wed) 5pm',
  'next Tuesday 12/2',
])('%j names a weekday that its date is not, and is asked about', (text) => {
  expect(() => read(text)).toThrow(
    /^pickup: «.*» names a Tuesday, but 2026-12-02 is a Wednesday; write Wednesday 2026-12-02 or Tuesday 2026-12-01$/,
  );
});

test.each([
  ['Wednesday 12/2/2026 8am', '2026-12-02 08:00'],
  ['Wed 2026-12-02', '2026-12-02'],
  ['2026-12-02 (Wednesday)', '2026-12-02'],
  ['Dec 2, Weds', '2026-12-02'],
  ['Weds Dec 2nd 8am', '2026-12-02 08:00'],
  ['Wednesday the 2nd', '2026-12-02'],
  ['Thurs 12/3', '2026-12-03'],
  ['Thurs. 12/3 8am', '2026-12-03 08:00'],
  ['tomorrow (Saturday) 8am', '2026-11-21 08:00'],
])('%j names the weekday of its date, and is %s', (text, start) => {
  expect(read(text)).toEqual([start, null]);
});

test('an hour that the clocks skip where a zone is named by its region is asked about', () => {
  expect(() => read('2027-03-14 2:30am CT')).toThrow(
    'pickup: «2027-03-14 2:30am CT» is unclear: 2027-03-14 02:30 does not exist there, because the clocks go forward. ' +
      'Write 2027-03-14 01:30 CST (UTC-06:00) or 2027-03-14 03:30 CDT (UTC-05:00)',
  );
});

/** Windows as answers print them, from `formatWindow` and `formatLocalTime`. */
test.each([
  ['Fri, Nov 27, 8:00 AM-10:30 AM CST', ['2026-11-27 08:00', '2026-11-27 10:30']],
  ['Fri, Nov 27, 8:00 AM CST', ['2026-11-27 08:00', null]],
  ['Fri, Nov 27, 11:00 AM-1:00 PM MST', ['2026-11-27 12:00', '2026-11-27 14:00']],
  ['Fri, Nov 27, 10:00 PM CST to Sat, Nov 28, 2:00 AM CST', ['2026-11-27 22:00', '2026-11-28 02:00']],
  ['Fri, Nov 27, any time CST', ['2026-11-27', null]],
  ['Sun, Mar 14, 2027, 3:30 AM CDT', ['2027-03-14 03:30', null]],
  ['Mon, Jan 4, 2027 to Wed, Jan 6, 2027', ['2027-01-04', '2027-01-06']],
  ['Sat, Mar 13, 2027, 7:00 AM CST to Sun, Mar 14, 2027, 3:00 PM CDT', ['2027-03-13 07:00', '2027-03-14 15:00']],
  ['Fri, Jan 1, 2027, noon', ['2027-01-01 12:00', null]],
])('the printed window %j is read as it was meant', (text, moments) => {
  expect(read(text)).toEqual(moments);
});
