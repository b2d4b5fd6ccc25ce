import { addDays } from '../kit/dates.ts';

/** When a customer that used to ship counts as quiet. */
export const quietRule = {
  /** Without an order for so many days, today included. */
  quietDays: 21,
  /** In so many days before. */
  usualDays: 90,
  /** Who ordered less often has no habit. */
  ordersMin: 6,
} as const;

/** The civil dates between which a quiet customer ordered, and since which it has not. */
export const quietPeriod = (today: string): { readonly from: string; readonly quietSince: string } => {
  const quietSince = addDays(today, 1 - quietRule.quietDays);
  return { from: addDays(quietSince, -quietRule.usualDays), quietSince };
};
