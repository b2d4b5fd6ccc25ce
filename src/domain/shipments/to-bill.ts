import type { ShipmentStatus } from '../freight/shipment.ts';
import { type OrderBillingStatus, uninvoiced } from '../money/order-billing.ts';
import { isMet } from '../rules/rule.ts';
import type { Owed } from './shipment-money.ts';

interface Billing {
  readonly status: ShipmentStatus;
  readonly billingStatus: OrderBillingStatus | null;
}

/** Billing has no invoice of it yet. */
export const isUninvoiced = ({ billingStatus }: Pick<Billing, 'billingStatus'>): boolean =>
  isMet(uninvoiced, { billingStatus });

/** Delivered and not invoiced. An order that joined later waits, but its shipment has its one invoice. */
export const isUnbilled = (billing: Billing, hasInvoice: boolean): boolean =>
  billing.status === 'DELIVERED' && isUninvoiced(billing) && !hasInvoice;

/** Work that is done and that nobody sent a bill for: what it will cost. */
export const unbilledCosts = (status: ShipmentStatus, owed: readonly Owed[]): readonly Owed[] =>
  status === 'DELIVERED' ? owed.filter(({ canceled, bills }) => !canceled && bills.length === 0) : [];
