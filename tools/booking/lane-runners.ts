import { coverDays } from '../../src/domain/carriers/cover-ranking.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { matchEnd } from '../lanes/lane-condition.ts';
import type { LanePlace } from '../lanes/lane-place.ts';
import { getDayRange } from '../lanes/lane-runs.ts';

/** A carrier's history on a lane, at the closest level at which it ran the lane. */
export interface LaneRunner {
  readonly carrierId: string;
  readonly level: LaneLevel;
  readonly loads: number;
  /** Average in the currency of the load; null if nothing was paid in it. */
  readonly averageCents: number | null;
  readonly last: string;
}

interface CoverLane {
  readonly origin: LanePlace;
  readonly destination: LanePlace;
  readonly currency: string;
  readonly today: string;
}

/** Loads every carrier that delivered between the two, or between their markets or states. */
export async function loadLaneRunners(
  { db }: CopiedRecords,
  lane: CoverLane,
): Promise<ReadonlyMap<string, LaneRunner>> {
  const matchLane = (level: LaneLevel) =>
    [matchEnd('origin', lane.origin, level), matchEnd('destination', lane.destination, level)] as const;
  const [firstDay, lastDay] = getDayRange({ days: coverDays, today: lane.today });
  const runs = db
    .selectFrom('haul_fact as lane')
    .select(['lane.carrier_id', 'lane.currency', 'lane.cost_cents', 'lane.delivery_day'])
    .select((eb) =>
      eb
        .case()
        .when(eb.and([...matchLane('city')]))
        .then<LaneLevel>('city')
        .when(eb.and([...matchLane('market')]))
        .then<LaneLevel>('market')
        .else<LaneLevel>('state')
        .end()
        .as('level'),
    )
    // As the partial index of the runs says it.
    .where('lane.is_delivered', '=', 1)
    .where('lane.delivery_day', '>=', firstDay)
    .where('lane.delivery_day', '<=', lastDay)
    .where((eb) => eb.and([...matchLane('state')]));
  const rows = await db
    .selectFrom(runs.as('run'))
    .select((eb) => {
      const paid = eb
        .case()
        .when(eb.and([eb('run.currency', '=', lane.currency), eb('run.cost_cents', '>', 0)]))
        .then(eb.ref('run.cost_cents'))
        .end();
      return [
        'run.carrier_id as carrierId',
        'run.level',
        eb.fn.countAll<number>().as('loads'),
        eb.fn.max('run.delivery_day').as('last'),
        eb.fn.sum<number | null>(paid).as('paidCents'),
        eb.fn.count<number>(paid).as('paidLoads'),
      ];
    })
    .groupBy(['run.carrier_id', 'run.level'])
    .execute();
  return pickClosestRunners(rows);
}

interface RunnerRow extends Omit<LaneRunner, 'carrierId' | 'averageCents' | 'last'> {
  readonly carrierId: string | null;
  readonly last: string | null;
  readonly paidCents: number | null;
  readonly paidLoads: number;
}

const levelOrder: readonly LaneLevel[] = ['state', 'market', 'city'];

/** Returns each carrier at its closest level. */
function pickClosestRunners(rows: readonly RunnerRow[]): ReadonlyMap<string, LaneRunner> {
  const sorted = rows.toSorted((first, second) => levelOrder.indexOf(first.level) - levelOrder.indexOf(second.level));
  const runners = sorted.flatMap(({ carrierId, level, loads, last, paidCents, paidLoads }) =>
    carrierId === null || last === null
      ? []
      : [
          {
            carrierId,
            level,
            loads,
            last,
            averageCents: paidCents === null ? null : Math.round(paidCents / paidLoads),
          },
        ],
  );
  return new Map(runners.map((runner) => [runner.carrierId, runner]));
}
