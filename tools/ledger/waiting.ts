import type { InvoiceBlocker } from '../../src/domain/freight/invoice-blocker.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

/** A delivered shipment without an invoice. */
export interface Waiting {
  readonly shipment: ShipmentRecord;
  /** The first is what has to be dealt with first. */
  readonly blockers: readonly [InvoiceBlocker, ...InvoiceBlocker[]];
  /** Civil date at the desk. */
  readonly delivered: string | null;
  /** Since then; null when nobody recorded the delivery. */
  readonly days: number | null;
}
