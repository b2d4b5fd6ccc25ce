import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import { day } from '../kit/clock.ts';
import type { TimelineRecords } from '../kit/records.ts';

/**
 * A shipment from the quote request to the last payment, or a quote that was not won. Everything that
 * happens in it follows from its name and the seed of the brokerage, so that it is the same on every day.
 */
export interface Timeline {
  readonly name: string;
  readonly kind: 'shipment' | 'quote';
  /** Epoch milliseconds; the price of a shipment may have been requested a few hours before. */
  readonly createdAt: number;
  /** Null for quotes that were not won. */
  readonly shipmentId: string | null;
  /** Returns all records of the shipment or quote at an instant. */
  at(now: number): Snapshot;
  /** The statuses of its shipment, in the order of time; none for quotes. */
  moves(): readonly StatusChange[];
}

export interface Timelines {
  /** Lists the shipments and quotes that begin on a day, in the order in which they were created. */
  on(dayNumber: number): Timeline[];
}

/**
 * Milliseconds after which nothing happens any more: quotes are closed, and invoices and bills are paid if they ever
 * will be.
 */
export const longestTimelineMs: Readonly<Record<Timeline['kind'], number>> = { shipment: 260 * day, quote: 8 * day };

export interface Snapshot extends TimelineRecords {
  readonly exposure: CustomerExposure | null;
}

/** The amount that the customer owes for a shipment, or will owe once it is delivered. */
export interface CustomerExposure {
  readonly customerId: string;
  readonly cents: number;
}

/** A status of a shipment with its beginning. */
export interface StatusChange {
  /** `CREATED` when it becomes a shipment. */
  readonly status: ShipmentStatus | 'CREATED';
  readonly at: number;
}
