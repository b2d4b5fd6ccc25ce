import { describeLocalTime, formatDate, formatTimeOfDay } from '../places/local-time.ts';
import { findStopZone, type JudgedStop, toJudgedStop } from '../stops/judged-stop.ts';
import { buildStopWindow, type StopWindow, windowFields } from '../stops/stop-window.ts';

/** Formats the window of a stop: "Fri, Nov 20, 8:00 AM-10:00 AM CST"; of a window that was moved after the arrival, also where to. */
export const formatWindow = (stop: JudgedStop): string => describeStop(stop).windowText;

export interface StopDescription {
  readonly zone: string | undefined;
  /** The window by which on time is judged. */
  readonly window: StopWindow | null;
  /** The same as `formatWindow` formats it. */
  readonly windowText: string;
  /** The window that is asked for now, as `formatRequest` formats it. */
  readonly requestText: string;
}

/** Computes the windows of a stop and formats them; most stops have one, which is computed once. */
export function describeStop(stop: JudgedStop): StopDescription {
  const zone = findStopZone(stop);
  const requested = buildStopWindow(stop, zone);
  const requestText = formatRequestIn(stop, requested);
  const judgedStop = toJudgedStop(stop);
  const judgedZone = judgedStop === stop ? zone : findStopZone(judgedStop);
  if (judgedZone === zone && windowFields.every((field) => stop[field] === judgedStop[field]))
    return { zone, window: requested, windowText: requestText, requestText };
  const window = buildStopWindow(judgedStop, judgedZone);
  const judgedRequest = formatRequestIn(judgedStop, window);
  const windowText =
    judgedRequest === requestText ? judgedRequest : `${judgedRequest} (moved after arrival to ${requestText})`;
  return { zone, window, windowText, requestText };
}

/** Returns whether the stop shows another window now than it had when the truck arrived. */
export const isWindowMoved = (stop: JudgedStop): boolean => formatRequest(toJudgedStop(stop)) !== formatRequest(stop);

/**
 * Formats what a stop asks for now: "Fri, Nov 20, 8:00 AM-10:00 AM CST", "Fri, Nov 20, any time CST", or what is known without
 * a zone.
 */
export const formatRequest = (stop: JudgedStop): string =>
  formatRequestIn(stop, buildStopWindow(stop, findStopZone(stop)));

function formatRequestIn(stop: JudgedStop, window: StopWindow | null): string {
  if (!stop.requestedStartDate && !stop.requestedEndDate) return 'no date requested';
  if (!window) return `${formatRequestedParts(stop)}, zone unknown`;
  const [start, end] = [describeLocalTime(window.start, window.zone), describeLocalTime(window.end, window.zone)];
  const isOneDay = start.day === end.day;
  if (window.kind === 'day') return `${isOneDay ? start.day : `${start.day} to ${end.day}`}, any time ${end.zone}`;
  if (window.kind === 'appointment') return `${end.day}, ${end.clock} ${end.zone}`;
  if (isOneDay && start.zone === end.zone) return `${start.day}, ${start.clock}-${end.clock} ${end.zone}`;
  return `${start.day}, ${start.clock} ${start.zone} to ${end.day}, ${end.clock} ${end.zone}`;
}

const formatDayAndTime = (date: string | null | undefined, time: string | null | undefined): string =>
  [date && formatDate(date), time && formatTimeOfDay(time)].filter(Boolean).join(', ');

function formatRequestedParts(stop: JudgedStop): string {
  const start = formatDayAndTime(stop.requestedStartDate, stop.requestedStartTime);
  const end = formatDayAndTime(stop.requestedEndDate, stop.requestedEndTime);
  return [start, end].filter((part) => part !== '').join(' to ');
}
