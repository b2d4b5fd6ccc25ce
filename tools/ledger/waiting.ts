import type { InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';

/** A delivered shipment without an invoice. */
export interface UnbilledShipment {
  readonly id: string;
  readonly friendlyId: string;
  readonly customer: { readonly friendlyId: string; readonly name: string };
  readonly lane: string;
  readonly currency: string;
  readonly billingStatus: string | null;
  /** Null where its orders are in several currencies. */
  readonly revenueCents: number | null;
  /** The first is what has to be dealt with first. */
  readonly blockers: readonly [InvoiceBlocker, ...InvoiceBlocker[]];
  readonly deliveredAt: string | null;
  /** Days since the delivery, in the desk's time zone; null if no delivery is recorded. */
  readonly days: number | null;
}
