import {
  type ExceptionKind,
  listShipmentExceptions,
  type WatchedShipment,
} from '../../domain/freight/shipment-exceptions.ts';
import { listStatusesInPhase } from '../../domain/freight/shipment.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { computeJudgedWindow, getWindowAtArrival, getRequestedWindow } from '../freight/stop-request.ts';
import type { StopVisit } from '../freight/visit.ts';
import { placeVisits } from '../freight/visits.ts';

/** A dispatcher's summary: the number of shipments in each status, and of those that need attention. */
export interface Board {
  readonly shipments: Readonly<Record<string, number>>;
  readonly late: number;
  readonly uncovered: number;
  readonly dwelling: number;
}

export async function readBoard(ctx: ServiceContext): Promise<Board> {
  const { db, organizationId } = ctx;
  const counted = await db
    .selectFrom('shipment')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .orderBy('status')
    .execute();
  const countsByKind = new Map<ExceptionKind, number>();
  for (const shipment of await readWatched(ctx)) {
    for (const { kind } of listShipmentExceptions(shipment, ctx.now))
      countsByKind.set(kind, (countsByKind.get(kind) ?? 0) + 1);
  }
  return {
    shipments: Object.fromEntries(counted.map(({ status, count }) => [status, count])),
    late: countsByKind.get('late') ?? 0,
    uncovered: countsByKind.get('uncovered') ?? 0,
    dwelling: countsByKind.get('dwelling') ?? 0,
  };
}

const loadsOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load')
    .select(['id', 'shipment_id'])
    .where('organization_id', '=', organizationId)
    .where('shipment_id', 'in', ids)
    .where('status', '!=', 'CANCELED')
    .where('deleted_at', 'is', null)
    .orderBy('id'),
);

const coveredLoads = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_carrier')
    .select('load_id')
    .where('organization_id', '=', organizationId)
    .where('shipment_id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null),
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

/** Reads the shipments that are neither delivered nor canceled, with the route of their first load. */
async function readWatched(ctx: ServiceContext): Promise<WatchedShipment[]> {
  const live = await ctx.db
    .selectFrom('shipment')
    .select(['id', 'status', 'delivered_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('status', 'not in', listStatusesInPhase('final'))
    .where('deleted_at', 'is', null)
    .execute();
  const ids = live.map(({ id }) => id);
  const loads = Map.groupBy(await loadsOf(ctx, ids), (load) => load.shipment_id);
  const covered = new Set((await coveredLoads(ctx, ids)).map((row) => row.load_id));
  const links = await stopsOf(
    ctx,
    [...loads.values()].map(([first]) => first?.id),
  );
  const visits = await placeVisits(
    ctx,
    links.map(({ on_load_id: loadId, sequence, ...stop }) => ({ loadId, sequence, stop })),
  );
  const routes = Map.groupBy(visits, ({ loadId }) => loadId);
  return live.map(({ id, status, delivered_at: deliveredAt }) => {
    const shipmentLoads = loads.get(id) ?? [];
    const stops = (routes.get(shipmentLoads[0]?.id ?? '') ?? []).map(toWatchedStop);
    const loadsCovered = shipmentLoads.map((load) => covered.has(load.id));
    // What is delivered is not on the board.
    return { status, deliveredAt, pod: 'not_due', loadsCovered, stops };
  });
}

function toWatchedStop({ stop, sequence, timeZone }: StopVisit): WatchedShipment['stops'][number] {
  const { requestedStartDate, requestedEndDate } = getWindowAtArrival(stop) ?? getRequestedWindow(stop);
  return {
    id: stop.id,
    sequence,
    actualArrival: stop.actual_arrival,
    actualDeparture: stop.actual_departure,
    window: computeJudgedWindow(stop, timeZone),
    dropTrailer: stop.drop_trailer === 1,
    hasDate: Boolean(requestedStartDate ?? requestedEndDate),
  };
}
