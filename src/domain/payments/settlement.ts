import { type ActionOf, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';

/**
 * Lifecycle of the debt for a load carrier or a service, from the wait for the payee's invoice to the payment. `approve` without
 * a review is for organizations that do not review bills; `revert` is the bill being deleted or reverted.
 */
export const settlementLifecycle = {
  AWAITING_INVOICE: { bill: 'IN_REVIEW', approve: 'APPROVED_TO_PAY' },
  IN_REVIEW: { approve: 'APPROVED_TO_PAY', revert: 'AWAITING_INVOICE' },
  APPROVED_TO_PAY: { unapprove: 'IN_REVIEW', pay: 'PAID', revert: 'AWAITING_INVOICE' },
  PAID: { unpay: 'APPROVED_TO_PAY', revert: 'AWAITING_INVOICE' },
} as const satisfies Lifecycle;

export type SettlementStatus = StatusOf<typeof settlementLifecycle>;
export type SettlementAction = ActionOf<typeof settlementLifecycle>;

export const settlementStatuses = listStatuses(settlementLifecycle);
