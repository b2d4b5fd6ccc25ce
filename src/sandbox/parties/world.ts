import type { TableName } from '../../store/schema.ts';
import type { CarrierScript } from './carrier.ts';
import { carriersOf, type Carriers } from './carriers.ts';
import type { CustomerScript } from './customer.ts';
import { customersOf, type Customers } from './customers.ts';
import { type Factor, factorsOf } from './factors.ts';
import type { Batch, NewRow } from '../fill/bulk-insert.ts';
import { type Foundation, foundationOf } from '../kit/foundation.ts';
import { idNamed, steadyIds } from '../kit/ids.ts';
import { organizationBatches, type Staff, staffOf, type Terms, termsOf } from './organization.ts';
import type { Random } from '../kit/random.ts';
import type { DatedRow, Part, PayOutPart, ReceiptPart, Records } from '../kit/records.ts';
import { registryBatch } from './registry.ts';
import { type Given, rowsFor } from '../kit/rows.ts';
import { type Vendor, vendorsOf } from './vendors.ts';

/** The brokerage and everybody it deals with, before any freight moves. */
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
  write<Name extends TableName>(table: Name, at: number, given: Given<Name>): void;
  receive(part: ReceiptPart): void;
  payOut(part: Omit<PayOutPart, 'part'>): void;
  /** The same, for records of another part. */
  for(part: Part): World;
}

export interface BrokeragePlan {
  readonly seed: string;
  readonly madeAt: number;
  readonly organizationId?: string | undefined;
  readonly loadsPerDay: number;
  /** Days of ordinary freight before it was made. */
  readonly pastDays: number;
  readonly customers: readonly CustomerScript[];
  readonly carriers: readonly CarrierScript[];
}

export interface Beginning {
  readonly brokerage: Brokerage;
  /** Everything but the customers themselves, whose credit limits are known last. */
  readonly batches: () => readonly Batch[];
}

export function beginBrokerage({
  seed,
  madeAt,
  organizationId,
  loadsPerDay,
  pastDays,
  customers: customerScripts,
  carriers: carrierScripts,
}: BrokeragePlan): Beginning {
  const foundation = foundationOf({ seed, madeAt, pastDays, organizationId });
  const size = loadsPerDay / 20;
  const { staff, batch: users } = staffOf(foundation, Math.round(8 * size ** 0.95));
  const { terms, batch: paymentTerms } = termsOf(foundation);
  const { factors, batch: carrierFactors } = factorsOf(foundation, terms);
  const { vendors, batches: vendorBatches } = vendorsOf(foundation, terms);
  const carrierCount = Math.max(120, Math.round(360 * size ** 0.9));
  const carriers = carriersOf({ foundation, terms, factors, scripts: carrierScripts, count: carrierCount });
  const customerCount = Math.max(14, Math.round(56 * size ** 0.9));
  const customers = customersOf({ foundation, staff, terms, scripts: customerScripts, count: customerCount });
  return {
    brokerage: {
      ...foundation,
      staff,
      terms,
      customers: customers.customers,
      carriers: carriers.carriers,
      factors,
      vendors,
    },
    batches: () => [
      ...organizationBatches(foundation),
      users,
      paymentTerms,
      carrierFactors,
      ...vendorBatches,
      ...carriers.batches,
      ...customers.batches,
      registryBatch(foundation),
    ],
  };
}

/** Writes one life down as far as it has come; its ids follow from its own stream of numbers. */
export function recordsOf(
  brokerage: Brokerage,
  { random, now }: { readonly random: Random; readonly now: number },
  write: (world: World) => void,
): Records {
  const rows: DatedRow[] = [];
  const receipts: ReceiptPart[] = [];
  const payOuts: PayOutPart[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  const isPast = (at: number | null): at is number => {
    if (at === null) return false;
    if (at > now) nextAt = Math.min(nextAt, at);
    return at <= now;
  };
  const newId = steadyIds(random.fork('ids'));
  const own = rowsFor(brokerage.organizationId, newId);
  const worldFor = (part: Part): World => ({
    ...brokerage,
    rows: own,
    newId,
    isPast,
    idOf: (name, at, place) => idNamed(random, name, at, place),
    write(table, at, given) {
      if (!isPast(at)) return;
      // The row of one table is a row of some table.
      rows.push({ table, at, part, row: own.of(table, at, given) as unknown as NewRow<TableName> });
    },
    receive: (receipt) => void receipts.push(receipt),
    payOut: (payOut) => void payOuts.push({ ...payOut, part }),
    for: worldFor,
  });
  write(worldFor('freight'));
  return { rows, receipts, payOuts, nextAt };
}
