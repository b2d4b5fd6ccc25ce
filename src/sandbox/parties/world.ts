import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import type { TableName } from '../../store/schema.ts';
import type { CreateIdAt } from '../kit/ids.ts';
import type { Random } from '../kit/random.ts';
import type { LifePart, PayOutPart, ReceiptPart } from '../kit/records.ts';
import type { RowInput, RowFactory } from '../kit/rows.ts';
import type { Carrier, Customer, Factor, Staff, Terms, Vendor } from './party.ts';

/** What every part of the world is made from. */
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
  readonly all: readonly Customer[];
  /** Those that ship in the ordinary course, largest first, with the running sums of their shares. */
  readonly active: readonly Customer[];
  readonly weights: readonly number[];
  readonly byKey: ReadonlyMap<string, Customer>;
}

export interface Carriers {
  readonly all: readonly Carrier[];
  readonly byKey: ReadonlyMap<string, Carrier>;
  /**
   * A carrier that runs this equipment between these places, was known by then and is insured until the freight has
   * arrived.
   */
  book(random: Random, request: CarrierRequest): Carrier;
}

export interface CarrierRequest {
  readonly lane: string;
  readonly equipment: CarrierEquipmentClass;
  readonly bookedAt: number;
  readonly deliveredAt: number;
}

/** The brokerage with its staff and business partners, before any freight moves. */
export interface Brokerage extends Foundation {
  readonly staff: Staff;
  readonly terms: Terms;
  readonly customers: Customers;
  readonly carriers: Carriers;
  readonly factors: readonly Factor[];
  readonly vendors: readonly Vendor[];
}

/** The brokerage as one shipment or quote sees it, with the paper that its records are written on. */
export interface World extends Brokerage {
  /** Whether an instant has come; what has not is not written. Null never comes. */
  readonly isPast: (at: number | null) => at is number;
  /** The id of a record of this life by what it is; `place` orders those of one instant. */
  idOf(name: string, at: number, place?: number): string;
  write<Name extends TableName>(table: Name, at: number, given: RowInput<Name>): void;
  receive(part: ReceiptPart): void;
  payOut(part: Omit<PayOutPart, 'part'>): void;
  /** The same, for records of another part. */
  for(part: LifePart): World;
}
