import { buildStopWindow } from '../../../domain/stops/stop-window.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { getRequestedWindow } from '../stop-request.ts';
import type { StopVisit } from '../visit.ts';
import { placeVisits } from '../visits.ts';
import type { Load } from '../../../contract/types.ts';

type LoadStop = Load['stops'][number];

/** Reads the visits of all the loads at once; the returned function shows those of one, in route order. */
export async function loadStopViewer(
  ctx: ServiceContext,
  loads: readonly Row<'load'>[],
): Promise<(load: Row<'load'>) => LoadStop[]> {
  const links = await stopsOnLoads(
    ctx,
    loads.map(({ id }) => id),
  );
  const visits = await placeVisits(
    ctx,
    links.map(({ visiting_load_id: loadId, sequence, ...stop }) => ({ loadId, sequence, stop })),
  );
  const byLoad = Map.groupBy(visits, ({ loadId }) => loadId);
  return (load) => (byLoad.get(load.id) ?? []).filter(({ stop }) => isShown(stop, load)).map(showLoadStop);
}

const stopsOnLoads = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('load_stop')
    .innerJoin('stop', 'stop.id', 'load_stop.stop_id')
    .selectAll('stop')
    .select(['load_stop.load_id as visiting_load_id', 'load_stop.sequence'])
    .where('load_stop.organization_id', '=', organizationId)
    .where('load_stop.load_id', 'in', ids)
    .orderBy('load_stop.sequence'),
);

/** Returns true for live stops and for those that were deleted with the load. */
const isShown = (stop: Row<'stop'>, load: Row<'load'>) =>
  stop.deleted_at === null || stop.deleted_at === load.deleted_at;

/**
 * Shows a stop of a load. Loads share the stops of their shipment's orders, so the id of the stop identifies the visit.
 */
function showLoadStop({ stop, sequence, address, timeZone }: StopVisit): LoadStop {
  return {
    id: stop.id,
    orderStopId: stop.id,
    sequence,
    type: stop.type,
    address,
    scheduledArrival: computeScheduledArrival(stop, timeZone),
    actualArrival: stop.actual_arrival,
    actualDeparture: stop.actual_departure,
  };
}

/** Computes the earliest arrival of the truck. Returns null while only a day is requested. */
function computeScheduledArrival(stop: Row<'stop'>, timeZone: string | null): string | null {
  if (stop.requested_start_time === null) return null;
  return buildStopWindow(getRequestedWindow(stop), timeZone ?? undefined)?.start ?? null;
}
