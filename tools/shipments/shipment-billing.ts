import { allowedActions } from '../../src/domain/kit/lifecycle.ts';
import { orderBillingLifecycle } from '../../src/domain/money/order-billing.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import { shipmentLifecycle } from '../../src/domain/freight/shipment.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ShipmentFacts } from './shipment-facts.ts';

export const podTexts: Readonly<Record<PodState, string>> = {
  present: 'uploaded',
  not_due: 'not due before delivery',
  upload_pending: 'announced, but its file never arrived: that is not a POD',
  missing: 'missing',
  unknown: 'cannot tell: no document could be tied to this shipment',
};

/** What has to happen before the customer can be invoiced; empty when nothing is in the way or it is invoiced. */
export function billingBlockers({
  shipment,
  pod,
  invoices,
}: Pick<ShipmentFacts, 'shipment' | 'pod' | 'invoices'>): readonly string[] {
  const { status, billingStatus } = shipment;
  if (status === 'CANCELED') return ['the shipment is canceled'];
  if (invoices.length > 0 || billingStatus === null || !isUninvoiced(billingStatus)) return [];
  return [
    ...(status === 'DELIVERED' ? [] : ['not delivered yet']),
    ...(pod === 'missing' || pod === 'upload_pending' ? [`proof of delivery ${podTexts[pod]}`] : []),
    ...(pod === 'unknown' ? ['proof of delivery: cannot tell whether it is there'] : []),
    ...(billingStatus === 'NOT_READY_TO_INVOICE' ? ['held back or not released yet (NOT_READY_TO_INVOICE)'] : []),
    ...(billingStatus === 'DOCS_NEEDED' && pod === 'present' ? ['not released yet (DOCS_NEEDED)'] : []),
    ...(shipment.totalRevenue === 0 ? ['no customer charges'] : []),
  ];
}

/** Whether invoicing is offered: where the paper cannot be told, the API decides. */
const canInvoice = (facts: ShipmentFacts): boolean =>
  facts.shipment.billingStatus === 'READY_TO_INVOICE' &&
  billingBlockers({ ...facts, pod: facts.pod === 'unknown' ? 'present' : facts.pod }).length === 0;

/** Moves that the lifecycles allow now, in the API's words. */
export function allowedMoves(facts: ShipmentFacts): readonly string[] {
  const { shipment, bills, pod } = facts;
  const { status, billingStatus } = shipment;
  const billing =
    billingStatus === null || status === 'CANCELED' ? [] : allowedActions(orderBillingLifecycle, billingStatus);
  return [
    ...allowedActions(shipmentLifecycle, status),
    // Releasing it needs the paper as well; where that is not known, the API decides.
    ...billing.filter(
      (action) =>
        action === 'notReady' ||
        (action === 'generateInvoice' && canInvoice(facts)) ||
        (action === 'ready' && status === 'DELIVERED' && (pod === 'present' || pod === 'unknown')),
    ),
    ...(bills.some((bill) => bill.status === 'IN_REVIEW') ? ['approveBill'] : []),
  ];
}

/** The calls that fit the state, the most pressing first. */
export function shipmentActions(facts: ShipmentFacts): readonly NextAction[] {
  const { shipment, pod, bills } = facts;
  const { friendlyId, id, status, billingStatus } = shipment;
  const inReview = bills.filter((bill) => bill.status === 'IN_REVIEW').map((bill) => bill.friendlyId);
  const needsPod = pod === 'missing' || pod === 'upload_pending';
  const canRelease =
    status === 'DELIVERED' &&
    pod === 'present' &&
    (billingStatus === 'DOCS_NEEDED' || billingStatus === 'NOT_READY_TO_INVOICE');
  const actions: readonly (NextAction | false)[] = [
    needsPod && {
      tool: 'upload_document',
      arguments: { type: 'PROOF_OF_DELIVERY', attachTo: `shipment:${friendlyId}`, path: 'FILE' },
      why: 'put the path of the POD in place of FILE',
    },
    canRelease && {
      tool: 'api_write',
      arguments: { operation: 'shipments.readyToInvoice', input: { id } },
      why: 'releases it for invoicing',
    },
    canInvoice(facts) && {
      tool: 'api_write',
      arguments: { operation: 'shipments.generateInvoice', input: { id } },
      why: 'makes the invoice; a person confirms',
    },
    inReview.length > 0 && {
      tool: 'approve_bills',
      arguments: { bills: inReview },
      why: 'checks the bills, then a person decides',
    },
    status === 'CANCELED' && {
      tool: 'api_write',
      arguments: { operation: 'shipments.uncancel', input: { id } },
      why: 'brings it back as it was; a person confirms',
    },
    'cancel' in shipmentLifecycle[status] && {
      tool: 'cancel_shipment',
      arguments: { shipment: friendlyId },
      why: 'only when it is to be canceled; a person confirms',
    },
  ];
  return actions.filter((action) => action !== false);
}

const isUninvoiced = (status: keyof typeof orderBillingLifecycle) => 'invoice' in orderBillingLifecycle[status];
