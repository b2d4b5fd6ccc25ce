import type { ShipmentRecord } from '../../records/record-types.ts';
import { formatStoredStopLine } from './stop-lines.ts';
import { getRouteStops } from '../../stops/shipment-progress.ts';

/** First and last day that a truck is needed; null where no day is requested. */
interface BookingDays {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/** Returns the first and last day of the visited stops of a shipment: of all stops where none is named. */
export function computeBookingDays(shipment: ShipmentRecord | undefined, stopIds?: readonly string[]): BookingDays {
  const stops = shipment ? getRouteStops(shipment) : [];
  const visited = stops.filter(({ id }) => stopIds?.includes(id) ?? true);
  return computeStopDays(visited.length > 0 ? visited : stops);
}

/** Lists the stops that a truck visits, as lines of its route. */
export function listRouteLines(shipment: ShipmentRecord | undefined, stopIds?: readonly string[]): readonly string[] {
  const stops = shipment ? getRouteStops(shipment) : [];
  const visited = stops.filter(({ id }) => stopIds?.includes(id) ?? true);
  return (visited.length > 0 ? visited : stops).map(formatStoredStopLine);
}

interface StopDates {
  readonly requestedStartDate?: string | null | undefined;
  readonly requestedEndDate?: string | null | undefined;
}

export function computeStopDays(stops: readonly StopDates[]): BookingDays {
  const sortDays = (days: readonly (string | null | undefined)[]) =>
    days.filter((day) => typeof day === 'string').sort();
  const starts = sortDays(
    stops.map(({ requestedStartDate, requestedEndDate }) => requestedStartDate ?? requestedEndDate),
  );
  const ends = sortDays(
    stops.map(({ requestedStartDate, requestedEndDate }) => requestedEndDate ?? requestedStartDate),
  );
  return { firstDay: starts[0] ?? null, lastDay: ends.at(-1) ?? null };
}
