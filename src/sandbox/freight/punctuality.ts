import { hour, minute } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';

/** Shares of stops where trucks are on time, used for both past and future trips. */

export const onTimeShare = { PICK: 0.93, DROP: 0.935 } as const;

/** A truck that is booked needs so long to be at the first shipper. */
export const approachMs = 100 * minute;

const milesPerHour = 50;
const drivingHoursPerDay = 11;
const restHours = 10;

/** Computes the driving time with the rests that the hours of service require. */
export function computeDrivingMs(miles: number): number {
  const hours = miles / milesPerHour;
  return (hours + Math.floor(hours / drivingHoursPerDay) * restHours) * hour;
}

export interface TruckAppointment {
  /** The last moment that counts as on time. */
  readonly end: number;
  /** Length of the window; null means any time of the day. */
  readonly windowMinutes: number | null;
  /** The truck cannot be there before. */
  readonly earliest: number;
  readonly isOnTime: boolean;
}

export function drawArrival(random: Random, { end, windowMinutes, earliest, isOnTime }: TruckAppointment): number {
  if (!isOnTime) return Math.max(earliest, end + drawLatenessMinutes(random) * minute);
  // Within the window, or a little ahead of an appointment; on a day without a window, during opening hours.
  const ahead = windowMinutes === null ? random.drawInt(6 * 60, 14 * 60) : random.drawInt(5, windowMinutes + 35);
  return Math.max(earliest, end - ahead * minute);
}

/**
 * Draws the minutes that a late truck is late. Half of the late trucks come within hours. Most of the others miss the
 * dock's last hour and are taken the next morning, and some break down. A truck is late for half a day on average, so
 * that at any moment a few in a hundred of those on the road are, however many there are.
 */
function drawLatenessMinutes(random: Random): number {
  const draw = random.drawUnit();
  if (draw < 0.5) return random.drawInt(12, 180);
  return draw < 0.82 ? random.drawInt(11 * 60, 20 * 60) : random.drawInt(22 * 60, 44 * 60);
}

/** Draws the time that a truck stays at a dock. */
export const drawStayMs = (random: Random, type: 'PICK' | 'DROP'): number =>
  random.drawInt(35, type === 'PICK' ? 115 : 110) * minute;
