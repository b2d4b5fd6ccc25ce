import { nearby } from '../../src/domain/carriers/cover-ranking.ts';
import { addDays, todayIn } from '../../src/domain/kit/dates.ts';
import { milesBetween } from '../../src/domain/places/distance.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';
import { type LanePlace, pointOf } from '../lanes/lane-place.ts';

/** A truck that will be empty near a pickup before it. */
export interface TruckNearby {
  readonly carrierId: string;
  readonly load: string;
  /** Holds record text. */
  readonly place: string;
  readonly endsAt: string;
  readonly miles: number;
}

interface Row {
  readonly carrierId: string;
  readonly load: string;
  readonly city: string;
  readonly state: string;
  readonly endsAt: string;
}

const hourMs = 3_600_000;

/** Live loads whose last stop lies near a pickup and ends in the hours before it; of each carrier the nearest. */
export async function trucksNearby(
  copy: Pick<CopyNow, 'read'>,
  pickup: LanePlace,
  pickupAt: string,
): Promise<ReadonlyMap<string, TruckNearby>> {
  const center = pointOf(pickup.city, pickup.state);
  if (!center) return new Map();
  const from = new Date(Date.parse(pickupAt) - nearby.hours * hourMs).toISOString();
  const rows = await rowsOf<Row>(
    copy.read,
    `select haul.carrier_id as carrierId, haul.load_friendly_id as load, stop.city, stop.state,
      coalesce(stop.actual_departure, stop.actual_arrival, stop.window_end) as endsAt
    from haul_fact as haul
    join load_stop on load_stop.load_id = haul.load_id
    join order_stop as stop on stop.stop_id = load_stop.stop_id
    where haul.is_live = 1 and haul.delivery_day between ? and ? and stop.city is not null and stop.state is not null
      and load_stop.sequence = (select max(sequence) from load_stop as other where other.load_id = haul.load_id)
      and coalesce(stop.actual_departure, stop.actual_arrival, stop.window_end) between ? and ?`,
    // A day more on both sides than any zone needs: the moments decide.
    [addDays(todayIn('UTC', from), -1), addDays(todayIn('UTC', pickupAt), 1), from, pickupAt],
  );
  const trucks = rows.flatMap(({ city, state, ...row }): readonly TruckNearby[] => {
    const end = pointOf(city, state);
    const miles = end && Math.round(milesBetween(center, end));
    return miles === undefined || miles > nearby.miles ? [] : [{ ...row, place: `${city}, ${state}`, miles }];
  });
  // The nearest of each comes last, and stays.
  return new Map(
    trucks.toSorted((one, other) => other.miles - one.miles).map((truck) => [truck.carrierId, truck] as const),
  );
}
