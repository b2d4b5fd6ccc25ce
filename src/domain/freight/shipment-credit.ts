import { isAmong, isNotAmong } from '../rules/rule.ts';
import { type ShipmentStatus, shipmentStatuses } from './shipment.ts';

/** Part of the customer's credit exposure that the revenue of an uninvoiced shipment counts as. */
export type CreditPart = 'booked' | 'unbilled' | 'not yet' | 'never';

export const creditParts = {
  DRAFT: 'not yet',
  TENDER_PENDING: 'not yet',
  TENDER_REJECTED: 'never',
  ON_HOLD: 'not yet',
  PLANNING: 'not yet',
  SELECTED: 'not yet',
  BOOKED: 'booked',
  DISPATCHED: 'booked',
  LOADING: 'booked',
  PICKED_UP: 'booked',
  IN_TRANSIT: 'booked',
  UNLOADING: 'booked',
  ARRIVED_AT_DELIVERY_TERMINAL: 'booked',
  OUT_FOR_DELIVERY: 'booked',
  RECOVERED: 'booked',
  DELIVERED: 'unbilled',
  CANCELED: 'never',
} as const satisfies Record<ShipmentStatus, CreditPart>;

const listStatuses = (...parts: readonly CreditPart[]): readonly ShipmentStatus[] =>
  shipmentStatuses.filter((status) => parts.includes(creditParts[status]));

/** Statuses whose revenue isn't booked: any other counts, one that this version doesn't know too. */
export const unbookedStatuses: readonly ShipmentStatus[] = listStatuses('unbilled', 'not yet', 'never');

/** The revenue of the shipment counts as booked. */
export const bookedFreight = isNotAmong('status', unbookedStatuses);

/** The shipment is asked for or planned, and counts for nothing yet. */
export const plannedFreight = isAmong('status', listStatuses('not yet'));

/** The shipment moves or was delivered: drafts, tenders and holds may never move. */
export const movedFreight = isNotAmong('status', listStatuses('not yet', 'never'));
