import { addDays } from '../../src/domain/kit/dates.ts';
import { roundToCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type Scan, scan } from '../../src/mcp/tool/scan.ts';
import { stateCodeOf } from '../arguments/states.ts';
import { centsOf } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { placeOf } from '../records/stop-places.ts';
import { isPlacedIn } from './stop-states.ts';

/** What carriers were paid on a lane; `perMileCents` is sum over sum, null where no mileage is on record. */
export interface LaneRate {
  readonly origin: string;
  readonly destination: string;
  readonly loads: number;
  readonly averageCents: number | null;
  readonly perMileCents: number | null;
  /** What the figures do not cover. */
  readonly coverage: string | undefined;
}

type Stops = ShipmentRecord['orders'][number]['stops'];

interface Lane {
  /** In route order. */
  readonly stops: Stops;
  readonly currency: string;
  /** Which is no history of its own. */
  readonly exceptId: string | undefined;
  readonly today: string;
}

export const laneDays = 90;
const rowsMax = 500;
/** Fewer say too little: the states are asked instead of the cities. */
const enough = 5;

/** Of shipments of one order and one carrier that were delivered in the last days, between the cities, else the states. */
export async function laneRate(ctx: ToolContext, lane: Lane): Promise<LaneRate | undefined> {
  const [first, last] = [lane.stops[0], lane.stops.at(-1)];
  const [origin, destination] = [stateOf(first), stateOf(last)];
  if (!first || !last || origin === undefined || destination === undefined) return undefined;
  const found = await delivered(ctx, [origin, destination], addDays(lane.today, -laneDays));
  const { coverage } = found;
  const rows = found.rows.filter(({ id, currency }) => id !== lane.exceptId && currency === lane.currency);
  const runs = rows.flatMap(runOf);
  const between = runs.filter(({ from, to }) => from === placeOf(first) && to === placeOf(last));
  if (between.length >= enough)
    return { origin: placeOf(first), destination: placeOf(last), coverage, ...rateOf(between) };
  return { origin, destination, coverage, ...rateOf(runs) };
}

function stateOf(stop: Stops[number] | undefined): string | undefined {
  const written = stop?.address?.state ?? stop?.city?.stateProvince;
  return written ? stateCodeOf(written) : undefined;
}

async function delivered(
  ctx: ToolContext,
  [origin, destination]: readonly [string, string],
  since: string,
): Promise<Pick<Scan<ShipmentRecord>, 'rows' | 'coverage'>> {
  return scan(ctx, ctx.api.shipments.filter, {
    filter: {
      originState: { equalTo: origin },
      destinationState: { equalTo: destination },
      status: { in: ['DELIVERED'] },
      pickUpDate: { greaterThanOrEqualTo: since },
    },
    local: {
      originState: ({ orders }: ShipmentRecord) => isPlacedIn(orders[0]?.stops[0], origin),
      destinationState: ({ orders }: ShipmentRecord) => isPlacedIn(orders.at(-1)?.stops.at(-1), destination),
      status: ({ status }: ShipmentRecord) => status === 'DELIVERED',
      pickUpDate: ({ pickUpDate }: ShipmentRecord) => (pickUpDate ?? '') >= since,
    },
    rowsMax,
  });
}

interface Run {
  readonly from: string;
  readonly to: string;
  readonly cents: number;
  readonly miles: number | null;
}

/** What was paid for one truck; shipments of several are no rate of a lane. */
function runOf({ orders, loads }: ShipmentRecord): readonly Run[] {
  const [order, ...otherOrders] = orders;
  const [load, ...otherLoads] = loads.filter(({ status }) => status !== 'CANCELED');
  const cents = load ? (centsOf(load.totalCost) ?? 0) : 0;
  const [first, last] = [order?.stops[0], order?.stops.at(-1)];
  if (!first || !last || otherOrders.length + otherLoads.length > 0 || cents === 0) return [];
  return [{ from: placeOf(first), to: placeOf(last), cents, miles: order?.mileage ?? null }];
}

function rateOf(runs: readonly Run[]): Pick<LaneRate, 'loads' | 'averageCents' | 'perMileCents'> {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const cents = runs.map((run) => run.cents);
  const measured = runs.filter(({ miles }) => miles !== null && miles > 0);
  const miles = sum(measured.map((run) => run.miles ?? 0));
  return {
    loads: runs.length,
    averageCents: runs.length === 0 ? null : Math.round(sum(cents) / runs.length),
    perMileCents: miles === 0 ? null : roundToCents(sum(measured.map((run) => run.cents)) / 100 / miles),
  };
}
