import type { OperationName } from '../../../src/contract/operation-names.ts';
import { ReferenceInput } from '../../../src/contract/kit/shapes.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { routeBetween } from '../../../src/domain/places/stop-place.ts';
import { requireOrderedWindow } from '../../../src/domain/stops/stop-window.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { CustomerRecord } from '../../records/record-types.ts';
import { formatNumberedParty } from '../../records/parties.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { toPath } from '../kit/reference-path.ts';
import {
  findPlannedPlace,
  formatPlannedRequest,
  formatStopLine,
  type PlaceSources,
  type StopFields,
} from './stop-lines.ts';

/** A route in an input: the stops of an order, or a stop that is added to one. */
interface InputRoute {
  /** Where it stands in the input, for refusals: `orders.0.stops`. */
  readonly field: string;
  readonly stops: readonly JsonObject[];
}

/** Members of inputs that hold orders, by operation. */
const orderMembers: Readonly<Partial<Record<OperationName, string>>> = {
  'shipments.create': 'orders',
  'quotes.create': 'order',
  'quotes.convertToShipment': 'additionalOrders',
};
const createdNouns: Readonly<Partial<Record<OperationName, string>>> = {
  'shipments.create': 'shipment',
  'quotes.create': 'quote',
};

/** Plans the stops that a call creates: each with its place, its day and its window in the time of the place. */
export async function planRoute(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  sources: PlaceSources,
): Promise<PlanPart> {
  const routes = listRoutes(name, input);
  if (routes.length === 0) return {};
  const planned = await Promise.all(routes.map((route) => planStops(ctx, route, sources)));
  const isAdded = name === 'quotes.convertToShipment';
  const hasHeadings = isAdded || planned.length > 1;
  const noun = createdNouns[name];
  const customer = noun && (await readCustomer(ctx, input));
  return {
    title:
      noun &&
      `Create a ${noun}${customer ? ` for ${formatNumberedParty(customer, 'customer')}` : ''}: ${planned[0]?.lane ?? ''}`,
    lines: planned.flatMap(({ lines, lane }, index) => [
      ...(hasHeadings ? [`${isAdded ? 'Added order' : 'Order'} ${index + 1}: ${lane}`] : []),
      ...lines,
    ]),
    ids: new Set([...planned.flatMap(({ ids }) => ids), ...(customer ? [customer.id] : [])]),
    members: new Set([...(name === 'stops.create' ? ['stop'] : []), ...(customer ? ['customer'] : [])]),
  };
}

function listRoutes(name: OperationName, input: JsonObject): readonly InputRoute[] {
  if (name === 'stops.create') return [{ field: 'stop', stops: [input['stop']].filter(isPlainRecord) }];
  const member = orderMembers[name];
  const orders = member === undefined ? [] : [input[member]].flat().filter(isPlainRecord);
  return orders.map(({ stops }, index) => ({
    field: `${member}${Array.isArray(input[member ?? '']) ? `.${index}` : ''}.stops`,
    stops: listPlainRecords(stops),
  }));
}

async function planStops(ctx: ToolContext, { field, stops }: InputRoute, sources: PlaceSources) {
  const planned = await Promise.all(
    stops.map(async (raw, index) => {
      const at = field === 'stop' ? 'stop.' : `${field}.${index}.`;
      // The input was checked against the declaration of a stop.
      const stop = raw as unknown as StopFields & { readonly type: NonNullable<StopFields['type']> };
      requireOrderedWindow(stop, at);
      const place = await findPlannedPlace(ctx, stop, at, sources);
      const id = isPlainRecord(stop.location) && 'id' in stop.location ? [stop.location.id] : [];
      const line = formatStopLine({
        number: stop.sequence ?? index + 1,
        type: stop.type,
        place: place?.name ?? 'no place',
        request: formatPlannedRequest(stop, place?.zone),
        notes: stop.notes,
        isDropTrailer: stop.dropTrailer === true,
        key: stop.key,
      });
      return { line, city: place?.city ?? 'no place', id };
    }),
  );
  return {
    lines: planned.map(({ line }) => line),
    lane: routeBetween(planned.map(({ city }) => city)),
    ids: planned.flatMap(({ id }) => id),
  };
}

function readCustomer(ctx: ToolContext, { customer }: JsonObject): Promise<CustomerRecord | undefined> {
  return readOrUnknown(() => ctx.api.customers.get(toPath(ReferenceInput.parse(customer))));
}

/**
 * Returns an input without the stops, which have lines of their own. The members of a single order stand among those of
 * the input.
 */
export function omitRoutes(name: OperationName, input: JsonObject): JsonObject {
  const member = orderMembers[name];
  if (member === undefined || input[member] === undefined) return input;
  const { [member]: value, ...rest } = input;
  const orders = [value]
    .flat()
    .filter(isPlainRecord)
    .map(({ stops: _stops, ...order }) => order);
  const [order, ...others] = orders;
  if (order === undefined || others.length > 0 || name === 'quotes.convertToShipment')
    return { ...rest, [member]: orders };
  const members = Object.entries(order).map(([field, inner]) => [field in rest ? `order ${field}` : field, inner]);
  return { ...Object.fromEntries(members), ...rest };
}
