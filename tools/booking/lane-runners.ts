import { coverDays } from '../../src/domain/carriers/cover-ranking.ts';
import type { LaneLevel } from '../../src/domain/places/lane-rule.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { allOf } from '../copied/conditions.ts';
import { rowsOf } from '../copied/rows.ts';
import { endCondition } from '../lanes/lane-condition.ts';
import type { LanePlace } from '../lanes/lane-place.ts';
import { daysOf } from '../lanes/lane-runs.ts';

/** What a carrier did on a lane, at the closest level at which it ran it. */
export interface LaneRunner {
  readonly carrierId: string;
  readonly level: LaneLevel;
  readonly loads: number;
  /** In the currency of the load; null where nothing was paid in it. */
  readonly averageCents: number | null;
  readonly last: string;
}

interface Row {
  readonly carrierId: string;
  readonly level: LaneLevel;
  readonly loads: number;
  readonly averageCents: number | null;
  readonly last: string;
}

interface Lane {
  readonly origin: LanePlace;
  readonly destination: LanePlace;
  readonly currency: string;
  readonly today: string;
}

/** Every carrier that delivered between the two, or between their markets or states. */
export async function laneRunners(copy: Pick<CopyNow, 'read'>, lane: Lane): Promise<ReadonlyMap<string, LaneRunner>> {
  const at = (level: LaneLevel) =>
    allOf([endCondition('haul.origin', lane.origin, level), endCondition('haul.destination', lane.destination, level)]);
  const [city, market, state] = [at('city'), at('market'), at('state')];
  const rows = await rowsOf<Row>(
    copy.read,
    `select carrier_id as carrierId, level, count(*) as loads, max(delivery_day) as last,
      cast(round(avg(case when currency = ? then nullif(cost_cents, 0) end)) as integer) as averageCents
    from (
      select haul.carrier_id, haul.currency, haul.cost_cents, haul.delivery_day,
        case when ${city.text} then 'city' when ${market.text} then 'market' else 'state' end as level
      from haul_fact as haul
      where haul.is_delivered = 1 and haul.delivery_day between ? and ? and ${state.text}
    )
    group by carrier_id, level
    order by case level when 'city' then 0 when 'market' then 1 else 2 end desc`,
    [
      lane.currency,
      ...city.values,
      ...market.values,
      ...daysOf({ days: coverDays, today: lane.today }),
      ...state.values,
    ],
  );
  // The closest level of each comes last, and stays.
  return new Map(rows.map((row) => [row.carrierId, row]));
}
