import { computeStopWindow } from '../../src/domain/stops/judged-stop.ts';
import { findProgress, listLiveOrders, listRouteStops, type Progress } from '../../src/domain/shipments/progress.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatDuration, type ShipmentOrderRecord, type ShipmentStopRecord } from './stop-text.ts';

/** Finds how far a shipment is, as the API shows it. */
export const findShipmentProgress = (shipment: ShipmentRecord, now: string): Progress<ShipmentStopRecord> =>
  findProgress(
    {
      status: shipment.status,
      orders: shipment.orders.map(({ status, stops }) => ({
        status,
        stops: stops.map((stop) => ({ ...stop, window: computeStopWindow(stop) })),
      })),
    },
    now,
  );

/**
 * Formats the lateness of a row whose `late` is known: `95 min`, `no`, or `no, came 95 min late` for a truck that
 * stands at the stop.
 */
export function formatLate({ late, minutesLate }: { readonly late?: unknown; readonly minutesLate?: unknown }): string {
  if (typeof minutesLate !== 'number') return 'no';
  return late === true ? formatDuration(minutesLate) : `no, came ${formatDuration(minutesLate)} late`;
}

export const getLiveOrders = (shipment: ShipmentRecord): readonly ShipmentOrderRecord[] => listLiveOrders(shipment);

export const getRouteStops = (shipment: ShipmentRecord): readonly ShipmentStopRecord[] => listRouteStops(shipment);
