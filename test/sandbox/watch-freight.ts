import { computePodState } from '../../src/domain/freight/pod.ts';
import { listShipmentExceptions, type WatchedShipment } from '../../src/domain/freight/shipment-exceptions.ts';
import { buildStopWindow } from '../../src/domain/stops/stop-window.ts';
import { findZone } from '../../src/domain/places/zones.ts';
import { type LivingOptions, createLivingBrokerage } from '../../src/sandbox/onward/living.ts';
import type { Timeline, Snapshot } from '../../src/sandbox/freight/timeline.ts';
import type { Row, TableName } from '../../src/store/schema.ts';

const day = 86_400_000;
/** Freight that is older is delivered. */
const daysBack = 25;

export interface Shares {
  /** Trucks from the dispatch to the delivery. */
  readonly trucks: number;
  readonly live: number;
  readonly late: number;
  readonly dwelling: number;
  readonly uncovered: number;
}

/**
 * Returns a function that computes the shares of freight by condition, a number of hours after the brokerage was made.
 */
export function watch(options: LivingOptions): (hours: number) => Shares {
  const { timelines } = createLivingBrokerage(options);
  const days = new Map<number, readonly Timeline[]>();
  // A timeline keeps its plan, so that one is made for all moments.
  const getTimelines: ListTimelines = (dayNumber) => {
    const dayTimelines = days.get(dayNumber) ?? timelines.on(dayNumber);
    days.set(dayNumber, dayTimelines);
    return dayTimelines;
  };
  return (hours) => computeShares(getTimelines, Date.parse(options.now) + hours * 3_600_000);
}

type ListTimelines = (dayNumber: number) => readonly Timeline[];

function computeShares(listTimelines: ListTimelines, now: number): Shares {
  const today = Math.floor(now / day);
  const shares = { trucks: 0, live: 0, late: 0, dwelling: 0, uncovered: 0 };
  for (let dayNumber = today - daysBack; dayNumber <= today; dayNumber += 1) {
    for (const timeline of listTimelines(dayNumber)) {
      const watched = isUnderWay(timeline, now) ? toWatchedShipment(timeline.at(now)) : undefined;
      if (!watched) continue;
      shares.live += 1;
      shares.trucks += Number(!['PLANNING', 'BOOKED'].includes(watched.status));
      for (const { kind } of listShipmentExceptions(watched, new Date(now).toISOString()))
        if (kind === 'late' || kind === 'dwelling' || kind === 'uncovered') shares[kind] += 1;
    }
  }
  return shares;
}

/** Quotes have no moves. */
function isUnderWay(timeline: Timeline, now: number): boolean {
  const status = timeline.moves().findLast(({ at }) => at <= now)?.status;
  return status !== undefined && status !== 'DELIVERED' && status !== 'CANCELED';
}

function toWatchedShipment({ rows }: Snapshot): WatchedShipment | undefined {
  // Rows of the named table; what a new row leaves out is null.
  const listRows = <Name extends TableName>(table: Name) =>
    rows.filter((row) => row.table === table).map(({ row }) => row as unknown as Row<Name>);
  const [shipment] = listRows('shipment');
  if (!shipment) return undefined;
  const order = listRows('freight_order').find(({ position }) => position === 0);
  const stops = new Map(listRows('stop').map((stop) => [stop.id, stop]));
  const visits = listRows('order_stop').filter(({ order_id: id }) => id === order?.id);
  return {
    status: shipment.status,
    deliveredAt: shipment.delivered_at,
    pod: computePodState({
      delivered: shipment.status === 'DELIVERED',
      podStatuses: null,
      billingStatus: shipment.billing_status,
    }),
    loadsCovered: listRows('load').map(({ id }) =>
      listRows('load_carrier').some((carrier) => carrier.load_id === id && carrier.status === 'ACTIVE'),
    ),
    stops: visits.flatMap(({ stop_id: id, sequence }) => {
      const stop = stops.get(id);
      return stop ? [toWatchedStop(stop, sequence)] : [];
    }),
  };
}

const toWatchedStop = (stop: Row<'stop'>, sequence: number): WatchedShipment['stops'][number] => ({
  id: stop.id,
  sequence,
  actualArrival: stop.actual_arrival,
  actualDeparture: stop.actual_departure,
  window: buildStopWindow(
    {
      requestedStartDate: stop.requested_start_date,
      requestedStartTime: stop.requested_start_time,
      requestedEndDate: stop.requested_end_date,
      requestedEndTime: stop.requested_end_time,
    },
    findZone({ country: 'US', city: stop.place_city, state: stop.place_state, postalCode: stop.place_postal_code }),
  ),
  dropTrailer: false,
  hasDate: stop.requested_start_date !== null,
});
