const hourMinutes = 60;
const halfDay = 12 * hourMinutes;
/** End of a day, in minutes from its start. */
const dayEnd = 2 * halfDay;

/** A time of day that reads as one wherever it stands. */
export const clockPattern = String.raw`noon|midnight|\d{1,2}(?::\d{2})? ?(?:a\.?m\.?|p\.?m\.?|[ap])(?![a-z])|\d{1,2}:\d{2}|\d{4}(?: ?h(?:rs?)?)?`;
/** A bare hour ("8") is one in a window or after "at" only. */
export const hourPattern = String.raw`\d{1,2}`;

interface ClockTime {
  readonly minutes: number;
  /** True if the half of the day is not known: "8", which is neither "8am" nor "20". */
  readonly isBare: boolean;
}

/** Minutes from the start of a day; an end may lie on the next one. */
export interface ClockWindow {
  readonly start: number;
  readonly end: number;
}

/** Parses a single time to minutes; undefined when it is none, or when its half of the day is not given. */
export function parseClockMinutes(text: string): number | undefined {
  const typed = parseClock(text);
  return typed && !typed.isBare ? typed.minutes : undefined;
}

/**
 * Parses a window of two times. An hour without am or pm takes the half of the day that the other one settles; two bare
 * hours are read as written when they rise through the working day ("8-12", "8-16"). Undefined when that leaves two
 * readings.
 */
export function parseClockWindow(startText: string, endText: string): ClockWindow | undefined {
  const [start, end] = [parseClock(startText), parseClock(endText)];
  if (!start || !end || start.minutes === dayEnd) return undefined;
  if (start.isBare && end.isBare) return buildWorkingWindow(start.minutes, end.minutes);
  if (start.isBare) return completeStart(start.minutes, end.minutes);
  if (end.isBare) return completeEnd(start.minutes, end.minutes);
  return buildOvernightWindow(start.minutes, end.minutes);
}

/** Formats minutes as `07:00`; a time on the next day has its time there. */
export function formatClock(minutes: number): string {
  const inDay = minutes % dayEnd;
  return [Math.floor(inDay / hourMinutes), inDay % hourMinutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Counts the days between the first day and a time. */
export const countDaysAfter = (minutes: number): number => Math.floor(minutes / dayEnd);

function parseClock(text: string): ClockTime | undefined {
  if (text === 'noon') return { minutes: halfDay, isBare: false };
  if (text === 'midnight') return { minutes: dayEnd, isBare: false };
  const [, hourText, minuteText = '0', half] = /^(\d{1,2}?):?(\d{2})? ?(?:h(?:rs?)?|([ap])\.?m?\.?)?$/.exec(text) ?? [];
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (hourText === undefined || minute >= hourMinutes) return undefined;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    return { minutes: (hour % 12) * hourMinutes + minute + (half === 'p' ? halfDay : 0), isBare: false };
  }
  const minutes = hour * hourMinutes + minute;
  if (minutes > dayEnd) return undefined;
  return { minutes, isBare: /^\d{1,2}$/.test(text) && hour >= 1 && hour <= 12 };
}

/**
 * Builds a window of bare hours. Hours that begin before six, or fall, are as likely of the afternoon as of the night.
 */
function buildWorkingWindow(start: number, end: number): ClockWindow | undefined {
  return start >= 6 * hourMinutes && start < end ? { start, end } : undefined;
}

/** Completes "1-5pm", which shares the half of its end; "8-5pm" cannot. */
function completeStart(bare: number, end: number): ClockWindow | undefined {
  if (end === 0 || end === dayEnd) return undefined;
  const inMorning = bare % halfDay;
  const shared = end >= halfDay ? inMorning + halfDay : inMorning;
  if (shared < end) return { start: shared, end };
  return inMorning < end ? { start: inMorning, end } : undefined;
}

/** Completes "7am-3", which can only end in the afternoon; "8am-10" can end twice. */
function completeEnd(start: number, bare: number): ClockWindow | undefined {
  const ends = [bare % halfDay, (bare % halfDay) + halfDay].filter((end) => end > start);
  const [end, other] = ends;
  return end !== undefined && other === undefined ? { start, end } : undefined;
}

/** Builds a window such as "10pm-2am", which runs into the next morning. */
function buildOvernightWindow(start: number, end: number): ClockWindow | undefined {
  if (start === end) return undefined;
  return { start, end: end > start ? end : end + dayEnd };
}
