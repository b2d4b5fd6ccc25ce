import type { BrokerageSize, SandboxOrigin } from '../../store/sandbox-settings.ts';
import type { RowBatch } from '../fill/batch.ts';
import type { Lives, Snapshot } from '../freight/life.ts';
import { createLives, groupPlantedByDay } from '../freight/lives.ts';
import { dayOf } from '../kit/clock.ts';
import type { PlantedFreight } from '../kit/script.ts';
import { shiftsOf, smallBrokerage, spanOf } from '../kit/span.ts';
import { beginBrokerage } from '../parties/brokerage.ts';
import type { Brokerage } from '../parties/world.ts';
import { plantedProblems } from '../planted/index.ts';
import { recurringBefore, recurringShipments } from '../planted/recurring.ts';

export interface BrokerageOptions {
  readonly seed: string;
  /** RFC 3339; the past of the brokerage ends here, and its days go on from here. */
  readonly now: string;
  readonly size: BrokerageSize;
  /** Left out: one of its own. */
  readonly organizationId?: string | undefined;
}

/** A brokerage and every day of its freight: those before it was made, and those after. */
export interface LivingBrokerage {
  readonly brokerage: Brokerage;
  readonly lives: Lives;
  readonly firstDay: number;
  /** Rows of its staff and business partners, without the customers. */
  readonly parties: () => readonly RowBatch[];
}

export function livingBrokerage({ seed, now, size, organizationId }: BrokerageOptions): LivingBrokerage {
  const madeAt = Date.parse(now);
  const today = dayOf(madeAt);
  const problems = plantedProblems(today);
  const anchored = <Script>(script: Script) => ({ script, anchor: madeAt });
  const shipments = problems.flatMap((problem) => (problem.shipments ?? []).map(anchored));
  const quotes = problems.flatMap((problem) => (problem.quotes ?? []).map(anchored));
  const planted = groupPlantedByDay({ shipments, quotes });
  const span = spanOf(size, shipments.length + recurringBefore(madeAt), today);
  const { brokerage, batches } = beginBrokerage({
    seed,
    madeAt,
    organizationId,
    loadsPerDay: span.loadsPerDay,
    pastDays: span.days,
    customers: problems.flatMap(({ customers = [] }) => customers),
    carriers: problems.flatMap(({ carriers = [] }) => carriers),
  });
  const plantedOn = (dayNumber: number): PlantedFreight => {
    const { shipments = [], quotes = [] } = planted.get(dayNumber) ?? {};
    return { shipments: [...shipments, ...recurringShipments({ dayNumber, madeAt })], quotes };
  };
  return {
    brokerage,
    lives: createLives({ brokerage, shifts: shiftsOf(brokerage, span), plantedOn }),
    firstDay: Math.min(span.firstDay, ...planted.keys()),
    parties: batches,
  };
}

/** Changes with the generator: the same seed and time then give another world. */
export const worldVersion = 2;

/** The size of the world of an origin. */
export const sizeOf = ({ size }: Pick<SandboxOrigin, 'size'>): BrokerageSize =>
  size === 'small' ? smallBrokerage : size;

/** A world with what a process has computed about it. */
export interface KeptBrokerage extends LivingBrokerage {
  /** By the name of a life: instants between which nothing happens in it. */
  readonly quiet: Map<string, { readonly from: number; readonly until: number }>;
  /** Lives, by their names, as they are at the instant up to which time has passed last: it goes on from there. */
  reached: { readonly at: number; readonly snapshots: ReadonlyMap<string, Snapshot> };
}

let latest: { readonly name: string; readonly living: KeptBrokerage } | undefined;

/**
 * The world that a sandbox was made from; undefined when another version of the generator made it, because that world
 * cannot be computed here. The latest one is cached: a process has one sandbox and needs it every few minutes.
 */
export function livingOf(origin: SandboxOrigin, organizationId: string): KeptBrokerage | undefined {
  if (origin.version !== worldVersion) return undefined;
  const name = JSON.stringify([origin, organizationId]);
  if (latest?.name === name) return latest.living;
  const { seed, now } = origin;
  const living: KeptBrokerage = {
    ...livingBrokerage({ seed: String(seed), now, size: sizeOf(origin), organizationId }),
    quiet: new Map(),
    reached: { at: Number.NaN, snapshots: new Map() },
  };
  latest = { name, living };
  return living;
}
