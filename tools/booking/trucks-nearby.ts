import { nearby } from '../../src/domain/carriers/cover-ranking.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { computeMiles } from '../../src/domain/places/distance.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { type LanePlace, findListedCity } from '../lanes/lane-place.ts';

/** A truck that will be empty near a pickup before it. */
export interface TruckNearby {
  readonly carrierId: string;
  readonly load: string;
  /** Holds record text. */
  readonly place: string;
  readonly endsAt: string;
  readonly miles: number;
}

const hourMs = 3_600_000;

/** Finds live loads whose last stop lies near a pickup and ends in the hours before it; of each carrier the nearest. */
export async function findTrucksNearby(
  { db }: CopiedRecords,
  pickup: LanePlace,
  pickupAt: string,
): Promise<ReadonlyMap<string, TruckNearby>> {
  const center = findListedCity(pickup.city, pickup.state);
  if (!center) return new Map();
  const from = new Date(Date.parse(pickupAt) - nearby.hours * hourMs).toISOString();
  const rows = await db
    .selectFrom('haul_fact as haul')
    .innerJoin('load_stop as visit', 'visit.load_id', 'haul.load_id')
    .innerJoin('order_stop as stop', 'stop.stop_id', 'visit.stop_id')
    .select((eb) => [
      'haul.carrier_id as carrierId',
      'haul.load_friendly_id as load',
      'stop.city',
      'stop.state',
      eb.fn.coalesce('stop.actual_departure', 'stop.actual_arrival', 'stop.window_end').as('endsAt'),
    ])
    .where('haul.is_live', '=', 1)
    // A day more on both sides than any zone needs: the moments decide.
    .where('haul.delivery_day', '>=', addDays(getToday('UTC', from), -1))
    .where('haul.delivery_day', '<=', addDays(getToday('UTC', pickupAt), 1))
    .where((eb) =>
      eb(
        'visit.sequence',
        '=',
        eb
          .selectFrom('load_stop as other')
          .select((visit) => visit.fn.max('other.sequence').as('last'))
          .whereRef('other.load_id', '=', 'haul.load_id'),
      ),
    )
    .execute();
  const trucks = rows.flatMap(({ carrierId, endsAt, city, state, load }): readonly TruckNearby[] => {
    if (carrierId === null || endsAt === null || city === null || state === null) return [];
    if (endsAt < from || endsAt > pickupAt) return [];
    const end = findListedCity(city, state);
    const miles = end && Math.round(computeMiles(center, end));
    return miles === undefined || miles > nearby.miles
      ? []
      : [{ carrierId, load, endsAt, place: `${city}, ${state}`, miles }];
  });
  // The nearest of each comes last, and stays.
  return new Map(
    trucks.toSorted((first, second) => second.miles - first.miles).map((truck) => [truck.carrierId, truck] as const),
  );
}
