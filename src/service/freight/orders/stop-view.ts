import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { runTogether } from '../../../store/run-together.ts';
import { findCity } from '../../shared/catalogs.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireShown, showLocationReference, userReferences } from '../../identifiers/references.ts';
import { getWindowAtArrival, getRequestedWindow } from '../stop-request.ts';
import type { StopVisit } from '../visit.ts';
import { placeVisits } from '../visits.ts';
import type { Stop } from '../../../contract/types.ts';

/** Stops as the API shows them on their own, in the order of the rows. */
export async function showStops(ctx: ServiceContext, rows: readonly Row<'stop'>[]): Promise<Stop[]> {
  const sequences = await readSequences(ctx, rows);
  const visits = await placeVisits(
    ctx,
    rows.map((stop) => ({ stop, sequence: requireShown(sequences, stop.id) })),
  );
  return visits.map(await stopViewer(ctx, visits));
}

/** Reads the position of each stop in the route of its order. */
async function readSequences(ctx: ServiceContext, stops: readonly Row<'stop'>[]): Promise<Map<string, number>> {
  const orders = new Map(stops.map((stop) => [stop.id, stop.order_id]));
  const links = await visitsOfStops(ctx, orders.keys());
  const ownLinks = links.filter((link) => orders.get(link.stop_id) === link.order_id);
  return new Map(ownLinks.map((link) => [link.stop_id, link.sequence]));
}

const visitsOfStops = selectIn((db, { organizationId, ids }) =>
  db.selectFrom('order_stop').selectAll().where('organization_id', '=', organizationId).where('stop_id', 'in', ids),
);

/** Reads what all the visits need at once; the returned function shows one of them. */
export async function stopViewer(
  ctx: ServiceContext,
  visits: readonly StopVisit[],
): Promise<(visit: StopVisit) => Stop> {
  const stopIds = visits.map(({ stop }) => stop.id);
  const deleterIds = visits.map(({ stop }) => stop.deleted_by_id);
  const [orders, loads, users] = await runTogether([
    orderLinks(ctx, stopIds),
    loadLinks(ctx, stopIds),
    userReferences(ctx, deleterIds),
  ]);
  const ordersOf = Map.groupBy(orders, (link) => link.stop_id);
  const loadsOf = Map.groupBy(loads, (link) => link.stop_id);
  return (visit) => ({
    ...showStop(visit),
    orderIds: (ordersOf.get(visit.stop.id) ?? []).map((link) => link.order_id),
    loadIds: (loadsOf.get(visit.stop.id) ?? []).map((link) => link.load_id),
    deletedBy: users.get(visit.stop.deleted_by_id ?? '') ?? null,
  });
}

const orderLinks = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_stop')
    .innerJoin('freight_order', 'freight_order.id', 'order_stop.order_id')
    .select(['order_stop.stop_id', 'order_stop.order_id'])
    .where('order_stop.organization_id', '=', organizationId)
    .where('order_stop.stop_id', 'in', ids)
    .where('freight_order.deleted_at', 'is', null)
    .orderBy('order_stop.order_id'),
);

const loadLinks = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_stop')
    .innerJoin('load', 'load.id', 'load_stop.load_id')
    .select(['load_stop.stop_id', 'load_stop.load_id'])
    .where('load_stop.organization_id', '=', organizationId)
    .where('load_stop.stop_id', 'in', ids)
    .where('load.deleted_at', 'is', null)
    .orderBy('load_stop.load_id'),
);

function showStop({
  stop,
  sequence,
  location,
  address,
  timeZone,
}: StopVisit): Omit<Stop, 'orderIds' | 'loadIds' | 'deletedBy'> {
  const city = stop.city_id === null ? undefined : findCity(stop.city_id);
  return {
    id: stop.id,
    key: stop.key,
    orderId: stop.order_id,
    type: stop.type,
    sequence,
    location: location ? showLocationReference(location) : null,
    ...(address ? { address } : {}),
    postalCode: stop.postal_code,
    city: city ? { name: city.name, stateProvince: city.state } : null,
    airportCode: stop.airport_code,
    timeZone,
    ...getRequestedWindow(stop),
    windowAtArrival: getWindowAtArrival(stop) ?? null,
    actualArrival: stop.actual_arrival,
    actualDeparture: stop.actual_departure,
    dropTrailer: stop.drop_trailer === 1,
    notes: stop.notes,
    createdAt: stop.created_at,
    updatedAt: stop.updated_at,
    deletedAt: stop.deleted_at,
  };
}
