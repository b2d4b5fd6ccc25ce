import type { ReferenceField } from '../../domain/freight/freight-codes.ts';
import type { LaneEquipment } from '../../domain/places/lanes.ts';

/** Something charged beyond the freight: what the carrier gets for it, and what the customer pays. */
export interface Extra {
  /** Accounting code of the charge. */
  readonly code: string;
  readonly payCents: number;
  readonly billCents: number;
}

/** Local clock of a stop in minutes after midnight; equal times are an appointment. */
export interface WindowScript {
  readonly from: number;
  readonly to: number;
}

/**
 * The values of one shipment that a planted problem fixes. Everything that is left out is drawn as for any other
 * shipment; null means that it never happens.
 */
export interface ShipmentScript {
  /** Names it among the planted ones; no record shows it. */
  readonly key: string;
  /** Key of a planted customer; any that ships when left out. */
  readonly customer?: string;
  /** Index of the customer's lane; the first if left out. */
  readonly lane?: number;
  readonly equipment?: LaneEquipment;
  /** Key of a planted carrier. */
  readonly carrier?: string;
  /** Booked so many hours from now, however near the pickup is by then. */
  readonly bookedInHours?: number;
  /** One of these says when: the day of the pickup counted from today, or the end of a window counted from now. */
  readonly pickInDays?: number;
  readonly pickEndsInHours?: number;
  readonly dropEndsInHours?: number;
  /** Made so many days before the pickup. */
  readonly leadDays?: number;
  readonly pickWindow?: WindowScript;
  readonly pickLateMinutes?: number;
  readonly dropLateMinutes?: number;
  readonly dropStayMinutes?: number;
  /** Freight alone, all in. */
  readonly sellCents?: number;
  readonly costCents?: number;
  readonly extras?: readonly Extra[];
  readonly references?: readonly (readonly [type: ReferenceField, value: string])[];
  readonly dropNotes?: string;
  readonly podAfterDays?: number | null;
  /** Announced, but the file was never uploaded. */
  readonly isPodPending?: boolean;
  readonly podFileName?: string;
  readonly readyAfterDays?: number | null;
  readonly invoiceAfterDays?: number | null;
  readonly paidAfterDueDays?: number | null;
  /** Paid less than the invoice by so much. */
  readonly shortByCents?: number;
  readonly billAfterDays?: number | null;
  readonly billDeltaCents?: number;
  readonly approveAfterDays?: number | null;
  /** Days after the due date; null: approved and not paid. */
  readonly billPaidAfterDueDays?: number | null;
  /** Canceled so many hours before the end of the pickup window. */
  readonly canceledBeforeHours?: number;
  readonly tonuCents?: number;
  /** A second order that visits the same pickup stop. */
  readonly sharesPickup?: boolean;
  readonly service?: { readonly isBilled: boolean; readonly doneDaysAgo: number };
  /** Further bills on the load, each on an assignment of its own that carries no agreed cost. */
  readonly furtherBills?: readonly FurtherBill[];
}

export interface FurtherBill {
  /** Key of a planted carrier; the booked one when left out. */
  readonly carrier?: string;
  /** Follows the first bill's number; a number of its own when left out. */
  readonly suffix?: string;
  readonly amountCents?: number;
  /** To the first factor of the brokerage. */
  readonly toFactor?: boolean;
  readonly afterDays: number;
}

/** The values of one lost or open quote that a planted problem fixes. */
export interface QuoteScript {
  readonly key: string;
  readonly customer: string;
  readonly lane?: number;
  readonly requestedHoursAgo: number;
  readonly amountCents: number;
  readonly expiresInHours: number;
  readonly lost?: { readonly reason: 'TOO_HIGH'; readonly hoursAgo: number };
}

/** The script of a planted problem with the instant that its hours and days are counted from. */
export interface Planted<Script> {
  readonly script: Script;
  readonly anchor: number;
}

export interface PlantedFreight {
  readonly shipments: readonly Planted<ShipmentScript>[];
  readonly quotes: readonly Planted<QuoteScript>[];
}
