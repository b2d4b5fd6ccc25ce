import type { TableName } from '../store/schema.ts';
import { carriersOf, type Carriers, type CarrierScript } from './carriers.ts';
import { customersOf, type Customers, type CustomerScript } from './customers.ts';
import { type Factor, factorsOf } from './factors.ts';
import type { Batch, NewRow } from './fill/bulk-insert.ts';
import { type Foundation, foundationOf } from './foundation.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { organizationBatches, type Staff, staffOf, type Terms, termsOf } from './organization.ts';
import { registryBatch } from './registry.ts';
import type { Given } from './rows.ts';
import { type Vendor, vendorsOf } from './vendors.ts';

/** The brokerage and everybody it deals with, before any freight moves. */
export interface World extends Foundation {
  readonly ledger: Ledger;
  readonly staff: Staff;
  readonly terms: Terms;
  readonly customers: Customers;
  readonly carriers: Carriers;
  readonly factors: readonly Factor[];
  readonly vendors: readonly Vendor[];
  /** Puts a row down for the day on which it comes into being; what lies after `now` never does. */
  write<Name extends TableName>(table: Name, at: number, given: Given<Name>): void;
}

export interface WorldPlan {
  readonly seed: string;
  readonly now: number;
  readonly organizationId?: string | undefined;
  readonly loadsPerDay: number;
  /** Days of ordinary freight before now. */
  readonly pastDays: number;
  readonly customers: readonly CustomerScript[];
  readonly carriers: readonly CarrierScript[];
}

export interface Beginning {
  readonly world: World;
  /** Everything but the customers themselves, whose credit limits are known last. */
  readonly batches: readonly Batch[];
}

export function beginWorld({
  seed,
  now,
  organizationId,
  loadsPerDay,
  pastDays,
  customers: customerScripts,
  carriers: carrierScripts,
}: WorldPlan): Beginning {
  const foundation = foundationOf({ seed, now, pastDays, organizationId });
  const size = loadsPerDay / 20;
  const ledger = openLedger();
  const { staff, batch: users } = staffOf(foundation, Math.round(8 * size ** 0.95));
  const { terms, batch: paymentTerms } = termsOf(foundation);
  const { factors, batch: carrierFactors } = factorsOf(foundation, terms);
  const { vendors, batches: vendorBatches } = vendorsOf(foundation, terms);
  const carrierCount = Math.max(120, Math.round(360 * size ** 0.9));
  const carriers = carriersOf({ foundation, terms, factors, scripts: carrierScripts, count: carrierCount });
  const customerCount = Math.max(14, Math.round(56 * size ** 0.9));
  const customers = customersOf({ foundation, staff, terms, scripts: customerScripts, count: customerCount });
  const write: World['write'] = (table, at, given) => {
    if (at > foundation.now) return;
    // The row of one table is a row of some table.
    ledger.add(table, at, foundation.rows.of(table, at, given) as unknown as NewRow<TableName>);
  };
  return {
    world: {
      ...foundation,
      ledger,
      staff,
      terms,
      customers: customers.customers,
      carriers: carriers.carriers,
      factors,
      vendors,
      write,
    },
    batches: [
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
