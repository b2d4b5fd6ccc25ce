import { getToday } from '../../domain/kit/dates.ts';
import { findActionToward } from '../../domain/kit/transitions.ts';
import { loadLifecycle, getLoadProgress, type LoadStatus } from '../../domain/freight/load.ts';
import type { Driver, Milestone, Trip, Truck } from '../../domain/freight/truck.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type Audience, readAudience, requireReadyEvent, writeEvents } from '../shared/events.ts';
import { changeRecord } from '../shared/records.ts';
import { followShipment } from '../freight/shipment-status.ts';
import { type MovingLoad, type MovingShipment, readMoving, listShipmentsOnTheRoad } from './trucks.ts';

export interface MovementCounts {
  readonly arrivals: number;
  readonly departures: number;
  readonly delivered: number;
}

const shipmentsPerRead = 200;

export interface Driving {
  readonly until: string;
  readonly plan: (truck: Truck) => Trip;
  /** Shipments whose trucks are there already. */
  readonly leftOut: ReadonlySet<string>;
}

/** Moves trucks as far as they come until an instant, and everything that follows them. */
export async function moveTrucks(ctx: ServiceContext, { until, plan, leftOut }: Driving): Promise<MovementCounts> {
  const ids = (await listShipmentsOnTheRoad(ctx)).filter((id) => !leftOut.has(id));
  const audience = await readAudience(ctx);
  const progress = { arrivals: 0, departures: 0, delivered: 0 };
  for (let from = 0; from < ids.length; from += shipmentsPerRead) {
    for (const moving of await readMoving(ctx, ids.slice(from, from + shipmentsPerRead), plan)) {
      const { arrivals, departures } = await moveStops(ctx, moving, until);
      progress.arrivals += arrivals;
      progress.departures += departures;
      progress.delivered += Number(await moveLoads(ctx, moving, { until, audience }));
    }
  }
  return progress;
}

/**
 * Returns the instant at which an event is reported. An event of the past is reported now, because no record changes in
 * the past.
 */
const toReportedTime = ({ now }: ServiceContext, at: string): string => (at > now ? at : now);

async function moveStops(ctx: ServiceContext, { loads, stops }: MovingShipment, until: string) {
  let [arrivals, departures] = [0, 0];
  const visits = new Map(loads.flatMap(({ trip }) => trip.visits).map((visit) => [visit.stopId, visit]));
  for (const [id, { arrival, departure }] of visits) {
    const stop = stops.get(id);
    if (!stop) continue;
    const comes = stop.actual_arrival === null && arrival <= until;
    const leaves = stop.actual_departure === null && departure <= until;
    if (!comes && !leaves) continue;
    arrivals += Number(comes);
    departures += Number(leaves);
    const change = {
      ...(comes ? { actual_arrival: arrival } : {}),
      ...(leaves ? { actual_departure: departure } : {}),
    };
    await changeRecord({ ...ctx, now: toReportedTime(ctx, leaves ? departure : arrival) }, 'stop', stop, change);
  }
  return { arrivals, departures };
}

interface MovementGoal {
  readonly until: string;
  readonly audience: Audience;
}

interface LoadStep extends Milestone {
  readonly place: number;
}

/** Takes the loads through their milestones in the order of time; true when the shipment is delivered at the end. */
async function moveLoads(
  ctx: ServiceContext,
  { shipment, loads, stops }: MovingShipment,
  { until, audience }: MovementGoal,
): Promise<boolean> {
  let followed = shipment;
  const rows = loads.map(({ load }) => load);
  for (const { place, status, at } of listSteps(loads, until)) {
    const [moving, load] = [loads[place], rows[place]];
    if (!moving || !load) continue;
    const now = toReportedTime(ctx, at);
    const step: ServiceContext = {
      ...ctx,
      now,
      today: getToday(ctx.organization.timeZone, now),
      events: [],
      newId: () => ctx.newId(now),
    };
    rows[place] = await moveLoad(step, load, status, getFreightTimes(moving, stops));
    if (status === 'DISPATCHED') await dispatch(step, moving, at);
    followed = await followShipment(step, followed);
    if (followed.status === 'DELIVERED' && shipment.status !== 'DELIVERED') await completeServices(step, shipment.id);
    await writeEvents(step, audience, step.events.map(requireReadyEvent));
  }
  return followed.status === 'DELIVERED' && shipment.status !== 'DELIVERED';
}

/** Lists the milestones that the loads reach until an instant, in the order of time. */
function listSteps(loads: readonly MovingLoad[], until: string): LoadStep[] {
  return loads
    .flatMap(({ load, trip }, place) =>
      trip.milestones
        .filter(({ status, at }) => getLoadProgress(status) > getLoadProgress(load.status) && at <= until)
        .map((milestone) => ({ ...milestone, place })),
    )
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

interface FreightTimes {
  readonly pickedUpAt: string | null;
  readonly deliveredAt: string | null;
}

function getFreightTimes({ trip: { visits } }: MovingLoad, stops: MovingShipment['stops']): FreightTimes {
  const pick = visits.find(({ stopId }) => stops.get(stopId)?.type === 'PICK') ?? visits[0];
  return { pickedUpAt: pick?.departure ?? null, deliveredAt: visits.at(-1)?.departure ?? null };
}

async function moveLoad(
  ctx: ServiceContext,
  load: Row<'load'>,
  target: LoadStatus,
  { pickedUpAt, deliveredAt }: FreightTimes,
): Promise<Row<'load'>> {
  const current = load.status;
  // Refuses a way that the lifecycle does not know.
  findActionToward(loadLifecycle, current, target);
  const moved = await changeRecord(
    ctx,
    'load',
    load,
    {
      status: target,
      ...(target === 'PICKED_UP' ? { picked_up_at: pickedUpAt } : {}),
      ...(target === 'DELIVERED' ? { delivered_at: deliveredAt } : {}),
    },
    { status: load.status },
  );
  await recordActivity(ctx, { recordType: 'load', recordId: load.id, text: `The truck made it ${target}.` });
  return moved;
}

/** Dispatches the carriers of a load: the driver gets the instructions, and the desk the driver's number. */
async function dispatch(ctx: ServiceContext, { carriers, trip }: MovingLoad, at: string): Promise<void> {
  for (const carrier of carriers) {
    if (carrier.dispatched_at !== null) continue;
    const { driver_name: driverName } = carrier;
    await changeRecord(ctx, 'load_carrier', carrier, {
      dispatched_at: at,
      ...(driverName === null ? buildDriverColumns(trip.driver) : {}),
    });
  }
}

const buildDriverColumns = ({ name, phone, truckNumber, trailerNumber }: Driver) => ({
  driver_name: name,
  driver_phone: phone,
  truck_number: truckNumber,
  trailer_number: trailerNumber,
});

/** Dates the services of a shipment that are completed by its delivery. */
async function completeServices(ctx: ServiceContext, shipmentId: string): Promise<void> {
  await ctx.db
    .updateTable('service')
    .set({ completed_date: ctx.today, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('status', '=', 'AWAITING_INVOICE')
    .where('completed_date', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}
