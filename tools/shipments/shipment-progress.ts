import { computeStopWindow } from '../../src/domain/freight/judged-stop.ts';
import { findProgress, listLiveOrders, listRouteStops, type Progress } from '../../src/domain/shipments/progress.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { durationText, type OrderRecord, type StopRecord } from './stop-text.ts';

/** Finds how far a shipment is, as the API shows it. */
export const progressOf = (shipment: ShipmentRecord, now: string): Progress<StopRecord> =>
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

/** `95 min`, `no`, or `no, came 95 min late` of a truck that stands at the stop; of a row whose `late` is known. */
export function lateText({ late, minutesLate }: { readonly late?: unknown; readonly minutesLate?: unknown }): string {
  if (typeof minutesLate !== 'number') return 'no';
  return late === true ? durationText(minutesLate) : `no, came ${durationText(minutesLate)} late`;
}

export const liveOrders = (shipment: ShipmentRecord): readonly OrderRecord[] => listLiveOrders(shipment);

export const stopsOf = (shipment: ShipmentRecord): readonly StopRecord[] => listRouteStops(shipment);
