import { activeAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { finalShipmentStatuses, liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { getLiveOrders, getRouteStops } from '../stops/shipment-progress.ts';

export interface LoadPeriod {
  readonly from: string;
  readonly to: string;
}

export interface OverlappingLoad extends LoadPeriod {
  readonly load: string;
  readonly shipment: string;
  /** Holds record text. */
  readonly lane: string;
}

interface Overlaps {
  readonly loads: readonly OverlappingLoad[];
}

const rowsMax = 100;

/** Finds loads that the carrier runs on the same days. It may have trucks for all of them, or too few for this one. */
export async function findOverlappingLoads(
  ctx: ToolContext,
  carrierId: string,
  { from, to }: LoadPeriod,
): Promise<Overlaps> {
  const scanned = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      carrierId: { equalTo: carrierId },
      status: { notIn: finalShipmentStatuses },
      pickUpDate: { lessThanOrEqualTo: to },
      deliveryDate: { greaterThanOrEqualTo: from },
    },
    local: {
      carrierId: ({ loads }: ShipmentRecord) => loads.some((load) => isRunBy(load, carrierId)),
      status: (shipment: ShipmentRecord) => isMet(liveShipment, shipment),
      pickUpDate: ({ pickUpDate }: ShipmentRecord) => pickUpDate !== null && pickUpDate <= to,
      deliveryDate: ({ deliveryDate }: ShipmentRecord) => deliveryDate !== null && deliveryDate >= from,
    },
    rowsMax,
  });
  noteUnread(ctx, scanned);
  return { loads: scanned.rows.flatMap((shipment) => listRunLoads(shipment, carrierId)) };
}

const isRunBy = (load: ShipmentRecord['loads'][number], carrierId: string): boolean =>
  isMet(liveLoad, load) &&
  load.carriers.some((assignment) => assignment.carrier?.id === carrierId && isMet(activeAssignment, assignment));

function listRunLoads(shipment: ShipmentRecord, carrierId: string): readonly OverlappingLoad[] {
  const { friendlyId, loads, pickUpDate, deliveryDate } = shipment;
  const running = loads.filter((load) => isRunBy(load, carrierId));
  const route = getRouteStops(shipment).slice(0, getLiveOrders(shipment)[0]?.stops.length);
  return running.map((load) => ({
    load: load.friendlyId,
    shipment: friendlyId,
    lane: describeRoute(route),
    from: pickUpDate ?? 'unknown',
    to: deliveryDate ?? 'unknown',
  }));
}
