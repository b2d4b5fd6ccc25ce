const hourMinutes = 60;
const halfDay = 12 * hourMinutes;
/** The end of a day, in minutes from its start. */
const dayEnd = 2 * halfDay;

/** A time of day that reads as one wherever it stands. */
export const clockPattern = String.raw`noon|midnight|\d{1,2}(?::\d{2})? ?(?:a\.?m\.?|p\.?m\.?|[ap])(?![a-z])|\d{1,2}:\d{2}|\d{4}(?: ?h(?:rs?)?)?`;
/** A bare hour ("8") is one in a window or after "at" only. */
export const hourPattern = String.raw`\d{1,2}`;

interface Typed {
  readonly minutes: number;
  /** The half of the day is not known: "8", which is neither "8am" nor "20". */
  readonly isBare: boolean;
}

/** Minutes from the start of a day; an end may lie on the next one. */
export interface ClockWindow {
  readonly start: number;
  readonly end: number;
}

/** The minutes of a single time; undefined when it is none, or when its half of the day is not said. */
export function clockOf(text: string): number | undefined {
  const typed = typedClock(text);
  return typed && !typed.isBare ? typed.minutes : undefined;
}

/**
 * A window of two times. An hour without am or pm takes the half of the day that the other one settles; two bare hours
 * are read as written when they rise through the working day ("8-12", "8-16"). Undefined when that leaves two readings.
 */
export function clockWindow(startText: string, endText: string): ClockWindow | undefined {
  const [start, end] = [typedClock(startText), typedClock(endText)];
  if (!start || !end || start.minutes === dayEnd) return undefined;
  if (start.isBare && end.isBare) return workingHours(start.minutes, end.minutes);
  if (start.isBare) return before(start.minutes, end.minutes);
  if (end.isBare) return after(start.minutes, end.minutes);
  return overnight(start.minutes, end.minutes);
}

/** `07:00`; of a time on the next day its time there. */
export function clockText(minutes: number): string {
  const inDay = minutes % dayEnd;
  return [Math.floor(inDay / hourMinutes), inDay % hourMinutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** How many days after the first one a time lies. */
export const daysAfter = (minutes: number): number => Math.floor(minutes / dayEnd);

function typedClock(text: string): Typed | undefined {
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

/** Bare hours that begin before six, or fall, are the afternoon's as likely as the night's. */
function workingHours(start: number, end: number): ClockWindow | undefined {
  return start >= 6 * hourMinutes && start < end ? { start, end } : undefined;
}

/** "1-5pm" shares the half of its end; "8-5pm" cannot. */
function before(bare: number, end: number): ClockWindow | undefined {
  if (end === 0 || end === dayEnd) return undefined;
  const inMorning = bare % halfDay;
  const shared = end >= halfDay ? inMorning + halfDay : inMorning;
  if (shared < end) return { start: shared, end };
  return inMorning < end ? { start: inMorning, end } : undefined;
}

/** "7am-3" can only end in the afternoon; "8am-10" can end twice. */
function after(start: number, bare: number): ClockWindow | undefined {
  const ends = [bare % halfDay, (bare % halfDay) + halfDay].filter((end) => end > start);
  const [end, other] = ends;
  return end !== undefined && other === undefined ? { start, end } : undefined;
}

/** "10pm-2am" runs into the next morning. */
function overnight(start: number, end: number): ClockWindow | undefined {
  if (start === end) return undefined;
  return { start, end: end > start ? end : end + dayEnd };
}
