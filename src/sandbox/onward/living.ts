import type { Batch } from '../fill/bulk-insert.ts';
import { dayOf } from '../kit/clock.ts';
import { type Lives, livesOf, plantedByDay, type PlantedFreight } from '../freight/lives.ts';
import { plantedProblems } from '../planted/index.ts';
import { recurringBefore, recurringShipments } from '../planted/recurring.ts';
import { type BrokerageSize, shiftsOf, spanOf } from '../kit/span.ts';
import { type Brokerage, beginBrokerage } from '../parties/world.ts';

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
  /** Rows of everybody it deals with, but for the customers. */
  readonly parties: () => readonly Batch[];
}

export function livingBrokerage({ seed, now, size, organizationId }: BrokerageOptions): LivingBrokerage {
  const madeAt = Date.parse(now);
  const today = dayOf(madeAt);
  const problems = plantedProblems(today);
  const anchored = <Script>(script: Script) => ({ script, anchor: madeAt });
  const shipments = problems.flatMap((problem) => (problem.shipments ?? []).map(anchored));
  const quotes = problems.flatMap((problem) => (problem.quotes ?? []).map(anchored));
  const planted = plantedByDay({ shipments, quotes });
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
    lives: livesOf({ brokerage, shifts: shiftsOf(brokerage, span), plantedOn }),
    firstDay: Math.min(span.firstDay, ...planted.keys()),
    parties: batches,
  };
}
