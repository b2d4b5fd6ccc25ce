import * as z from 'zod';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import { allOf, equal } from '../lanes/lane-condition.ts';
import { copyRows } from '../records/copy-rows.ts';

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
  readonly coverage: string | undefined;
}

export interface LaneStates {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

const Row = z.object({ carrierId: z.string(), loads: z.number(), lastPickUp: z.string().nullable() });
const Count = z.object({ shipments: z.number() });

/** Operations that fill what it reads. */
export const laneHistoryOperations = ['shipments.filter', 'orders.filter', 'loads.filter'] as const;

/** Who moved freight between two states, most loads first, over every shipment that is not canceled. */
export async function laneHistory(ctx: ToolContext, { origin, destination }: LaneStates): Promise<LaneHistory> {
  const copy = await copyNow(ctx, ['shipment', 'freight_order', 'load']);
  const { sql, parameters } = allOf(equal('fact.origin_state', origin), equal('fact.destination_state', destination));
  const carriers = await copyRows(
    copy,
    Row,
    `select haul.carrier_id as carrierId, count(*) as loads, max(fact.pickup_day) as lastPickUp
    from shipment_fact as fact join haul_fact as haul on haul.shipment_id = fact.id
    where fact.is_canceled = 0 and haul.is_live = 1 and ${sql}
    group by haul.carrier_id order by loads desc, lastPickUp desc, haul.carrier_id`,
    parameters,
  );
  const [counted] = await copyRows(
    copy,
    Count,
    `select count(*) as shipments from shipment_fact as fact where fact.is_canceled = 0 and ${sql}`,
    parameters,
  );
  return { carriers, shipments: counted?.shipments ?? 0, coverage: copy.coverage };
}
