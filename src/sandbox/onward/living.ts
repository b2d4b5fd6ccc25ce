import type { BrokerageSize, SandboxOrigin } from '../../store/sandbox-settings.ts';
import type { RowBatch } from '../fill/batch.ts';
import type { Timelines, Snapshot } from '../freight/timeline.ts';
import { createTimelines, groupPlantedByDay } from '../freight/timelines.ts';
import { toDayNumber } from '../kit/clock.ts';
import type { PlantedFreight } from '../kit/script.ts';
import { createShifts, smallBrokerage, computeSpan } from '../kit/span.ts';
import { beginBrokerage } from '../parties/brokerage.ts';
import type { SandboxBrokerage } from '../parties/world.ts';
import { listPlantedProblems } from '../planted/index.ts';
import { countRecurringBefore, listRecurringShipments } from '../planted/recurring.ts';

export interface LivingOptions {
  readonly seed: string;
  /** RFC 3339; the past of the brokerage ends here, and its days go on from here. */
  readonly now: string;
  readonly size: BrokerageSize;
  /** Left out: one of its own. */
  readonly organizationId?: string | undefined;
}

/** A brokerage and every day of its freight: those before it was made, and those after. */
export interface LivingBrokerage {
  readonly brokerage: SandboxBrokerage;
  readonly timelines: Timelines;
  readonly firstDay: number;
  /** Returns the rows of staff and business partners, without the customers. */
  readonly parties: () => readonly RowBatch[];
}

export function createLivingBrokerage({ seed, now, size, organizationId }: LivingOptions): LivingBrokerage {
  const madeAt = Date.parse(now);
  const today = toDayNumber(madeAt);
  const problems = listPlantedProblems(today);
  const addAnchor = <Script>(script: Script) => ({ script, anchor: madeAt });
  const shipments = problems.flatMap((problem) => (problem.shipments ?? []).map(addAnchor));
  const quotes = problems.flatMap((problem) => (problem.quotes ?? []).map(addAnchor));
  const planted = groupPlantedByDay({ shipments, quotes });
  const span = computeSpan(size, shipments.length + countRecurringBefore(madeAt), today);
  const { brokerage, batches } = beginBrokerage({
    seed,
    madeAt,
    organizationId,
    loadsPerDay: span.loadsPerDay,
    pastDays: span.days,
    customers: problems.flatMap(({ customers = [] }) => customers),
    carriers: problems.flatMap(({ carriers = [] }) => carriers),
  });
  const listPlanted = (dayNumber: number): PlantedFreight => {
    const { shipments = [], quotes = [] } = planted.get(dayNumber) ?? {};
    return { shipments: [...shipments, ...listRecurringShipments({ dayNumber, madeAt })], quotes };
  };
  return {
    brokerage,
    timelines: createTimelines({ brokerage, shifts: createShifts(brokerage, span), plantedOn: listPlanted }),
    firstDay: Math.min(span.firstDay, ...planted.keys()),
    parties: batches,
  };
}

/** Changes with the generator: the same seed and time then give another world. */
export const worldVersion = 2;

/** Returns the size of the brokerage that an origin describes. */
export const getSize = ({ size }: Pick<SandboxOrigin, 'size'>): BrokerageSize =>
  size === 'small' ? smallBrokerage : size;

/** A world with what a process has computed about it. */
export interface KeptBrokerage extends LivingBrokerage {
  /** Spans of time in which nothing happens in a timeline, by its name. */
  readonly idle: Map<string, { readonly from: number; readonly until: number }>;
  /** Timelines, by their names, as they are at the instant up to which time has passed last: it goes on from there. */
  reached: { readonly at: number; readonly snapshots: ReadonlyMap<string, Snapshot> };
}

let latest: { readonly name: string; readonly living: KeptBrokerage } | undefined;

/**
 * Gets the brokerage that a sandbox was generated from. Returns undefined if another version of the generator made it,
 * because this version can't compute it. The latest one is cached: a process has one sandbox and needs it every few
 * minutes.
 */
export function getLiving(origin: SandboxOrigin, organizationId: string): KeptBrokerage | undefined {
  if (origin.version !== worldVersion) return undefined;
  const name = JSON.stringify([origin, organizationId]);
  if (latest?.name === name) return latest.living;
  const { seed, now } = origin;
  const living: KeptBrokerage = {
    ...createLivingBrokerage({ seed: String(seed), now, size: getSize(origin), organizationId }),
    idle: new Map(),
    reached: { at: Number.NaN, snapshots: new Map() },
  };
  latest = { name, living };
  return living;
}
