import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import type { ServiceType } from '../../domain/freight/service.ts';
import type { City } from '../../domain/places/cities.ts';
import type { Lane } from '../../domain/places/lanes.ts';
import type { NewRow } from '../fill/batch.ts';
import type { SandboxPlace } from '../kit/places.ts';

export interface Staff {
  readonly customerReps: readonly string[];
  readonly carrierReps: readonly string[];
  readonly payables: string;
}

export interface PartyTerm {
  readonly id: string;
  readonly days: number;
  /** Fraction that a payee gives up for being paid early; 0 for ordinary terms. */
  readonly quickPayFee: number;
}

export type TermKey = 'net15' | 'net21' | 'net30' | 'net45' | 'net60' | 'net90' | 'quickpay2' | 'quickpay5';
export type Terms = Readonly<Record<TermKey, PartyTerm>>;

/** A company that buys carriers' receivables and is paid in their place. */
export interface SandboxFactor {
  readonly id: string;
  readonly name: string;
}

/** Numbering of a payee's invoices. It adds the unique serial number of the work, so no two invoices share a number. */
export interface InvoiceNumbers {
  readonly prefix: string;
  readonly from: number;
}

/** A company that does other work than hauling. */
export interface SandboxVendor {
  readonly id: string;
  readonly name: string;
  readonly contactId: string;
  readonly term: PartyTerm;
  readonly serviceType: ServiceType;
  readonly chargeCode: string;
  /** Usual price. */
  readonly priceCents: number;
  readonly invoices: InvoiceNumbers;
}

/** A carrier's insurance, one yearly policy after the other. Instants are epoch milliseconds. */
export interface Insurance {
  /** The end of insurance that the carrier's file shows at an instant; 0: none is recorded. */
  until(at: number): number;
  /** Returns the instant of the latest renewal up to an instant; null before the first renewal. */
  renewedAt(at: number): number | null;
}

export interface SandboxCarrier {
  readonly id: string;
  /** The key of its script; null for a carrier without one. */
  readonly key: string | null;
  readonly index: number;
  readonly name: string;
  readonly createdAt: number;
  readonly classes: readonly CarrierEquipmentClass[];
  readonly term: PartyTerm;
  readonly factor: SandboxFactor | null;
  readonly contactId: string;
  /** Share of deliveries within the window. */
  readonly onTimeShare: number;
  /** The carrier is not booked for freight that arrives after its end. */
  readonly insurance: Insurance;
  /**
   * False for carriers that get no ordinary freight: they are not in good standing, or exist only for a planted
   * problem.
   */
  readonly isOffered: boolean;
  readonly invoices: InvoiceNumbers;
}

/** A carrier that a planted problem needs. What is left out is as for any carrier in good standing. */
export interface CarrierScript {
  /** Other scripts name the carrier by it; no record shows it. */
  readonly key: string;
  readonly name: string;
  readonly classes?: readonly CarrierEquipmentClass[];
  readonly createdDaysAgo?: number;
  readonly authorityDaysAgo?: number;
  readonly insuredForDays?: number;
  readonly term?: TermKey;
  readonly paid?: 'directly' | 'by factor';
  readonly bankLast4?: string;
  readonly payToChangedDaysAgo?: number;
  readonly mail?: string;
}

export interface CustomerLane {
  readonly lane: Lane;
  readonly origin: SandboxPlace;
  readonly destination: SandboxPlace;
  /** In the direction in which this customer ships. */
  readonly from: City;
  readonly to: City;
}

export interface SandboxCustomer {
  readonly id: string;
  /** The key of its script; null for a customer without one. */
  readonly key: string | null;
  readonly index: number;
  readonly name: string;
  readonly repId: string;
  readonly termId: string;
  readonly termDays: number;
  /** Days after the due date by which they usually pay. */
  readonly payLagDays: number;
  /** The weekday of their payment run. */
  readonly payWeekday: number;
  readonly marginMean: number;
  readonly contractShare: number;
  readonly lanes: readonly CustomerLane[];
  readonly laneWeights: readonly number[];
  /** Share of the credit limit that is used in the end; null: no limit recorded. */
  readonly creditUse: number | null;
  /** Written last, when the exposure is known. */
  readonly row: NewRow<'customer'>;
}

/** A customer that a planted problem needs. */
export interface CustomerScript {
  /** Other scripts name the customer by it; no record shows it. */
  readonly key: string;
  readonly name: string;
  /** Pairs of cities; without them the customer ships where the market does. */
  readonly lanes?: readonly (readonly [from: string, to: string, miles: number, equipment?: Lane['equipment']])[];
  readonly term?: TermKey;
  readonly marginMean?: number;
  readonly creditUse?: number | null;
  /** The place among the customers by volume; without it there are only the shipments that are planted. */
  readonly rank?: number;
}
