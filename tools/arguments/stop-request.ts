import { buildStopWindow } from '../../src/domain/stops/stop-window.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import {
  describeLocalTime,
  findClockChange,
  formatWithOffset,
  type LocalTimeWords,
  resolveInstant,
} from '../../src/domain/places/local-time.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { requireOneInstant } from './days/clock-changes.ts';
import { type RequestedAppointment, parseAppointment } from './appointment-words.ts';
import { type Moment, quoteWords } from './date-words.ts';

/** Interpretation of an argument. */
export interface InterpretedArgument {
  readonly argument: string;
  readonly query: string;
  readonly as: string;
}

/** The members in which the API takes the day or window of a stop. */
interface StopWindowInput {
  readonly requestedStartDate: string;
  readonly requestedStartTime?: string;
  readonly requestedEndDate?: string;
  readonly requestedEndTime?: string;
}

/** Parses the day or window that a stop asks for, on the clock of the place; one that is over already is refused. */
export function parseStopRequest(
  ctx: Pick<ToolContext, 'askedAt'>,
  { name, text }: { readonly name: string; readonly text: string },
  zone: string,
): { readonly request: StopWindowInput; readonly understood: InterpretedArgument } {
  const appointment = parseAppointment({ askedAt: ctx.askedAt, timeZone: zone }, { name, text, lean: 'future' });
  const { start, end } = appointment;
  requireClockTime({ name, text }, start, zone, 'start');
  if (end) requireClockTime({ name, text }, end, zone, 'end');
  const request = {
    requestedStartDate: start.date,
    ...(start.time !== null && { requestedStartTime: start.time }),
    ...(end && { requestedEndDate: end.date }),
    ...(end && end.time !== null && { requestedEndTime: end.time }),
  };
  const window = buildStopWindow(request, zone);
  if (window && Date.parse(window.end) < Date.parse(ctx.askedAt))
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${formatRequest(appointment, { zone, askedAt: ctx.askedAt })} is in the past${describeNextWeek(ctx, text, appointment, zone)}`,
    );
  return {
    request,
    understood: { argument: name, query: text, as: formatRequest(appointment, { zone, askedAt: ctx.askedAt }) },
  };
}

/**
 * Refuses a time that the clocks skip or repeat. A stop has its time without a zone, and of an hour that comes twice a
 * window begins with the first and ends with the second: the other one is refused even where its zone is named.
 */
function requireClockTime(
  { name, text }: { readonly name: string; readonly text: string },
  { date, time, instant }: Moment,
  zone: string,
  edge: 'start' | 'end',
): void {
  if (time === null) return;
  const at = { date, time, zone };
  if (instant === undefined) return requireOneInstant({ name, label: quoteWords(text) }, at);
  const [first, second] = findClockChange(at)?.instants ?? [];
  const stored = edge === 'start' ? first : second;
  if (stored === undefined || Date.parse(stored) === Date.parse(instant)) return;
  throw createFieldError(
    'BAD_REQUEST',
    name,
    `${quoteWords(text)} can't be stored: a stop holds its time without a zone, and ${time} means ${formatWithOffset(stored, zone)} there. Write a time outside the hour that comes twice`,
  );
}

const weekday = /\b(?:this )?(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b/i;
/** A day that is named beside the weekday leaves no other week. */
const namedDay = /\d[/.]\d|\d-\d{1,2}-\d|(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** Offers the week after for a weekday that is named on that day after its hours, instead of guessing. */
function describeNextWeek(
  { askedAt }: Pick<ToolContext, 'askedAt'>,
  text: string,
  { start }: RequestedAppointment,
  zone: string,
): string {
  const weekdayText = weekday.exec(text)?.[0];
  if (weekdayText === undefined || namedDay.test(text) || start.date !== getToday(zone, askedAt)) return '';
  const next = text.replace(weekday, addDays(start.date, 7));
  return `: ${quoteWords(weekdayText)} was read as today; for the week after write ${quoteWords(next)}`;
}

/** Formats the whole window as it goes into the order: "2026-11-20 07:00 to 15:00 CST", "by 2026-11-20 14:00 CST". */
function formatRequest({ start, end }: RequestedAppointment, { zone, askedAt }: RequestContext): string {
  const first = describeMoment(start, { zone, askedAt });
  if (end === null) return start.time === null ? first.day : `${first.day}, ${first.clock} ${first.zone}`;
  const last = describeMoment(end, { zone, askedAt });
  if (start.time === null && end.time === null) return `${first.day} to ${last.day}`;
  if (start.time === null) return `by ${last.day}, ${last.clock} ${last.zone}`;
  if (end.time === null) return `${first.day}, ${first.clock} ${first.zone} or later that day`;
  if (start.date === end.date) return `${first.day}, ${first.clock}-${last.clock} ${last.zone}`;
  return `${first.day}, ${first.clock} ${first.zone} to ${last.day}, ${last.clock} ${last.zone}`;
}

/** Zone of the stop, and the instant of the request. */
interface RequestContext {
  readonly zone: string;
  readonly askedAt: string;
}

const noon = '12:00';

/** Describes a moment. Its day names the year if that isn't the year of the request. */
function describeMoment({ date, time }: Moment, { zone, askedAt }: RequestContext): LocalTimeWords {
  const words = describeLocalTime(resolveInstant({ date, time: time ?? noon, zone }), zone);
  const year = date.slice(0, 4);
  return year === getToday(zone, askedAt).slice(0, 4) ? words : { ...words, day: `${words.day}, ${year}` };
}
