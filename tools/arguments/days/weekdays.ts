import { Temporal } from 'temporal-polyfill';

/** A weekday that stands beside a date which falls on another one. */
export interface WeekdayConflict {
  readonly weekday: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

interface WeekdayCheck {
  /** The text without the weekdays that agree with the date beside them. */
  readonly text: string;
  readonly conflict: WeekdayConflict | undefined;
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const weekday = String.raw`(?:mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:day)?(?![a-z])\.?`;
const month = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?`;
const year = String.raw`(?:,? 20[0-5]\d(?! ?h))?`;
const suffix = '(?:st|nd|rd|th)';
/** Dates as people write them, without the words that name several days. */
const date = [
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`\d{1,2}/\d{1,2}(?:/\d{2,4})?`,
  String.raw`${month} \d{1,2}${suffix}?(?![\d:])${year}`,
  String.raw`\d{1,2}${suffix}? (?:of )?${month}(?![a-z])${year}`,
  String.raw`(?:the )?\d{1,2}${suffix}`,
  '(?:the )?day after tomorrow|tomorrow|today|yesterday',
  String.raw`in \d{1,3} days`,
].join('|');
const before = new RegExp(
  String.raw`(?<![a-z])(?:(?:this|next|last|coming) )?\(?(?<weekday>${weekday})\)?,? (?:on )?(?:the (?=\d))?(?<date>${date})(?![\d/])`,
  'g',
);
const after = new RegExp(String.raw`(?<![\d/])(?<date>${date}),? (?:on )?\(?(?<weekday>${weekday})\)?`, 'g');

/**
 * Compares each weekday of a text with the date beside it ("Tuesday 12/2", "Dec 2 (Tue)"). `text` is in lower case with
 * single spaces; `readDay` reads a date that stands alone.
 */
export function checkWeekdays(text: string, readDay: (date: string) => string | undefined): WeekdayCheck {
  let conflict: WeekdayConflict | undefined;
  const compare = (match: string, ...rest: readonly unknown[]): string => {
    // The named groups come last.
    const groups = rest.at(-1) as { readonly weekday: string; readonly date: string };
    const day = readDay(groups.date.trim());
    if (day === undefined) return match;
    const index = weekdayNames.findIndex((name) => groups.weekday.startsWith(name.slice(0, 3).toLowerCase()));
    if (Temporal.PlainDate.from(day).dayOfWeek !== index + 1)
      conflict ??= { weekday: weekdayNames[index] ?? groups.weekday, date: day };
    return groups.date;
  };
  const checked = text.replace(before, compare).replace(after, compare);
  return { text: checked, conflict };
}

/** Describes which of the two could be meant. */
export function describeConflict({ weekday: namedWeekday, date: day }: WeekdayConflict): string {
  const written = Temporal.PlainDate.from(day);
  const distance = weekdayNames.findIndex((name) => name === namedWeekday) + 1 - written.dayOfWeek;
  const days = distance > 3 ? distance - 7 : distance < -3 ? distance + 7 : distance;
  const actual = weekdayNames[written.dayOfWeek - 1];
  return `names a ${namedWeekday}, but ${day} is a ${actual}; write ${actual} ${day} or ${namedWeekday} ${written.add({ days }).toString()}`;
}
