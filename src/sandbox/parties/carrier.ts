import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import type { Factor } from './factors.ts';
import type { Insurance } from './insurance.ts';
import type { Term, TermKey } from './organization.ts';

export interface Carrier {
  readonly id: string;
  /** What its script is called; null for everybody else. */
  readonly key: string | null;
  readonly index: number;
  readonly name: string;
  readonly createdAt: number;
  readonly classes: readonly CarrierEquipmentClass[];
  readonly term: Term;
  readonly factor: Factor | null;
  readonly contactId: string;
  /** Share of deliveries within the window. */
  readonly onTimeShare: number;
  /** The carrier is not booked for freight that arrives after its end. */
  readonly insurance: Insurance;
  /** Not for ordinary freight: in bad standing, or here for a planted problem only. */
  readonly isOffered: boolean;
  readonly invoices: InvoiceNumbers;
}

/** A carrier that a planted problem needs; what is not said is as it should be. */
export interface CarrierScript {
  /** For scripts to name it; no record shows it. */
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

/** How a payee numbers its invoices: the numbers of two invoices differ because the numbers of their work do. */
export interface InvoiceNumbers {
  readonly prefix: string;
  readonly from: number;
}
