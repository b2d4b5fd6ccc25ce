import { Temporal } from 'temporal-polyfill';
import { addDays, getToday } from '../kit/dates.ts';
import { resolveInstant } from '../places/local-time.ts';
import { type OpenHours, weekDays } from './open-hours.ts';

interface OpenSpan {
  readonly start: string;
  readonly end: string;
}

/**
 * Returns the next instant (ISO 8601, UTC) at which the desk opens, or null if it is open. Hours are spans
 * between two instants: a day with a clock change makes them longer or shorter, and never closes them in between.
 */
export function findNextOpening(hours: readonly OpenHours[], instant: string, zone: string): string | null {
  const today = getToday(zone, instant);
  // What began yesterday may last until today; a week later every day of the week has come again.
  const dates = Array.from({ length: 9 }, (_, nth) => addDays(today, nth - 1));
  const spans = dates.flatMap((date) => listSpans(hours, date, zone));
  if (spans.some(({ start, end }) => start <= instant && instant < end)) return null;
  const starts = spans.map(({ start }) => start).filter((start) => start > instant);
  return starts.toSorted()[0] ?? null;
}

function listSpans(hours: readonly OpenHours[], date: string, zone: string): readonly OpenSpan[] {
  const day = weekDays[Temporal.PlainDate.from(date).dayOfWeek - 1];
  return hours
    .filter(({ days }) => days.some((weekDay) => weekDay === day))
    .map(({ from, to }) => ({
      start: resolveInstant({ date, time: from, zone }),
      end: computeSpanEnd({ from, to }, date, zone),
    }));
}

function computeSpanEnd({ from, to }: Pick<OpenHours, 'from' | 'to'>, date: string, zone: string): string {
  if (to === '24:00') return resolveInstant({ date: addDays(date, 1), time: '00:00', zone });
  return resolveInstant({ date: to > from ? date : addDays(date, 1), time: to, zone });
}
