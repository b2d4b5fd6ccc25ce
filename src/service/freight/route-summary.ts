import { findRouteDays, findFirstPickup, findLastDrop, type RoutedStop } from '../../domain/stops/route.ts';
import type { Row } from '../../store/schema.ts';
import type { StopVisit } from './visit.ts';

export interface RouteSummary {
  readonly origin: Row<'stop'> | undefined;
  readonly destination: Row<'stop'> | undefined;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
}

export interface RouteVisit extends RoutedStop {
  readonly visit: StopVisit;
}

/** Returns the visits as stops of a route, which the rules of routes take. */
export const toRoute = (visits: readonly StopVisit[]): readonly RouteVisit[] =>
  visits.map((visit) => ({
    visit,
    type: visit.stop.type,
    timeZone: visit.timeZone,
    actualArrival: visit.stop.actual_arrival,
    actualDeparture: visit.stop.actual_departure,
    requestedStartDate: visit.stop.requested_start_date,
    requestedEndDate: visit.stop.requested_end_date,
  }));

/** Finds the first pickup and the last drop of a route, with their days. `timeZone` is that of the organization. */
export function summarizeRoute(visits: readonly StopVisit[], timeZone: string): RouteSummary {
  const route = toRoute(visits);
  return {
    origin: findFirstPickup(route)?.visit.stop,
    destination: findLastDrop(route)?.visit.stop,
    ...findRouteDays(route, timeZone),
  };
}
