import { isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import { type ActionOf, listAllowedActions } from '../../src/domain/kit/lifecycle.ts';
import { blockerWords, type InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';
import {
  type OrderBillingAction,
  orderBillingLifecycle,
  orderBillingStatuses,
} from '../../src/domain/money/order-billing.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import { shipmentLifecycle } from '../../src/domain/freight/shipment.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';

export const podTexts: Readonly<Record<PodState, string>> = {
  present: 'uploaded',
  not_due: 'not due before delivery',
  upload_pending: 'announced, but its file never arrived: that is not a POD',
  missing: 'missing',
  unknown: 'cannot tell: no document could be tied to this shipment',
};

/** The records that decide if a shipment can be invoiced. */
export interface BillingInputs {
  readonly shipment: ShipmentRecord;
  readonly pod: PodState;
  /** Voided ones left out. */
  readonly invoices: readonly Pick<InvoiceRecord, 'friendlyId'>[];
}

/** The records that decide what blocks an invoice. */
export interface BlockerInputs extends Pick<BillingInputs, 'pod'> {
  readonly shipment: {
    readonly status: string;
    readonly billingStatus: string | null;
    readonly totalRevenue: number | null;
  };
  readonly invoices: BillingInputs['invoices'];
}

interface Blocker {
  readonly kind: InvoiceBlocker | 'canceled' | 'not_delivered' | 'invoiced';
  readonly text: string;
}

/**
 * Lists what blocks the invoice of a shipment. The list is empty if nothing does, or if it is invoiced. An unknown
 * paper is no blocker: the API decides.
 */
export const listBlockerTexts = (inputs: BlockerInputs): readonly string[] =>
  listInvoiceBlockers(inputs).map(({ text }) => text);

/**
 * Lists what blocks the invoice of a shipment, with the kind of each blocker, in the order in which they have to be
 * resolved.
 */
export function listInvoiceBlockers({ shipment, pod, invoices }: BlockerInputs): readonly Blocker[] {
  const { status, billingStatus } = shipment;
  if (status === 'CANCELED') return [{ kind: 'canceled', text: 'the shipment is canceled' }];
  if (!isUninvoiced({ billingStatus })) return [];
  const [invoice] = invoices;
  if (invoice)
    return [{ kind: 'invoiced', text: `${invoice.friendlyId} invoices it already; a shipment has one invoice` }];
  const rules: readonly (readonly [boolean, Blocker['kind'], string])[] = [
    [status !== 'DELIVERED', 'not_delivered', 'not delivered yet'],
    [pod === 'missing', 'pod_missing', blockerWords.pod_missing],
    [pod === 'upload_pending', 'pod_announced', `${blockerWords.pod_announced}, its file never arrived`],
    [billingStatus === 'NOT_READY_TO_INVOICE', 'on_hold', blockerWords.on_hold],
    [!isKnownBilling(billingStatus), 'on_hold', `billing status "${billingStatus}", which Waybill doesn't know`],
    [billingStatus === 'DOCS_NEEDED' && pod === 'present', 'not_released', blockerWords.not_released],
    [shipment.totalRevenue === 0, 'no_charges', blockerWords.no_charges],
  ];
  return rules.flatMap(([holds, kind, text]) => (holds ? [{ kind, text }] : []));
}

/**
 * Returns true if the billing status is a known one. An unknown status neither releases a shipment nor makes a paper
 * missing.
 */
const isKnownBilling = (billingStatus: string | null): boolean =>
  orderBillingStatuses.some((candidate) => candidate === billingStatus);

/** Returns true if the API invoices the shipment now, regardless of its papers. */
export const isInvoiceable = ({ shipment, invoices }: BillingInputs): boolean =>
  shipment.billingStatus === 'READY_TO_INVOICE' && invoices.length === 0 && shipment.totalRevenue !== 0;

/** Returns true if an answer may offer to invoice the shipment: nothing blocks it. */
export const canInvoice = (inputs: BillingInputs): boolean =>
  isInvoiceable(inputs) && listBlockerTexts(inputs).length === 0;

/** Suggests what brings a blocked shipment closer to its invoice: the missing upload, the release, or the charges. */
export const suggestInvoiceSteps = (inputs: BillingInputs): readonly NextAction[] => [
  ...(isPodMissing(inputs) ? [suggestPodUpload(inputs)] : []),
  ...(canRelease(inputs) ? [release(inputs)] : []),
];

/** A move that the lifecycles allow, in the API's words. */
type AllowedMove = ActionOf<typeof shipmentLifecycle> | OrderBillingAction | 'approveBill';

const moveWords: Readonly<Partial<Record<AllowedMove, string>>> = {
  cancel: 'cancel it',
  uncancel: 'restore it',
  ready: 'release it for invoicing',
  notReady: 'put its invoicing on hold',
  generateInvoice: 'invoice it',
  approveBill: 'approve its bill',
};

/** Describes in words what may be done with a shipment now. */
export const describeMoves = (moves: readonly AllowedMove[]): string =>
  moves.map((move) => moveWords[move] ?? move).join(', ') || 'nothing more';

/** Lists the moves that the lifecycles allow now, in the API's words. */
export function listAllowedMoves(
  inputs: BillingInputs & { readonly bills: readonly { readonly status: string }[] },
): readonly AllowedMove[] {
  const { shipment, bills, invoices, pod } = inputs;
  const { status, billingStatus } = shipment;
  const billing =
    billingStatus === null || status === 'CANCELED' ? [] : listAllowedActions(orderBillingLifecycle, billingStatus);
  return [
    ...listAllowedActions(shipmentLifecycle, status),
    // Releasing it needs the paper as well; where that is not known, the API decides.
    ...billing.filter(
      (action) =>
        (action === 'notReady' && invoices.length === 0) ||
        (action === 'generateInvoice' && canInvoice(inputs)) ||
        (action === 'ready' && status === 'DELIVERED' && (pod === 'present' || pod === 'unknown')),
    ),
    ...(bills.some((bill) => bill.status === 'IN_REVIEW') ? (['approveBill'] as const) : []),
  ];
}

const isPodMissing = ({ pod }: BillingInputs) => pod === 'missing' || pod === 'upload_pending';

const canRelease = ({ shipment: { status, billingStatus }, pod }: BillingInputs) =>
  status === 'DELIVERED' &&
  pod === 'present' &&
  (billingStatus === 'DOCS_NEEDED' || billingStatus === 'NOT_READY_TO_INVOICE');

const suggestPodUpload = ({ shipment }: BillingInputs): NextAction => ({
  tool: 'upload_document',
  arguments: { type: 'PROOF_OF_DELIVERY', attachTo: `shipment:${shipment.friendlyId}`, path: 'FILE' },
  why: 'put the path of the POD in place of FILE',
});

const release = ({ shipment }: BillingInputs): NextAction => ({
  tool: 'set_invoice_readiness',
  arguments: { shipments: [shipment.friendlyId], ready: true },
  why: 'releases it for invoicing',
});
