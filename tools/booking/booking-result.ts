import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import type { LoadRecord, ShipmentRecord } from '../records/record-types.ts';
import { readLoads } from '../shipments/shipment-snapshot.ts';
import { formatShortMargins, computeMargins } from '../shipments/shipment-margin.ts';
import { getRouteStops } from '../stops/shipment-progress.ts';

export interface AfterBooking {
  readonly shipment: ShipmentRecord;
  readonly load: LoadRecord | undefined;
  /** "margin $500.00 (25.0 %)". */
  readonly margin: string;
}

/** Reads the shipment of a load after a change of its carrier. */
export async function readAfter(ctx: ToolContext, loadId: string): Promise<AfterBooking> {
  const { data } = await ctx.api.shipments.filter({ filter: { loadId: { equalTo: loadId } }, pageSize: 1 });
  const [shipment] = data;
  if (!shipment) throw new Error(`no shipment was shown for the load ${loadId}`);
  const loads = await readLoads(ctx, shipment.id);
  const margins = computeMargins({ shipment, loads, bills: [], invoices: [] });
  return {
    shipment,
    load: loads?.find(({ id }) => id === loadId),
    margin: formatShortMargins(margins) || 'margin not known',
  };
}

/** Returns the load with its carriers, for the structured part. */
export function loadView({ shipment, load }: AfterBooking) {
  return {
    id: load?.id,
    friendlyId: load?.friendlyId,
    status: load?.status,
    shipment: shipment.friendlyId,
    customer: shipment.customer?.name ?? null,
    lane: describeRoute(getRouteStops(shipment)),
    carriers: (load?.carriers ?? []).map(({ carrier, status, totalCost, currency, driverName, driverPhone }) => ({
      friendlyId: carrier?.friendlyId ?? null,
      name: carrier?.name ?? null,
      status,
      cost: totalCost,
      currency,
      driverName,
      driverPhone,
    })),
  };
}

export const loadTexts = [
  '/record/customer',
  '/record/lane',
  '/record/carriers/*/name',
  '/record/carriers/*/driverName',
];
