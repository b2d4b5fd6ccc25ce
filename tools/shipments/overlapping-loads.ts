import { activeAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { finalShipmentStatuses, liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { liveOrders, stopsOf } from './shipment-progress.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

export interface OverlappingLoad extends Days {
  readonly load: string;
  readonly shipment: string;
  /** Holds record text. */
  readonly lane: string;
}

interface Overlaps {
  readonly loads: readonly OverlappingLoad[];
}

const rowsMax = 100;

/** Loads that the carrier is to run on the same days: it may have trucks for all of them, or this one too many. */
export async function overlappingLoads(ctx: ToolContext, carrierId: string, { from, to }: Days): Promise<Overlaps> {
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      carrierId: { equalTo: carrierId },
      status: { notIn: finalShipmentStatuses },
      pickUpDate: { lessThanOrEqualTo: to },
      deliveryDate: { greaterThanOrEqualTo: from },
    },
    local: {
      carrierId: ({ loads }: ShipmentRecord) => loads.some((load) => runsLoad(load, carrierId)),
      status: (shipment: ShipmentRecord) => isMet(liveShipment, shipment),
      pickUpDate: ({ pickUpDate }: ShipmentRecord) => pickUpDate !== null && pickUpDate <= to,
      deliveryDate: ({ deliveryDate }: ShipmentRecord) => deliveryDate !== null && deliveryDate >= from,
    },
    rowsMax,
  });
  noteUnread(ctx, found);
  return { loads: found.rows.flatMap((shipment) => loadsOf(shipment, carrierId)) };
}

const runsLoad = (load: ShipmentRecord['loads'][number], carrierId: string): boolean =>
  isMet(liveLoad, load) && load.carriers.some((one) => one.carrier?.id === carrierId && isMet(activeAssignment, one));

function loadsOf(shipment: ShipmentRecord, carrierId: string): readonly OverlappingLoad[] {
  const { friendlyId, loads, pickUpDate, deliveryDate } = shipment;
  const running = loads.filter((load) => runsLoad(load, carrierId));
  const route = stopsOf(shipment).slice(0, liveOrders(shipment)[0]?.stops.length);
  return running.map((load) => ({
    load: load.friendlyId,
    shipment: friendlyId,
    lane: describeRoute(route),
    from: pickUpDate ?? 'unknown',
    to: deliveryDate ?? 'unknown',
  }));
}
