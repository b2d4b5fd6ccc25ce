import { liveShipment } from '../../../src/domain/freight/shipment.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { splitIntoChunks } from '../../records/chunks.ts';
import { formatRequest } from '../../../src/domain/shipments/stop-words.ts';
import { readNamedRecords } from '../../records/named-records.ts';
import { describeRecord } from '../../records/record-names.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import type { Stop } from '../../../src/contract/types.ts';
import { formatParty } from '../../records/parties.ts';

/** Stops of one page, and the most that are read of those ahead and of the others. */
const pageSize = 100;
const stopsMax = 500;
const idsMax = 250;
/** Largest number of shipments and quotes that are named one by one. */
const linesMax = 20;

/** Plans a change of a location with everything that stops there: a new address moves all of it. */
export async function planLocationChange(ctx: ToolContext, input: JsonObject, current: JsonObject): Promise<PlanPart> {
  const { address, members, undo } = describeAddress(input, current);
  const visits = await readVisits(ctx, String(current['id']));
  return { lines: [...address, ...visits.lines], hits: visits.hits, members, ...(undo !== undefined && { undo }) };
}

/** Describes the address member by member, as it is and as it would be. */
function describeAddress({ address: requestedAddress }: JsonObject, { address: stored }: JsonObject) {
  if (!isPlainRecord(requestedAddress)) return { address: [], members: new Set<string>(), undo: undefined };
  const before = isPlainRecord(stored) ? stored : {};
  const formatPart = (value: unknown) =>
    value === null || value === undefined
      ? 'none'
      : recordText(typeof value === 'string' ? value : JSON.stringify(value), 'list');
  const parts = Object.entries(requestedAddress).map(([name, value]) => ({
    name,
    before: formatPart(before[name]),
    after: formatPart(value),
  }));
  const former = parts.map((part) => `address ${part.name} ${part.before}`);
  return {
    address: [
      {
        label: 'Address',
        before: formatPart(formatAddress(before)),
        after: formatPart(formatAddress({ ...before, ...requestedAddress })),
      },
      ...parts.map((part) => ({ label: `Address ${part.name}`, before: part.before, after: part.after })),
    ],
    members: new Set(['address']),
    undo: `The former values can be put back: ${former.join(', ')}.`,
  };
}

function formatAddress(address: JsonObject): string {
  const getPart = (name: string) => (typeof address[name] === 'string' ? address[name] : '');
  const region = [getPart('state'), getPart('zipCode')].filter(Boolean).join(' ');
  return (
    [getPart('line1'), getPart('line2'), getPart('city'), region, getPart('country')].filter(Boolean).join(', ') ||
    'none'
  );
}

async function readVisits(ctx: ToolContext, locationId: string): Promise<Required<Pick<PlanPart, 'lines' | 'hits'>>> {
  try {
    const [upcoming, past] = await Promise.all([scanStops(ctx, locationId, true), scanStops(ctx, locationId, false)]);
    return describeVisits(await listVisitors(ctx, upcoming.rows), upcoming, past);
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'NOT_IMPLEMENTED') throw error;
    return { lines: [], hits: ['The API does not list stops: who stops here is not known.'] };
  }
}

/** Scans the stops at a location that no truck has left yet, or the others. */
const scanStops = (ctx: ToolContext, locationId: string, isAhead: boolean): Promise<Scan<Stop>> =>
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
interface LocationVisitor {
  readonly title: string;
  readonly customer: string | undefined;
  readonly stops: readonly Stop[];
  /** True if nothing moves for it anymore. */
  readonly isOver: boolean;
}

async function listVisitors(ctx: ToolContext, stops: readonly Stop[]): Promise<readonly LocationVisitor[]> {
  const ids = [...new Set(stops.flatMap(({ orderIds }) => orderIds))];
  const filterStops = (orderIds: readonly string[]) =>
    stops.filter((stop) => stop.orderIds.some((id) => orderIds.includes(id)));
  const pages = await Promise.all(
    splitIntoChunks(ids, idsMax).map((chunk) =>
      scan(ctx, ctx.api.shipments.filter, {
        filter: { orderId: { in: chunk } },
        local: { orderId: ({ orders }) => orders.some(({ id }) => chunk.includes(id)) },
      }),
    ),
  );
  const shipments = new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const shipped = [...shipments.values()].map((row) => buildVisitor(row, filterStops(row.orders.map(({ id }) => id))));
  const onShipments = new Set([...shipments.values()].flatMap(({ orders }) => orders.map(({ id }) => id)));
  const loose = await readNamedRecords(ctx, { orderIds: ids.filter((id) => !onShipments.has(id)) });
  return [
    ...shipped,
    ...loose.map((order) => ({
      title: describeRecord(order),
      customer: undefined,
      stops: filterStops([String(order.record['id'])]),
      isOver: order.record['status'] === 'CANCELED',
    })),
  ];
}

function buildVisitor(
  { friendlyId, customer, status, orders, loads }: ShipmentRecord,
  stops: readonly Stop[],
): LocationVisitor {
  const visitingOrderIds = new Set(stops.flatMap(({ orderIds }) => orderIds));
  const visitingLoadIds = new Set(stops.flatMap(({ loadIds }) => loadIds));
  const numbers = [
    ...orders.filter(({ id }) => visitingOrderIds.has(id)),
    ...loads.filter(({ id }) => visitingLoadIds.has(id)),
  ];
  return {
    title: [
      `${friendlyId} ${formatParty(customer, 'customer')}`,
      formatCode(status),
      ...numbers.map((record) => record.friendlyId),
    ].join(', '),
    customer: customer?.name,
    stops,
    isOver: !isMet(liveShipment, { status }),
  };
}

const getDueDay = ({ stops }: LocationVisitor) =>
  stops
    .map(({ requestedStartDate, requestedEndDate }) => requestedStartDate ?? requestedEndDate ?? '9999')
    .toSorted()[0] ?? '';

function describeVisits(visitors: readonly LocationVisitor[], upcoming: Scan<Stop>, past: Scan<Stop>) {
  const open = visitors.filter(({ isOver }) => !isOver).toSorted((a, b) => getDueDay(a).localeCompare(getDueDay(b)));
  const over = visitors.filter(({ isOver }) => isOver);
  const count = (stops: readonly Stop[], isComplete: boolean) =>
    `${isComplete ? '' : 'at least '}${new Set(stops).size}`;
  const openCount = count(
    open.flatMap(({ stops }) => stops),
    upcoming.isComplete,
  );
  const overCount = count(
    [...over.flatMap(({ stops }) => stops), ...past.rows],
    upcoming.isComplete && past.isComplete,
  );
  const customers = [...new Set(open.flatMap(({ customer }) => customer ?? []))];
  const names = customers.slice(0, linesMax).map((name) => recordText(name, 'list'));
  return {
    lines: [
      ...open.slice(0, linesMax).map(formatVisit),
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

const formatVisit = ({ title, stops }: LocationVisitor) =>
  `${title}: ${stops.map((stop) => `${formatCode(stop.type)} ${formatRequest(stop)}${stop.actualArrival ? ', a truck is there' : ''}`).join('; ')}`;
