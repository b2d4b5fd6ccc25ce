import { addDays } from '../kit/dates.ts';

/** Rule for a regular customer that has stopped ordering. */
export const idleRule = {
  /** Days without an order, today included. */
  idleDays: 21,
  /** Days before those in which the customer ordered regularly. */
  usualDays: 90,
  /** Least number of orders of a regular customer. */
  ordersMin: 6,
} as const;

/** Computes the civil dates between which an idle customer ordered, and since when it has not. */
export const computeIdlePeriod = (today: string): { readonly from: string; readonly idleSince: string } => {
  const idleSince = addDays(today, 1 - idleRule.idleDays);
  return { from: addDays(idleSince, -idleRule.usualDays), idleSince };
};
