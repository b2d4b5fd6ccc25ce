import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import { allOf, isEqualWhereAsked } from '../copied/conditions.ts';
import { rowsOf } from '../copied/rows.ts';
import { type CarrierOnFile, carrierOnFile, type CarrierOnFileRow, onFileColumns } from './carriers-on-file.ts';

export interface LaneCarrier {
  /** Loads that it moved or is booked on; bounced ones and trucks not used do not count. */
  readonly loads: number;
  /** The latest pickup day among them. */
  readonly lastPickUp: string | null;
}

export interface LaneHistory {
  readonly carriers: readonly (LaneCarrier & CarrierOnFile)[];
  readonly shipments: number;
}

export interface LaneStates {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

interface Row extends CarrierOnFileRow {
  readonly loads: number;
  readonly lastPickUp: string | null;
}
interface Count {
  readonly shipments: number;
}

/** Operations that fill what it reads. */
export const laneHistoryOperations = ['shipments.filter', 'orders.filter', 'loads.filter', 'carriers.filter'] as const;

/** Who moved freight between two states, most loads first, over every shipment that is not canceled. */
export async function laneHistory(ctx: ToolContext, { origin, destination }: LaneStates): Promise<LaneHistory> {
  const copy = await copyNow(ctx, ['shipment', 'freight_order', 'load', 'carrier']);
  const { text, values } = allOf([
    isEqualWhereAsked('fact.origin_state', origin),
    isEqualWhereAsked('fact.destination_state', destination),
  ]);
  const carriers = await rowsOf<Row>(
    copy.read,
    `select ran.loads, ran.lastPickUp, ${onFileColumns('carrier')}
    from (
      select haul.carrier_id as id, count(*) as loads, max(fact.pickup_day) as lastPickUp
      from shipment_fact as fact cross join haul_fact as haul on haul.shipment_id = fact.id
      where fact.is_canceled = 0 and haul.is_live = 1 and ${text}
      group by haul.carrier_id
    ) as ran join carrier on carrier.id = ran.id
    order by ran.loads desc, ran.lastPickUp desc, carrier.id`,
    values,
  );
  const [counted] = await rowsOf<Count>(
    copy.read,
    `select count(*) as shipments from shipment_fact as fact where fact.is_canceled = 0 and ${text}`,
    values,
  );
  return {
    carriers: carriers.map((row) => ({ loads: row.loads, lastPickUp: row.lastPickUp, ...carrierOnFile(row) })),
    shipments: counted?.shipments ?? 0,
  };
}
