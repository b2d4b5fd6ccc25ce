import { type ActionOf, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { isNotAmong } from '../rules/rule.ts';
import { findActionToward, advance } from '../kit/transitions.ts';

const unbilled = { invoice: 'INVOICED' } as const;

/**
 * Lifecycle of an order's invoicing. `invoice` records an invoice from any status; `generateInvoice` makes it from the
 * order and therefore waits for READY_TO_INVOICE. The paying actions follow the invoice's balance.
 */
export const orderBillingLifecycle = {
  DOCS_NEEDED: { ready: 'READY_TO_INVOICE', ...unbilled },
  NOT_READY_TO_INVOICE: { ready: 'READY_TO_INVOICE', ...unbilled },
  READY_TO_INVOICE: { notReady: 'NOT_READY_TO_INVOICE', generateInvoice: 'INVOICED', ...unbilled },
  INVOICED: { payPart: 'PARTIALLY_PAID', payAll: 'PAID', voidInvoice: 'READY_TO_INVOICE' },
  PARTIALLY_PAID: { payPart: 'PARTIALLY_PAID', payAll: 'PAID', unpay: 'INVOICED' },
  PAID: { payPart: 'PARTIALLY_PAID', unpay: 'INVOICED' },
} as const satisfies Lifecycle;

export type OrderBillingStatus = StatusOf<typeof orderBillingLifecycle>;
export type OrderBillingAction = ActionOf<typeof orderBillingLifecycle>;

export const orderBillingStatuses = listStatuses(orderBillingLifecycle);

export const invoicedStatuses: readonly OrderBillingStatus[] = orderBillingStatuses.filter(
  (status) => !('invoice' in orderBillingLifecycle[status]),
);

/** Orders that aren't invoiced yet. */
export const uninvoiced = isNotAmong('billingStatus', invoicedStatuses);

interface InvoiceBalance {
  readonly appliedCents: number;
  readonly openCents: number;
}

/** Computes an order's status from the balance of its invoice. Throws CONFLICT if the current status doesn't lead there. */
export function computeBillingStatus(status: OrderBillingStatus, balance: InvoiceBalance): OrderBillingStatus {
  const target = getStatusForBalance(balance);
  return status === target
    ? status
    : advance(orderBillingLifecycle, status, findActionToward(orderBillingLifecycle, status, target));
}

function getStatusForBalance({ appliedCents, openCents }: InvoiceBalance): OrderBillingStatus {
  if (openCents <= 0) return 'PAID';
  return appliedCents > 0 ? 'PARTIALLY_PAID' : 'INVOICED';
}

/** Finds the status that is furthest from paid, which a shipment shows for its orders. Null without orders. */
export function findLeastAdvanced(statuses: readonly OrderBillingStatus[]): OrderBillingStatus | null {
  return orderBillingStatuses.find((status) => statuses.includes(status)) ?? null;
}
