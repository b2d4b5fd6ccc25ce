/** Monday first, as `Temporal` numbers them. */
export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDay = (typeof weekDays)[number];

/** Hours of some days of the week, by the clock on the wall. */
export interface OpenHours {
  readonly days: readonly WeekDay[];
  /** `HH:mm`, 24 hours. */
  readonly from: string;
  /** `HH:mm` or `24:00`; one that is not later than `from` is on the next day. */
  readonly to: string;
}

/** Formats hours: `mon tue wed 07:00-19:00; sat 08:00-12:00` */
export const formatHours = (hours: readonly OpenHours[]): string =>
  hours.map(({ days, from, to }) => `${days.join(' ')} ${from}-${to}`).join('; ');
