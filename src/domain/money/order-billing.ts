import { type ActionOf, type Lifecycle, type StatusOf, statusesOf } from '../kit/lifecycle.ts';
import { isNotAmong } from '../rules/rule.ts';
import { actionToward, advance } from '../kit/transitions.ts';

const unbilled = { invoice: 'INVOICED' } as const;

/**
 * How far the customer's side of an order is. `invoice` records one from any state; `generateInvoice` makes it from the
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

export const orderBillingStatuses = statusesOf(orderBillingLifecycle);

export const invoicedStatuses: readonly OrderBillingStatus[] = orderBillingStatuses.filter(
  (status) => !('invoice' in orderBillingLifecycle[status]),
);

/** Nothing was asked of the customer yet. */
export const uninvoiced = isNotAmong('billingStatus', invoicedStatuses);

interface InvoiceBalance {
  readonly appliedCents: number;
  readonly openCents: number;
}

/** Where the balance of its invoice puts an order; CONFLICT when it cannot come there from where it is. */
export function billingAfter(status: OrderBillingStatus, balance: InvoiceBalance): OrderBillingStatus {
  const target = billingOfBalance(balance);
  return status === target
    ? status
    : advance(orderBillingLifecycle, status, actionToward(orderBillingLifecycle, status, target));
}

function billingOfBalance({ appliedCents, openCents }: InvoiceBalance): OrderBillingStatus {
  if (openCents <= 0) return 'PAID';
  return appliedCents > 0 ? 'PARTIALLY_PAID' : 'INVOICED';
}

/** What a shipment shows for its orders: the one that is furthest from paid. Null without orders. */
export function leastAdvanced(statuses: readonly OrderBillingStatus[]): OrderBillingStatus | null {
  return orderBillingStatuses.find((status) => statuses.includes(status)) ?? null;
}
