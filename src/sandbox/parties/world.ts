import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import type { TableName } from '../../store/schema.ts';
import type { CreateIdAt } from '../kit/ids.ts';
import type { Random } from '../kit/random.ts';
import type { TimelinePart, PayOutPart, ReceiptPart } from '../kit/records.ts';
import type { RowInput, RowFactory } from '../kit/rows.ts';
import type { SandboxCarrier, SandboxCustomer, SandboxFactor, Staff, Terms, SandboxVendor } from './party.ts';

/** The values that every part of the brokerage is generated from. */
export interface Foundation {
  readonly random: Random;
  readonly newId: CreateIdAt;
  readonly rows: RowFactory;
  readonly organizationId: string;
  /** Epoch milliseconds: the present when the brokerage was made. Ages and planted problems count from it. */
  readonly madeAt: number;
  /** Its civil date, as days since 1970. */
  readonly today: number;
  readonly foundedAt: number;
  /** Before any freight moves; every customer is known by then. */
  readonly opensAt: number;
}

export interface Customers {
  readonly all: readonly SandboxCustomer[];
  /** Those that ship in the ordinary course, largest first, with the running sums of their shares. */
  readonly active: readonly SandboxCustomer[];
  readonly weights: readonly number[];
  readonly byKey: ReadonlyMap<string, SandboxCustomer>;
}

export interface Carriers {
  readonly all: readonly SandboxCarrier[];
  readonly byKey: ReadonlyMap<string, SandboxCarrier>;
  /**
   * Draws a carrier that runs this equipment between these places, was onboarded by then and is insured until the
   * freight has arrived.
   */
  book(random: Random, request: CarrierRequest): SandboxCarrier;
}

export interface CarrierRequest {
  readonly lane: string;
  readonly equipment: CarrierEquipmentClass;
  readonly bookedAt: number;
  readonly deliveredAt: number;
}

/** The brokerage with its staff and business partners, before any freight moves. */
export interface SandboxBrokerage extends Foundation {
  readonly staff: Staff;
  readonly terms: Terms;
  readonly customers: Customers;
  readonly carriers: Carriers;
  readonly factors: readonly SandboxFactor[];
  readonly vendors: readonly SandboxVendor[];
}

/** The brokerage as one shipment or quote sees it, with the paper that its records are written on. */
export interface TimelineWorld extends SandboxBrokerage {
  /** Returns true if an instant has passed. Records of later instants are not written. Null never passes. */
  readonly isPast: (at: number | null) => at is number;
  /** Creates the id of a record of this shipment from the record's name. `place` orders records of one instant. */
  idOf(name: string, at: number, place?: number): string;
  write<Name extends TableName>(table: Name, at: number, given: RowInput<Name>): void;
  receive(part: ReceiptPart): void;
  payOut(part: Omit<PayOutPart, 'part'>): void;
  /** Returns the same world for records of another part. */
  for(part: TimelinePart): TimelineWorld;
}
