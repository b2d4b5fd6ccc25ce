import { hour, minute } from './clock.ts';
import type { Random } from './random.ts';

/** How trucks keep their appointments: the one set of figures for trips of the past and of the future. */

export const onTimeShare = { PICK: 0.93, DROP: 0.935 } as const;

const milesPerHour = 50;
const drivingHoursPerDay = 11;
const restHours = 10;

/** Driving time with the rests that the hours of service ask for. */
export function drivingMs(miles: number): number {
  const hours = miles / milesPerHour;
  return (hours + Math.floor(hours / drivingHoursPerDay) * restHours) * hour;
}

export interface Appointment {
  /** The last moment that counts as on time. */
  readonly end: number;
  /** How long the window is; null: any time of the day. */
  readonly windowMinutes: number | null;
  /** The truck cannot be there before. */
  readonly earliest: number;
  readonly isOnTime: boolean;
}

export function arrivalFor(random: Random, { end, windowMinutes, earliest, isOnTime }: Appointment): number {
  if (!isOnTime) return Math.max(earliest, end + random.int(12, 330) * minute);
  // Within the window, or a little ahead of an appointment; on a day without hours, while somebody is there.
  const ahead = windowMinutes === null ? random.int(6 * 60, 14 * 60) : random.int(5, windowMinutes + 35);
  return Math.max(earliest, end - ahead * minute);
}

/** How long a truck stands at a dock when nothing goes wrong. */
export const stayMs = (random: Random, type: 'PICK' | 'DROP'): number =>
  random.int(35, type === 'PICK' ? 115 : 110) * minute;
