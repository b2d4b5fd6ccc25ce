import type { Stop } from '../contract/stops.ts';
import { type StopType } from '../domain/stop.ts';
import { selectIn } from './batches.ts';
import { cityOfId } from './catalogs.ts';
import type { ServiceContext } from './context.ts';
import { userReferences } from './references.ts';
import { type Visit } from './visits.ts';

/** Reads what all the visits need at once; the answer shows one of them. */
export async function stopViewer(ctx: ServiceContext, visits: readonly Visit[]): Promise<(visit: Visit) => Stop> {
  const loadIds = await loadsOfStops(
    ctx,
    visits.map(({ stop }) => stop.id),
  );
  const users = await userReferences(
    ctx,
    visits.map(({ stop }) => stop.deleted_by_id),
  );
  return (visit) => ({
    ...toStop(visit),
    loadIds: loadIds.get(visit.stop.id) ?? [],
    deletedBy: users.get(visit.stop.deleted_by_id ?? '') ?? null,
  });
}

async function loadsOfStops(ctx: ServiceContext, stopIds: readonly string[]): Promise<Map<string, string[]>> {
  const links = await selectIn(stopIds, (ids) =>
    ctx.db
      .selectFrom('load_stop')
      .innerJoin('load', 'load.id', 'load_stop.load_id')
      .select(['load_stop.stop_id', 'load_stop.load_id'])
      .where('load_stop.organization_id', '=', ctx.organizationId)
      .where('load_stop.stop_id', 'in', ids)
      .where('load.deleted_at', 'is', null)
      .orderBy('load_stop.load_id')
      .execute(),
  );
  const byStop = new Map<string, string[]>();
  for (const { stop_id: stopId, load_id: loadId } of links) byStop.set(stopId, [...(byStop.get(stopId) ?? []), loadId]);
  return byStop;
}

function toStop({ stop, sequence, location, address, timeZone }: Visit): Omit<Stop, 'loadIds' | 'deletedBy'> {
  const city = stop.city_id === null ? undefined : cityOfId(stop.city_id);
  return {
    id: stop.id,
    key: stop.key,
    orderId: stop.order_id,
    // Written through stopTypeOf only.
    type: stop.type as StopType,
    sequence,
    location: location ? { id: location.id, key: location.key, name: location.name } : null,
    ...(address ? { address } : {}),
    postalCode: stop.postal_code,
    city: city ? { name: city.name, stateProvince: city.state } : null,
    airportCode: stop.airport_code,
    timeZone,
    requestedStartDate: stop.requested_start_date,
    requestedEndDate: stop.requested_end_date,
    requestedStartTime: stop.requested_start_time,
    requestedEndTime: stop.requested_end_time,
    actualArrival: stop.actual_arrival,
    actualDeparture: stop.actual_departure,
    dropTrailer: stop.drop_trailer === 1,
    notes: stop.notes,
    createdAt: stop.created_at,
    updatedAt: stop.updated_at,
    deletedAt: stop.deleted_at,
  };
}
