import { type ShipmentStatus, shipmentStatuses } from './shipment.ts';

/** Whether the revenue of a shipment that nobody invoiced counts against the customer's credit, and as which part. */
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

export const statusesOfPart = (...parts: readonly CreditPart[]): readonly ShipmentStatus[] =>
  shipmentStatuses.filter((status) => parts.includes(creditParts[status]));
