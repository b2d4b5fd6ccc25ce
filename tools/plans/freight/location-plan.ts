import { liveShipment } from '../../../src/domain/freight/shipment.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { chunks } from '../../records/chunks.ts';
import { formatRequest } from '../../../src/domain/shipments/stop-words.ts';
import { namedRecords } from '../../records/named-records.ts';
import { describeRecord } from '../../records/record-names.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import type { Stop } from '../../../src/contract/types.ts';
import { formatParty } from '../../records/parties.ts';

/** Stops are read so many at once, and so many of those that are ahead, and of the others. */
const pageSize = 100;
const stopsMax = 500;
const idsMax = 250;
/** Shipments and quotes that are named one by one. */
const linesMax = 20;

/** Who stops at a location: an address that changes takes all of them along. */
export async function locationPlan(ctx: ToolContext, input: JsonObject, current: JsonObject): Promise<PlanPart> {
  const { address, members, undo } = addressPart(input, current);
  const visits = await visitsOf(ctx, String(current['id']));
  return { lines: [...address, ...visits.lines], hits: visits.hits, members, ...(undo !== undefined && { undo }) };
}

/** The address member by member, as it is and as it would be. */
function addressPart({ address: asked }: JsonObject, { address: stored }: JsonObject) {
  if (!isPlainRecord(asked)) return { address: [], members: new Set<string>(), undo: undefined };
  const before = isPlainRecord(stored) ? stored : {};
  const text = (value: unknown) =>
    value === null || value === undefined
      ? 'none'
      : recordText(typeof value === 'string' ? value : JSON.stringify(value), 'list');
  const parts = Object.entries(asked).map(([name, value]) => ({
    name,
    before: text(before[name]),
    after: text(value),
  }));
  const former = parts.map((part) => `address ${part.name} ${part.before}`);
  return {
    address: [
      `Address: ${text(addressText(before))} -> ${text(addressText({ ...before, ...asked }))}`,
      ...parts.map((part) => `address ${part.name}: ${part.before} -> ${part.after}`),
    ],
    members: new Set(['address']),
    undo: `The same operation with the former values: ${former.join(', ')}.`,
  };
}

function addressText(address: JsonObject): string {
  const part = (name: string) => (typeof address[name] === 'string' ? address[name] : '');
  const region = [part('state'), part('zipCode')].filter(Boolean).join(' ');
  return [part('line1'), part('line2'), part('city'), region, part('country')].filter(Boolean).join(', ') || 'none';
}

async function visitsOf(ctx: ToolContext, locationId: string): Promise<Required<Pick<PlanPart, 'lines' | 'hits'>>> {
  try {
    const [ahead, behind] = await Promise.all([stopsAt(ctx, locationId, true), stopsAt(ctx, locationId, false)]);
    return describeVisits(await ordersAt(ctx, ahead.rows), ahead, behind);
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'NOT_IMPLEMENTED') throw error;
    return { lines: [], hits: ['The API does not list stops: who stops here is not known.'] };
  }
}

/** Those that no truck has left yet, or the others. */
const stopsAt = (ctx: ToolContext, locationId: string, isAhead: boolean): Promise<Scan<Stop>> =>
  scan(ctx, ctx.api.stops.filter, {
    filter: { shipperLocationId: { equalTo: locationId }, actualDeparture: { isNull: isAhead } },
    local: {
      shipperLocationId: ({ location }) => location?.id === locationId,
      actualDeparture: ({ actualDeparture }) => (actualDeparture === null) === isAhead,
    },
    rowsMax: stopsMax,
    pageSize,
  });

/** A shipment, or an order that is on none yet, with its stops here. */
interface Visitor {
  readonly title: string;
  readonly customer: string | undefined;
  readonly stops: readonly Stop[];
  /** Nothing moves for it any more. */
  readonly isOver: boolean;
}

async function ordersAt(ctx: ToolContext, stops: readonly Stop[]): Promise<readonly Visitor[]> {
  const ids = [...new Set(stops.flatMap(({ orderIds }) => orderIds))];
  const stopsOf = (orderIds: readonly string[]) =>
    stops.filter((stop) => stop.orderIds.some((id) => orderIds.includes(id)));
  const found = await Promise.all(
    chunks(ids, idsMax).map((some) =>
      scan(ctx, ctx.api.shipments.filter, {
        filter: { orderId: { in: some } },
        local: { orderId: ({ orders }) => orders.some(({ id }) => some.includes(id)) },
      }),
    ),
  );
  const shipments = new Map(found.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const shipped = [...shipments.values()].map((row) => shipmentHere(row, stopsOf(row.orders.map(({ id }) => id))));
  const onShipments = new Set([...shipments.values()].flatMap(({ orders }) => orders.map(({ id }) => id)));
  const loose = await namedRecords(ctx, { orderIds: ids.filter((id) => !onShipments.has(id)) });
  return [
    ...shipped,
    ...loose.map((order) => ({
      title: describeRecord(order),
      customer: undefined,
      stops: stopsOf([String(order.record['id'])]),
      isOver: order.record['status'] === 'CANCELED',
    })),
  ];
}

function shipmentHere(
  { friendlyId, customer, status, orders, loads }: ShipmentRecord,
  stops: readonly Stop[],
): Visitor {
  const here = new Set(stops.flatMap(({ orderIds }) => orderIds));
  const onLoads = new Set(stops.flatMap(({ loadIds }) => loadIds));
  const numbers = [...orders.filter(({ id }) => here.has(id)), ...loads.filter(({ id }) => onLoads.has(id))];
  return {
    title: [`${friendlyId} ${formatParty(customer, 'customer')}`, status, ...numbers.map((one) => one.friendlyId)].join(
      ', ',
    ),
    customer: customer?.name,
    stops,
    isOver: !isMet(liveShipment, { status }),
  };
}

const dueOf = ({ stops }: Visitor) =>
  stops
    .map(({ requestedStartDate, requestedEndDate }) => requestedStartDate ?? requestedEndDate ?? '9999')
    .toSorted()[0] ?? '';

function describeVisits(visitors: readonly Visitor[], ahead: Scan<Stop>, behind: Scan<Stop>) {
  const open = visitors.filter(({ isOver }) => !isOver).toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)));
  const over = visitors.filter(({ isOver }) => isOver);
  const count = (stops: readonly Stop[], isComplete: boolean) =>
    `${isComplete ? '' : 'at least '}${new Set(stops).size}`;
  const openCount = count(
    open.flatMap(({ stops }) => stops),
    ahead.isComplete,
  );
  const overCount = count(
    [...over.flatMap(({ stops }) => stops), ...behind.rows],
    ahead.isComplete && behind.isComplete,
  );
  const customers = [...new Set(open.flatMap(({ customer }) => customer ?? []))];
  const names = customers.slice(0, linesMax).map((name) => recordText(name, 'list'));
  return {
    lines: [
      ...open.slice(0, linesMax).map(visitLine),
      ...(open.length > linesMax ? [`and ${open.length - linesMax} more that stop here`] : []),
      `Stops here that are done or canceled: ${overCount}`,
    ],
    hits:
      open.length === 0
        ? []
        : [
            `Stops here that are not done yet: ${openCount}, of ${open.length} shipments or orders (customers: ${names.join(', ') || 'none'}); all of them change with it.`,
          ],
  };
}

const visitLine = ({ title, stops }: Visitor) =>
  `${title}: ${stops.map((stop) => `${stop.type} ${formatRequest(stop)}${stop.actualArrival ? ', a truck is there' : ''}`).join('; ')}`;
