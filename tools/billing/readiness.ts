import { listAllowedActions } from '../../src/domain/kit/lifecycle.ts';
import { orderBillingLifecycle } from '../../src/domain/money/order-billing.ts';
import { type BillingFacts, billingBlockers } from '../shipments/shipment-billing.ts';

/** What became of a shipment that is to be released, or held back, and why. */
export interface Readiness {
  readonly facts: BillingFacts;
  /** `as_asked` without any change, or by it. */
  readonly outcome: 'can_change' | 'as_asked' | 'left_out';
  readonly reason: string | undefined;
}

/** Whether a shipment can be released or held back; what stands in the way is what the API would refuse it for. */
export function readinessOf(facts: BillingFacts, ready: boolean): Readiness {
  const { shipment } = facts;
  if (shipment.billingStatus === (ready ? 'READY_TO_INVOICE' : 'NOT_READY_TO_INVOICE'))
    return { facts, outcome: 'as_asked', reason: undefined };
  const reason = ready ? whyNotReleased(facts) : whyNotHeld(facts);
  return { facts, outcome: reason === undefined ? 'can_change' : 'left_out', reason };
}

/** A paper that nobody can tell about is left to the API. */
function whyNotReleased(facts: BillingFacts): string | undefined {
  const { shipment, pod } = facts;
  const { status, billingStatus } = shipment;
  if (billingStatus === null) return 'no orders';
  if (!listAllowedActions(orderBillingLifecycle, billingStatus).includes('ready')) return invoicedText(facts);
  const isPaperMissing = pod === 'missing' || pod === 'upload_pending';
  if (status === 'DELIVERED' && !isPaperMissing) return undefined;
  return billingBlockers(facts)
    .filter((blocker) => !blocker.includes('released yet'))
    .join('; ');
}

function whyNotHeld(facts: BillingFacts): string | undefined {
  const { billingStatus } = facts.shipment;
  if (billingStatus === null) return 'no orders';
  if (listAllowedActions(orderBillingLifecycle, billingStatus).includes('notReady')) return undefined;
  return billingStatus === 'DOCS_NEEDED' ? 'nothing to hold back: it is not released' : invoicedText(facts);
}

function invoicedText({ invoices, shipment }: BillingFacts): string {
  const [invoice] = invoices;
  return invoice ? `${invoice.friendlyId} invoices it already` : `it is ${shipment.billingStatus}`;
}
