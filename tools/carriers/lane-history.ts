import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { RecordsDatabase } from '../../src/mcp/tool/records-copy.ts';
import { type CarrierOnFile, onFileColumns, toCarrierOnFile } from './carriers-on-file.ts';

export interface CarrierLaneHistory {
  /** Loads that it moved or is booked on; bounced ones and trucks not used do not count. */
  readonly loads: number;
  /** The latest pickup day among them. */
  readonly lastPickUp: string | null;
}

export interface LaneHistory {
  readonly carriers: readonly (CarrierLaneHistory & CarrierOnFile)[];
  readonly shipments: number;
}

export interface LaneStates {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

/** Finds who moved freight between two states, most loads first, over every shipment that is not canceled. */
export async function findLaneHistory(ctx: ToolContext, lane: LaneStates): Promise<LaneHistory> {
  const { db, readTogether } = await ctx.records();
  const { carriers, counted } = await readTogether({
    carriers: selectRunners(db, lane),
    counted: selectShipments(db, lane).select(({ fn }) => fn.countAll<number>().as('shipments')),
  });
  return {
    carriers: carriers.map(({ loads, last_pickup: lastPickUp, ...carrier }) => ({
      loads,
      lastPickUp,
      ...toCarrierOnFile(carrier),
    })),
    shipments: counted[0]?.shipments ?? 0,
  };
}

const selectShipments = (db: RecordsDatabase, { origin, destination }: LaneStates) =>
  db
    .selectFrom('shipment_fact as fact')
    .where('fact.is_canceled', '=', 0)
    .$if(origin !== undefined, (query) => query.where('fact.origin_state', '=', origin ?? null))
    .$if(destination !== undefined, (query) => query.where('fact.destination_state', '=', destination ?? null));

const selectRunners = (db: RecordsDatabase, lane: LaneStates) =>
  db
    .selectFrom(
      selectShipments(db, lane)
        // A cross join keeps the order: the shipments of the lane first.
        .crossJoin('haul_fact as haul')
        .whereRef('haul.shipment_id', '=', 'fact.id')
        .where('haul.is_live', '=', 1)
        .select(({ fn }) => [
          'haul.carrier_id as id',
          fn.countAll<number>().as('loads'),
          fn.max('fact.pickup_day').as('last_pickup'),
        ])
        .groupBy('haul.carrier_id')
        .as('ran'),
    )
    .innerJoin('carrier as c', 'c.id', 'ran.id')
    .select(['ran.loads', 'ran.last_pickup', ...onFileColumns])
    .orderBy('ran.loads', 'desc')
    .orderBy('ran.last_pickup', 'desc')
    .orderBy('c.id');
