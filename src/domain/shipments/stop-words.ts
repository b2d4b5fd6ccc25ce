import { formatLocalTime } from '../places/local-time.ts';
import { findStopZone, type JudgedStop, toJudgedStop } from '../freight/judged-stop.ts';
import { buildStopWindow, windowFields } from '../freight/stop-window.ts';

/** Formats the window of a stop: "Fri 20 Nov 08:00-10:00 CST"; of a window that was moved after the arrival, also where to. */
export const formatWindow = (stop: JudgedStop): string => formatStop(stop).window;

/** Formats the window of a stop as `formatWindow` does, and what it asks for now as `formatRequest` does. */
export function formatStop(stop: JudgedStop): { readonly window: string; readonly request: string } {
  const request = formatRequest(stop);
  const judgedStop = toJudgedStop(stop);
  const judgedRequest = isSameRequest(judgedStop, stop) ? request : formatRequest(judgedStop);
  return {
    window: judgedRequest === request ? judgedRequest : `${judgedRequest} (moved after arrival to ${request})`,
    request,
  };
}

const isSameRequest = (stop: JudgedStop, other: JudgedStop): boolean =>
  stop === other ||
  (windowFields.every((field) => stop[field] === other[field]) && findStopZone(stop) === findStopZone(other));

/** Returns whether the stop shows another window now than it had when the truck arrived. */
export const isWindowMoved = (stop: JudgedStop): boolean => formatRequest(toJudgedStop(stop)) !== formatRequest(stop);

/**
 * Formats what a stop asks for now: "Fri 20 Nov 08:00-10:00 CST", "Fri 20 Nov, any time CST", or what is known without
 * a zone.
 */
export function formatRequest(stop: JudgedStop): string {
  if (!stop.requestedStartDate && !stop.requestedEndDate) return 'no date requested';
  const window = buildStopWindow(stop, findStopZone(stop));
  if (!window) return `${formatRequestedParts(stop)}, zone unknown`;
  const [start, end] = [splitInstant(window.start, window.zone), splitInstant(window.end, window.zone)];
  const isOneDay = start.day === end.day;
  if (window.kind === 'day') return `${isOneDay ? start.day : `${start.day} to ${end.day}`}, any time ${end.zone}`;
  if (window.kind === 'appointment') return `${end.day} ${end.clock} ${end.zone}`;
  if (isOneDay && start.zone === end.zone) return `${start.day} ${start.clock}-${end.clock} ${end.zone}`;
  return `${start.day} ${start.clock} ${start.zone} to ${end.day} ${end.clock} ${end.zone}`;
}

function formatRequestedParts(stop: JudgedStop): string {
  const start = [stop.requestedStartDate, stop.requestedStartTime].filter(Boolean).join(' ');
  const end = [stop.requestedEndDate, stop.requestedEndTime].filter(Boolean).join(' ');
  return [start, end].filter((part) => part !== '').join(' to ');
}

function splitInstant(instant: string, zone: string) {
  const [weekday, day, month, clock = '', ...abbreviation] = formatLocalTime(instant, zone).split(' ');
  return { day: `${weekday} ${day} ${month}`, clock, zone: abbreviation.join(' ') };
}
