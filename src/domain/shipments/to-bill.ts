import { deliveredShipment } from '../freight/shipment.ts';
import { uninvoiced } from '../money/order-billing.ts';
import { isMet } from '../rules/rule.ts';

interface Billing {
  readonly status: string;
  readonly billingStatus: string | null;
}

/** Billing has no invoice of it yet. */
export const isUninvoiced = ({ billingStatus }: Pick<Billing, 'billingStatus'>): boolean =>
  isMet(uninvoiced, { billingStatus });

/** Delivered and not invoiced. An order that joined later waits, but its shipment has its one invoice. */
export const isUnbilled = (billing: Billing, hasInvoice: boolean): boolean =>
  isMet(deliveredShipment, billing) && isUninvoiced(billing) && !hasInvoice;
