import { asBefore, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';

const open = { invoice: 'DELIVERED_UNPAID', cancel: 'CANCELED' } as const;

/**
 * An order takes its shipment's status; only an invoice sets one of its own. After `voidInvoice` it shows the
 * shipment's status again, as it did before.
 */
export const orderLifecycle = {
  DRAFT: open,
  TENDER_PENDING: open,
  ON_HOLD: open,
  PLANNING: open,
  SELECTED: open,
  BOOKED: open,
  DISPATCHED: open,
  LOADING: open,
  PICKED_UP: open,
  IN_TRANSIT: open,
  UNLOADING: open,
  ARRIVED_AT_DELIVERY_TERMINAL: open,
  OUT_FOR_DELIVERY: open,
  RECOVERED: open,
  DELIVERED: open,
  DELIVERED_UNPAID: { ...open, voidInvoice: asBefore },
  CANCELED: { invoice: 'DELIVERED_UNPAID', uncancel: asBefore },
  TENDER_REJECTED: open,
} as const satisfies Lifecycle;

export type OrderStatus = StatusOf<typeof orderLifecycle>;

export const orderStatuses = listStatuses(orderLifecycle);
