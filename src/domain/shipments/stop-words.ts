import { localText, zoneAbbreviation } from '../places/local-time.ts';
import { toJudgedStop, type JudgedStop, findStopZone } from '../freight/judged-stop.ts';
import { buildStopWindow } from '../freight/stop-window.ts';

/** Formats the window of a stop: "Fri 20 Nov 08:00-10:00 CST"; of a window that was moved after the arrival, also where to. */
export function formatWindow(stop: JudgedStop): string {
  const judgedStop = toJudgedStop(stop);
  const judged = formatRequest(judgedStop);
  if (judgedStop === stop) return judged;
  const current = formatRequest(stop);
  return judged === current ? judged : `${judged} (moved after arrival to ${current})`;
}

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
  const words = localText(instant, zone).split(' ');
  return { day: words.slice(0, 3).join(' '), clock: words[3] ?? '', zone: zoneAbbreviation(instant, zone) };
}
