import { hour, isBusinessDay, toDayStart, getWeekday } from './clock.ts';
import type { BrokerageSize } from '../../store/sandbox-settings.ts';
import type { Random } from './random.ts';

/** Ninety days of a desk that moves twenty loads a day. */
export const smallBrokerage = { days: 90, loadsPerDay: 20 } as const satisfies BrokerageSize;

const smallDays = 90;
const yearDays = 365;
/** From here on a number of shipments means a year of them, */
const yearFrom = 2_500;
/** and above this many a day it means more years, because the rows of open days need memory. */
const loadsPerDayMax = 1_000;
export const daysMax = 1_400;

/** The days on which the desk took freight before the brokerage was made, and how much of it. */
export interface HistorySpan {
  readonly days: number;
  readonly firstDay: number;
  readonly shipments: number;
  readonly loadsPerDay: number;
}

export function computeSpan(size: BrokerageSize, planted: number, today: number): HistorySpan {
  const days = 'loadsPerDay' in size ? size.days : (size.days ?? computeDays(size.shipments));
  const firstDay = today - days + 1;
  const open = Array.from({ length: days }, (_, index) => firstDay + index).filter(isBusinessDay).length;
  const shipments = 'loadsPerDay' in size ? Math.round(size.loadsPerDay * open) : size.shipments;
  return { days, firstDay, shipments: Math.max(0, shipments - planted), loadsPerDay: shipments / Math.max(1, open) };
}

function computeDays(shipments: number): number {
  if (shipments < yearFrom) return smallDays;
  return Math.min(daysMax, Math.max(yearDays, Math.ceil((shipments / loadsPerDayMax) * (7 / 5))));
}

const openFrom = 14;
const openHours = 8;

/** Some shipments that are taken between two instants of one day. */
export interface Shift {
  readonly shipments: number;
  readonly opens: number;
  readonly closes: number;
}

/** The desk's hours: what it takes on a day, up to the moment at which the brokerage was made and after it. */
export interface Shifts {
  before(dayNumber: number): Shift;
  after(dayNumber: number): Shift;
}

interface ShiftNeeds {
  readonly random: Random;
  readonly madeAt: number;
  readonly today: number;
}

export function createShifts(made: ShiftNeeds, span: HistorySpan): Shifts {
  const upTo = buildQuota(made, span);
  const buildClosedShift = (at: number): Shift => ({ shipments: 0, opens: at, closes: at });
  const getHours = (dayNumber: number) => {
    const opens = toDayStart(dayNumber) + openFrom * hour;
    return { opens, closes: opens + openHours * hour };
  };
  return {
    before(dayNumber) {
      const { opens, closes } = getHours(dayNumber);
      if (dayNumber < span.firstDay || dayNumber > made.today || opens >= made.madeAt) return buildClosedShift(opens);
      const shipments = upTo(dayNumber) - upTo(dayNumber - 1);
      return { shipments, opens, closes: Math.min(closes, made.madeAt) };
    },
    after(dayNumber) {
      const { opens, closes } = getHours(dayNumber);
      if (dayNumber < made.today || closes <= made.madeAt) return buildClosedShift(closes);
      const from = Math.max(opens, made.madeAt);
      const random = made.random.fork(`business/${dayNumber}`);
      const remainingShare = (closes - from) / (closes - opens);
      const expectedCount = span.loadsPerDay * computeDayShare(dayNumber, random.drawNormal(1, 0.08)) * remainingShare;
      // Where less than one a day is taken, it is one now and then.
      return { shipments: Math.floor(expectedCount + random.drawUnit()), opens: from, closes };
    },
  };
}

/**
 * Builds a function that counts the shipments up to a day. The days' shares differ a little; their sum is the requested
 * number.
 */
function buildQuota(
  { random: root, madeAt, today }: ShiftNeeds,
  { firstDay, shipments }: HistorySpan,
): (dayNumber: number) => number {
  const random = root.fork('days');
  const shares = new Map<number, number>();
  let total = 0;
  for (let dayNumber = firstDay; dayNumber <= today; dayNumber += 1) {
    const open = Math.min(1, Math.max(0, (madeAt - toDayStart(dayNumber) - openFrom * hour) / (openHours * hour)));
    total += computeDayShare(dayNumber, random.drawNormal(1, 0.08)) * (dayNumber === today ? open : 1);
    shares.set(dayNumber, total);
  }
  return (dayNumber) => Math.round((shipments * (shares.get(dayNumber) ?? 0)) / (total || 1));
}

/**
 * Computes the relative volume of a day. Mondays are busy, Fridays are slow, and fall is a little busier than winter.
 */
function computeDayShare(dayNumber: number, luck: number): number {
  if (!isBusinessDay(dayNumber)) return 0;
  const weekday = [1.06, 1.02, 1, 0.98, 0.94][getWeekday(dayNumber) - 1] ?? 1;
  const season = 1 + 0.05 * Math.cos((2 * Math.PI * (dayNumber - 290)) / 365);
  return weekday * season * luck;
}
