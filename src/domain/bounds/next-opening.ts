import { Temporal } from 'temporal-polyfill';
import { addDays, todayIn } from '../kit/dates.ts';
import { instantOf } from '../places/local-time.ts';
import { type OpenHours, weekDays } from './open-hours.ts';

interface Span {
  readonly start: string;
  readonly end: string;
}

/**
 * The next instant (ISO 8601, UTC) at which one of these hours begins; null while one of them lasts. Hours are spans
 * between two instants: a day with a clock change makes them longer or shorter, and never closes them in between.
 */
export function opensAt(hours: readonly OpenHours[], instant: string, zone: string): string | null {
  const today = todayIn(zone, instant);
  // What began yesterday may last until today; a week later every day of the week has come again.
  const dates = Array.from({ length: 9 }, (_, nth) => addDays(today, nth - 1));
  const spans = dates.flatMap((date) => listSpans(hours, date, zone));
  if (spans.some(({ start, end }) => start <= instant && instant < end)) return null;
  const starts = spans.map(({ start }) => start).filter((start) => start > instant);
  return starts.toSorted()[0] ?? null;
}

function listSpans(hours: readonly OpenHours[], date: string, zone: string): readonly Span[] {
  const day = weekDays[Temporal.PlainDate.from(date).dayOfWeek - 1];
  return hours
    .filter(({ days }) => days.some((one) => one === day))
    .map(({ from, to }) => ({ start: instantOf({ date, time: from, zone }), end: endOf({ from, to }, date, zone) }));
}

function endOf({ from, to }: Pick<OpenHours, 'from' | 'to'>, date: string, zone: string): string {
  if (to === '24:00') return instantOf({ date: addDays(date, 1), time: '00:00', zone });
  return instantOf({ date: to > from ? date : addDays(date, 1), time: to, zone });
}
