import { toStopWindow } from '../../domain/stops/stop-window.ts';
import { sumDwell, findLatestArrival } from '../../domain/shipments/visits.ts';
import type { OrderStop } from './parts.ts';
import type { VisitFacts } from '../../copy-tables/facts.ts';

interface Visits {
  readonly picks: readonly OrderStop[];
  readonly drops: readonly OrderStop[];
  readonly all: readonly OrderStop[];
}

/** Computes how late trucks were at the stops that count, and how long they stood at all stops. */
export function buildVisitFacts({ picks, drops, all }: Visits): VisitFacts {
  const [pickup, delivery] = [picks, drops].map((stops) => findLatestArrival(stops.map(toVisited)));
  const dwell = sumDwell(all.map(toVisited));
  return {
    on_time_pickup: isOnTime(pickup),
    on_time_delivery: isOnTime(delivery),
    pickup_late_minutes: pickup ?? null,
    delivery_late_minutes: delivery ?? null,
    dwell_minutes: dwell.minutes,
    dwell_stops: dwell.stops,
  };
}

const isOnTime = (minutes: number | null | undefined): number | null =>
  minutes === null || minutes === undefined ? null : minutes > 0 ? 0 : 1;

const toVisited = (stop: OrderStop) => ({
  actualArrival: stop.actual_arrival,
  actualDeparture: stop.actual_departure,
  window: toStopWindow({
    start: stop.window_start,
    end: stop.window_end,
    kind: stop.window_kind,
    zone: stop.time_zone,
  }),
  dropTrailer: stop.is_drop_trailer === 1,
});
