import type { RowBatch } from '../fill/batch.ts';
import { day, toDayNumber, hour, toDayStart } from '../kit/clock.ts';
import { createIdSource } from '../kit/ids.ts';
import { createRandom } from '../kit/random.ts';
import { createRowFactory } from '../kit/rows.ts';
import { createCarriers } from './carriers.ts';
import { createCustomers } from './customers.ts';
import { createFactors } from './factors.ts';
import { createOrganizationBatches, createStaff, createTerms } from './organization.ts';
import type { CarrierScript, CustomerScript } from './party.ts';
import { createRegistryBatch } from './registry.ts';
import { createVendors } from './vendors.ts';
import type { SandboxBrokerage, Foundation } from './world.ts';

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
  readonly brokerage: SandboxBrokerage;
  /** Returns all batches except the customers, whose credit limits are computed last. */
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
  const foundation = createFoundation({ seed, madeAt, pastDays, organizationId });
  const size = loadsPerDay / 20;
  const { staff, batch: users } = createStaff(foundation, Math.round(8 * size ** 0.95));
  const { terms, batch: paymentTerms } = createTerms(foundation);
  const { factors, batch: carrierFactors } = createFactors(foundation, terms);
  const { vendors, batches: vendorBatches } = createVendors(foundation, terms);
  const carrierCount = Math.max(120, Math.round(360 * size ** 0.9));
  const carriers = createCarriers({ foundation, terms, factors, scripts: carrierScripts, count: carrierCount });
  const customerCount = Math.max(14, Math.round(56 * size ** 0.9));
  const customers = createCustomers({ foundation, staff, terms, scripts: customerScripts, count: customerCount });
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
      ...createOrganizationBatches(foundation),
      users,
      paymentTerms,
      carrierFactors,
      ...vendorBatches,
      ...carriers.batches,
      ...customers.batches,
      createRegistryBatch(foundation),
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

function createFoundation({ seed, madeAt, pastDays, organizationId: existingId }: Founding): Foundation {
  const random = createRandom(seed);
  const newId = createIdSource(random.fork('ids'));
  const today = toDayNumber(madeAt);
  const opensAt = toDayStart(today - Math.max(pastDays, pastDaysMin));
  const foundedAt = opensAt - headStartDays * day + 15 * hour;
  // Made even where it is known, so that every other id is the same.
  const newOrganizationId = newId(foundedAt);
  const organizationId = existingId ?? newOrganizationId;
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
