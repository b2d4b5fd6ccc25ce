import { isPlacedIn } from './stop-states.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

export interface LaneCarrier {
  readonly carrierId: string;
  /** Loads that it moved or is booked on; bounced ones and trucks not used do not count. */
  readonly loads: number;
  /** The latest pickup day among them. */
  readonly lastPickUp: string | null;
}

export interface LaneHistory {
  readonly carriers: readonly LaneCarrier[];
  readonly shipments: number;
  readonly isComplete: boolean;
  readonly coverage: string | undefined;
}

export interface LaneStates {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

/** Who moved freight between two states, most loads first, over every shipment that is not canceled. */
export async function laneHistory(ctx: ToolContext, { origin, destination }: LaneStates): Promise<LaneHistory> {
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      ...(origin !== undefined && { originState: { equalTo: origin } }),
      ...(destination !== undefined && { destinationState: { equalTo: destination } }),
      status: { notIn: ['CANCELED'] },
    },
    local: {
      originState: ({ orders }: ShipmentRecord) => isPlacedIn(orders[0]?.stops[0], origin),
      destinationState: ({ orders }: ShipmentRecord) => isPlacedIn(orders.at(-1)?.stops.at(-1), destination),
      status: ({ status }: ShipmentRecord) => status !== 'CANCELED',
    },
  });
  const byCarrier = Map.groupBy(found.rows.flatMap(bookingsOf), ({ carrierId }) => carrierId);
  const carriers = [...byCarrier].map(([carrierId, bookings]): LaneCarrier => ({
    carrierId,
    loads: bookings.length,
    lastPickUp:
      bookings
        .map(({ pickUpDate }) => pickUpDate ?? '')
        .sort()
        .at(-1) || null,
  }));
  return {
    carriers: carriers.toSorted(
      (one, other) => other.loads - one.loads || (other.lastPickUp ?? '').localeCompare(one.lastPickUp ?? ''),
    ),
    shipments: found.rows.length,
    isComplete: found.isComplete,
    coverage: found.coverage,
  };
}

function bookingsOf({ loads, pickUpDate }: ShipmentRecord) {
  return loads
    .filter(({ status }) => status !== 'CANCELED')
    .flatMap(({ carriers }) =>
      carriers
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ carrier }) => ({ carrierId: carrier.id, pickUpDate })),
    );
}
