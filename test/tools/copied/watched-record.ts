import type { Shipment } from '../../../src/contract/types.ts';
import { isDated, computeStopWindow } from '../../../src/domain/stops/judged-stop.ts';
import { computePodState, type PodStatuses } from '../../../src/domain/freight/pod.ts';
import type { WatchedFreight } from '../../../src/domain/shipments/watched-freight.ts';

interface WatchSnapshot {
  readonly podStatuses: PodStatuses;
  /** The day on which the cover of each carrier ends; a carrier that is not in it needs none. */
  readonly coverEnds: ReadonlyMap<string, string | null>;
}

/** Reads a shipment of the API as a dispatcher watches it, on a way of its own. */
export function toWatchedFreight(shipment: Shipment, { podStatuses, coverEnds }: WatchSnapshot): WatchedFreight {
  const { status, billingStatus, totalRevenue, totalCost } = shipment;
  const loads = shipment.loads
    .filter((load) => load.status !== 'CANCELED')
    .map(({ carriers }) => carriers.filter((carrier) => carrier.status === 'ACTIVE'));
  const isCosted =
    loads.length > 0 &&
    loads.every((carriers) => carriers.length > 0 && carriers.every((carrier) => Boolean(carrier.totalCost)));
  const isKnown = isCosted && totalRevenue !== null && totalCost !== null;
  return {
    status,
    billingStatus,
    deliveredAt: shipment.deliveredAt,
    lastDeliveryDay: shipment.deliveryDate,
    revenueCents: totalRevenue === null ? null : Math.round(totalRevenue * 100),
    marginCents: isKnown ? Math.round(totalRevenue * 100) - Math.round(totalCost * 100) : null,
    hasInvoice: false,
    pod: computePodState({ delivered: status === 'DELIVERED', podStatuses, billingStatus }),
    routes: shipment.orders
      .filter((order) => order.status !== 'CANCELED' && order.status !== 'DELIVERED')
      .map(({ stops, mileage }) => ({
        miles: mileage,
        stops: stops.map((stop) => ({
          id: stop.id,
          sequence: stop.sequence,
          actualArrival: stop.actualArrival,
          actualDeparture: stop.actualDeparture,
          dropTrailer: stop.dropTrailer,
          window: computeStopWindow(stop),
          hasDate: isDated(stop),
        })),
      })),
    loads: loads.map((carriers) =>
      carriers.map(({ carrier, dispatchedAt }) => ({ dispatchedAt, coverEnd: coverEnds.get(carrier?.id ?? '') })),
    ),
  };
}
