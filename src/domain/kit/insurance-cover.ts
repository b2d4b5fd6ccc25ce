import { addDays } from './dates.ts';

/** Cover that ends on a day is no cover for that day: certificates end with its first minute. Civil dates. */
export const isUncoveredOn = (day: string, endsOn: string): boolean => endsOn <= day;

/** Checks whether insurance has ended, or ends within a number of days. Dates are civil dates. */
export const isEndingWithin = (days: number, today: string, endsOn: string): boolean => endsOn <= addDays(today, days);
