import { asBefore, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { settlementLifecycle } from '../payments/settlement.ts';

const cancel = { cancel: 'CANCELED' } as const;

/**
 * Work of a vendor: being done, then settled like a carrier. Callers never set it; billing, the shipment and the date of
 * completion do.
 */
export const serviceLifecycle = {
  ACTIVE: { complete: 'AWAITING_INVOICE', ...cancel },
  AWAITING_INVOICE: { reopen: 'ACTIVE', ...settlementLifecycle.AWAITING_INVOICE, ...cancel },
  IN_REVIEW: { ...settlementLifecycle.IN_REVIEW, ...cancel },
  APPROVED_TO_PAY: { ...settlementLifecycle.APPROVED_TO_PAY, ...cancel },
  PAID: { ...settlementLifecycle.PAID, ...cancel },
  CANCELED: { uncancel: asBefore },
} as const satisfies Lifecycle;

export type ServiceStatus = StatusOf<typeof serviceLifecycle>;

export const serviceStatuses = listStatuses(serviceLifecycle);

/** Statuses of a service that nothing is owed for any more. */
export const finalServiceStatuses = ['PAID', 'CANCELED'] as const satisfies readonly ServiceStatus[];

export const serviceTypes = [
  'DRAYAGE',
  'CUSTOMS_CLEARANCE',
  'WAREHOUSING',
  'CROSS_DOCK',
  'TRANSLOAD',
  'FUMIGATION',
  'INSPECTION',
  'DOCUMENTATION',
  'INSURANCE',
  'CARGO_HANDLING',
  'OTHER',
] as const;
export type ServiceType = (typeof serviceTypes)[number];
