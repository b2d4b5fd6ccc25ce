import { addDays } from '../kit/dates.ts';

/** Rule for a regular customer that has stopped ordering. */
export const quietRule = {
  /** Days without an order, today included. */
  quietDays: 21,
  /** Days before those in which the customer ordered regularly. */
  usualDays: 90,
  /** Least number of orders of a regular customer. */
  ordersMin: 6,
} as const;

/** Computes the civil dates between which a quiet customer ordered, and since when it has not. */
export const computeQuietPeriod = (today: string): { readonly from: string; readonly quietSince: string } => {
  const quietSince = addDays(today, 1 - quietRule.quietDays);
  return { from: addDays(quietSince, -quietRule.usualDays), quietSince };
};
