import { formatCode } from '../../src/domain/text/code-words.ts';
import { listAllowedActions } from '../../src/domain/kit/lifecycle.ts';
import { orderBillingLifecycle } from '../../src/domain/money/order-billing.ts';
import { type BillingInputs, listBlockerTexts } from '../shipments/shipment-billing.ts';

/** Shipment that is to be released, or held back, with the outcome and its reason. */
export interface Readiness {
  readonly inputs: BillingInputs;
  /** Outcome of the request; `as_asked` without any change, or by it. */
  readonly outcome: 'can_change' | 'as_asked' | 'left_out';
  readonly reason: string | undefined;
}

/** Judges whether a shipment can be released or held back; obstacles are what the API would refuse it for. */
export function judgeReadiness(inputs: BillingInputs, ready: boolean): Readiness {
  const { shipment } = inputs;
  if (shipment.billingStatus === (ready ? 'READY_TO_INVOICE' : 'NOT_READY_TO_INVOICE'))
    return { inputs, outcome: 'as_asked', reason: undefined };
  const reason = ready ? findReleaseObstacle(inputs) : findHoldObstacle(inputs);
  return { inputs, outcome: reason === undefined ? 'can_change' : 'left_out', reason };
}

/** Finds what is in the way of a release. A paper whose presence is unknown is left to the API. */
function findReleaseObstacle(inputs: BillingInputs): string | undefined {
  const { shipment, pod } = inputs;
  const { status, billingStatus } = shipment;
  if (billingStatus === null) return 'no orders';
  if (!listAllowedActions(orderBillingLifecycle, billingStatus).includes('ready')) return describeInvoicing(inputs);
  const isPaperMissing = pod === 'missing' || pod === 'upload_pending';
  if (status === 'DELIVERED' && !isPaperMissing) return undefined;
  return listBlockerTexts(inputs)
    .filter((blocker) => !blocker.includes('released yet'))
    .join('; ');
}

function findHoldObstacle(inputs: BillingInputs): string | undefined {
  const { billingStatus } = inputs.shipment;
  if (billingStatus === null) return 'no orders';
  if (listAllowedActions(orderBillingLifecycle, billingStatus).includes('notReady')) return undefined;
  return billingStatus === 'DOCS_NEEDED' ? 'nothing to hold back: it is not released' : describeInvoicing(inputs);
}

function describeInvoicing({ invoices, shipment }: BillingInputs): string {
  const [invoice] = invoices;
  return invoice ? `it is on ${invoice.friendlyId} already` : `it is ${formatCode(String(shipment.billingStatus))}`;
}
