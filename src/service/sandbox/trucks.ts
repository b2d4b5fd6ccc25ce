import type { LoadStatus } from '../../domain/freight/load.ts';
import { buildStopWindow } from '../../domain/stops/stop-window.ts';
import type { Trip, Truck, TruckStop, TruckVisit } from '../../domain/freight/truck.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { getRequestedWindow } from '../freight/stop-request.ts';
import type { StopVisit } from '../freight/visit.ts';
import { placeVisits } from '../freight/visits.ts';

/** One load with its truck's trip. */
export interface MovingLoad {
  readonly load: Row<'load'>;
  readonly carriers: readonly Row<'load_carrier'>[];
  readonly trip: Trip;
}

/** A shipment with everything that moves on it. */
export interface MovingShipment {
  readonly shipment: Row<'shipment'>;
  readonly loads: readonly MovingLoad[];
  readonly stops: ReadonlyMap<string, Row<'stop'>>;
}

const movable = [
  'BOOKED',
  'DISPATCHED',
  'LOADING',
  'PICKED_UP',
  'IN_TRANSIT',
  'UNLOADING',
] as const satisfies readonly LoadStatus[];

/** Lists the shipments with a load that is on a truck, in a fixed order. */
export async function listShipmentsOnTheRoad({ db, organizationId }: ServiceContext): Promise<string[]> {
  const rows = await db
    .selectFrom('load')
    .select('shipment_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('status', 'in', movable)
    .where('deleted_at', 'is', null)
    .orderBy('shipment_id')
    .execute();
  return rows.map(({ shipment_id: id }) => id);
}

const loadsOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('shipment_id', 'in', ids)
    .where('status', 'in', movable)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
);

const carriersOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_carrier')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('load_id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .orderBy('id'),
);

const stopsOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_stop')
    .innerJoin('stop', 'stop.id', 'load_stop.stop_id')
    .selectAll('stop')
    .select(['load_stop.load_id as on_load_id', 'load_stop.sequence'])
    .where('load_stop.organization_id', '=', organizationId)
    .where('load_stop.load_id', 'in', ids)
    .where('stop.deleted_at', 'is', null)
    .orderBy('load_stop.sequence'),
);

const mileagesOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('freight_order')
    .select(['shipment_id', 'mileage'])
    .where('organization_id', '=', organizationId)
    .where('shipment_id', 'in', ids)
    .where('mileage', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('position', 'desc'),
);

/** Reads what moves on these shipments and has the trips of their trucks planned. */
export async function readMoving(
  ctx: ServiceContext,
  shipmentIds: readonly string[],
  plan: (truck: Truck) => Trip,
): Promise<MovingShipment[]> {
  const shipments = await findRecords(ctx, 'shipment', shipmentIds);
  const loads = await loadsOf(ctx, shipmentIds);
  const loadIds = loads.map(({ id }) => id);
  const carriers = Map.groupBy(await carriersOf(ctx, loadIds), (row) => row.load_id);
  const links = await stopsOf(ctx, loadIds);
  const visits = await placeVisits(
    ctx,
    links.map(({ on_load_id: loadId, sequence, ...stop }) => ({ loadId, sequence, stop })),
  );
  const routes = Map.groupBy(visits, ({ loadId }) => loadId);
  const miles = new Map((await mileagesOf(ctx, shipmentIds)).map((row) => [row.shipment_id, row.mileage]));
  const byShipment = Map.groupBy(loads, (load) => load.shipment_id);
  return [...byShipment].flatMap(([id, shipmentLoads]) => {
    const shipment = shipments.get(id);
    if (!shipment || shipment.deleted_at !== null) return [];
    const planned = new Map<string, TruckVisit>();
    const moving = shipmentLoads.flatMap((load): MovingLoad[] => {
      const active = carriers.get(load.id) ?? [];
      const route = routes.get(load.id) ?? [];
      const bookedAt = active.map((row) => row.booked_at ?? row.created_at).sort()[0];
      if (bookedAt === undefined || route.length === 0) return [];
      const dispatchedAt = active.find((row) => row.dispatched_at !== null)?.dispatched_at ?? null;
      const stops = route.map((visit) => toTruckStop(visit, planned.get(visit.stop.id)));
      const trip = plan({ bookedAt, dispatchedAt, miles: miles.get(id) ?? null, stops });
      for (const visit of trip.visits) planned.set(visit.stopId, visit);
      return [{ load, carriers: active, trip }];
    });
    const stops = shipmentLoads
      .flatMap((load) => routes.get(load.id) ?? [])
      .map(({ stop }) => [stop.id, stop] as const);
    return [{ shipment, loads: moving, stops: new Map(stops) }];
  });
}

/**
 * Converts a visit to a truck's stop. A stop has one time of arrival, so two trucks of a shipment arrive at the same
 * time.
 */
function toTruckStop({ stop, timeZone }: StopVisit, planned: TruckVisit | undefined): TruckStop {
  return {
    id: stop.id,
    type: stop.type,
    place: [stop.location_id, stop.city_id, stop.postal_code, stop.airport_code].join(' '),
    window: buildStopWindow(getRequestedWindow(stop), timeZone ?? 'UTC'),
    arrival: stop.actual_arrival ?? planned?.arrival ?? null,
    departure: stop.actual_departure ?? planned?.departure ?? null,
  };
}
