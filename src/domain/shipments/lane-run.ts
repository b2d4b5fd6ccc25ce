import { isComparedTo, matchAll } from '../rules/rule.ts';

/** A delivered shipment whose price is the price of its lane: one order on one truck. */
export const laneRun = matchAll(
  isComparedTo('isDelivered', '=', 1),
  isComparedTo('isCanceled', '=', 0),
  isComparedTo('orders', '=', 1),
  isComparedTo('loads', '=', 1),
);
