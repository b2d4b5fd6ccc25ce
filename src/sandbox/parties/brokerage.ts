import type { RowBatch } from '../fill/batch.ts';
import { day, toDayNumber, hour, toDayStart } from '../kit/clock.ts';
import { createIdSource } from '../kit/ids.ts';
import { createRandom } from '../kit/random.ts';
import { createRowFactory } from '../kit/rows.ts';
import { carriersOf } from './carriers.ts';
import { customersOf } from './customers.ts';
import { factorsOf } from './factors.ts';
import { organizationBatches, staffOf, termsOf } from './organization.ts';
import type { CarrierScript, CustomerScript } from './party.ts';
import { registryBatch } from './registry.ts';
import { vendorsOf } from './vendors.ts';
import type { Brokerage, Foundation } from './world.ts';

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
  readonly batches: () => readonly RowBatch[];
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

/** The organization is older than the freight that is on record. */
const headStartDays = 1_200;
/** Planted problems reach back half a year, however short the ordinary past is. */
const pastDaysMin = 180;

interface Founding extends Pick<Foundation, 'madeAt'> {
  readonly seed: string;
  readonly pastDays: number;
  readonly organizationId: string | undefined;
}

function foundationOf({ seed, madeAt, pastDays, organizationId: known }: Founding): Foundation {
  const random = createRandom(seed);
  const newId = createIdSource(random.fork('ids'));
  const today = toDayNumber(madeAt);
  const opensAt = toDayStart(today - Math.max(pastDays, pastDaysMin));
  const foundedAt = opensAt - headStartDays * day + 15 * hour;
  // Made even where it is known, so that every other id is the same.
  const made = newId(foundedAt);
  const organizationId = known ?? made;
  return {
    random,
    newId,
    rows: createRowFactory(organizationId, newId),
    organizationId,
    madeAt,
    today,
    foundedAt,
    opensAt,
  };
}
