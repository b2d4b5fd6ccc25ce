import type { ShipmentRecord } from '../../records/record-types.ts';
import { stopsOf } from '../../shipments/shipment-progress.ts';

/** From when to when a truck is taken; null where no day is asked for. */
interface Days {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/** The first and the last day of the stops of a shipment that are visited: of all, where none is named. */
export function daysOf(shipment: ShipmentRecord | undefined, stopIds?: readonly string[]): Days {
  const stops = shipment ? stopsOf(shipment) : [];
  const visited = stops.filter(({ id }) => stopIds?.includes(id) ?? true);
  return daysOfStops(visited.length > 0 ? visited : stops);
}

interface Asked {
  readonly requestedStartDate?: string | null | undefined;
  readonly requestedEndDate?: string | null | undefined;
}

export function daysOfStops(stops: readonly Asked[]): Days {
  const known = (days: readonly (string | null | undefined)[]) => days.filter((day) => typeof day === 'string').sort();
  const starts = known(stops.map(({ requestedStartDate, requestedEndDate }) => requestedStartDate ?? requestedEndDate));
  const ends = known(stops.map(({ requestedStartDate, requestedEndDate }) => requestedEndDate ?? requestedStartDate));
  return { firstDay: starts[0] ?? null, lastDay: ends.at(-1) ?? null };
}
