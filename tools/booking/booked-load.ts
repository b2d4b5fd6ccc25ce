import { activeAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { getFinder } from '../calls/record-finders.ts';
import { parseReferenceText } from '../records/reading.ts';
import type { ShipmentLoad, ShipmentRecord } from '../records/record-types.ts';
import { formatNumberedParty } from '../records/parties.ts';

type AssignedCarrier = ShipmentLoad['carriers'][number];

/** The arguments of a tool about a load. People name a load by its shipment as often as by its own number. */
export interface LoadArguments {
  readonly shipment?: string | undefined;
  readonly load?: string | undefined;
}

interface LoadTarget {
  readonly shipment: ShipmentRecord;
  /** Undefined if the input names the shipment, or if the booking creates the load. */
  readonly load: ShipmentLoad | undefined;
}

/** Finds the shipment and load that the arguments name, whether the load is open or not. */
export async function findLoadTarget(
  ctx: ToolContext,
  { shipment: text, load: loadText }: LoadArguments,
): Promise<LoadTarget> {
  const typed = loadText ?? text;
  if (typed === undefined)
    throw createFieldError('BAD_REQUEST', 'shipment', 'is needed: its number or that of its load');
  const number = parseReferenceText(typed).friendly;
  const namedLoad =
    loadText !== undefined || number?.resource === 'load' ? await getFinder('loads')?.(ctx, typed) : undefined;
  const shipment = namedLoad
    ? await ctx.api.shipments.get({ id: String(namedLoad.record['shipmentId']), by: 'id' })
    : (await resolve(ctx, shipmentFinder, typed)).record;
  if (namedLoad && loadText !== undefined && text !== undefined)
    await refuseOtherShipment(ctx, shipment, { text, loadText });
  return { shipment, load: shipment.loads.find(({ id }) => id === namedLoad?.record.id) };
}

/** Refuses a load that belongs to another shipment than the one that is named. */
async function refuseOtherShipment(
  ctx: ToolContext,
  { id, friendlyId }: ShipmentRecord,
  { text, loadText }: { readonly text: string; readonly loadText: string },
): Promise<void> {
  const { record: other } = await resolve(ctx, shipmentFinder, text);
  if (other.id === id) return;
  throw createFieldError(
    'BAD_REQUEST',
    'load',
    `${recordText(loadText, 'list')} is a load of ${friendlyId}, not of ${other.friendlyId}; name one of them`,
  );
}

/**
 * Finds the load that a carrier is booked on: the load that is named, or the shipment's only open load. The load is
 * undefined if the booking creates one.
 */
export const findLoadToBook = async (ctx: ToolContext, input: LoadArguments): Promise<LoadTarget> =>
  requireOpenLoad(await findLoadTarget(ctx, input));

/** Requires that the named load is live, or that the shipment has at most one open load. */
export function requireOpenLoad({ shipment, load }: LoadTarget): LoadTarget {
  if (load) return { shipment, load: requireLive(load) };
  const live = shipment.loads.filter(isLive);
  const open = live.filter((candidate) => listActiveCarriers(candidate).length === 0);
  const [onlyLoad, ...otherLoads] = open;
  if (otherLoads.length > 0) throw buildAmbiguousLoadError(shipment, 'open', open);
  if (onlyLoad || shipment.loads.length === 0 || shipment.loads.every(({ status }) => status === 'CANCELED'))
    return { shipment, load: onlyLoad };
  throw buildCoveredError(shipment, live);
}

interface LoadBooking {
  readonly shipment: ShipmentRecord;
  readonly load: ShipmentLoad;
  readonly booked: AssignedCarrier;
  /** In which the carrier is paid, which may be another one than the customer pays in. */
  readonly currency: string;
}

/** Finds the load that a carrier is taken off, with that carrier. */
export async function findBookedLoad(ctx: ToolContext, input: LoadArguments): Promise<LoadBooking> {
  const { shipment, load: namedLoad } = await findLoadTarget(ctx, input);
  const loads = (namedLoad ? [namedLoad] : shipment.loads).filter((load) => listActiveCarriers(load).length > 0);
  const [load, ...otherLoads] = loads;
  if (!load) throw buildUncoveredError(shipment, namedLoad);
  if (otherLoads.length > 0) throw buildAmbiguousLoadError(shipment, 'booked', loads);
  const [booked, ...more] = listActiveCarriers(load);
  if (!booked || more.length > 0)
    throw new WaybillError(
      'AMBIGUOUS',
      `${load.friendlyId} has ${listActiveCarriers(load).length} carriers: ${listActiveCarriers(load).map(formatCarrier).join(' and ')}. Nothing was done; api_write loads.bounce takes off the one that it names by its id.`,
    );
  const { currency } = await ctx.api.loads.getCarrier({ loadId: load.id, carrierId: booked.id });
  return { shipment, load, booked, currency };
}

export const isLive = (load: ShipmentLoad) => isMet(liveLoad, load);
export const listActiveCarriers = ({ carriers }: ShipmentLoad) =>
  carriers.filter((carrier) => isMet(activeAssignment, carrier));
export const formatCarrier = ({ carrier }: AssignedCarrier): string => formatNumberedParty(carrier, 'carrier');

function requireLive(load: ShipmentLoad): ShipmentLoad {
  if (isLive(load)) return load;
  throw new WaybillError('CONFLICT', `${load.friendlyId} is ${formatCode(load.status)}: it takes no carrier.`);
}

function buildAmbiguousLoadError(
  { friendlyId }: ShipmentRecord,
  word: string,
  loads: readonly ShipmentLoad[],
): WaybillError {
  const loadTexts = loads.map((load) => [load.friendlyId, ...listActiveCarriers(load).map(formatCarrier)].join(' '));
  return new WaybillError(
    'AMBIGUOUS',
    `${friendlyId} has ${loads.length} ${word} loads: ${loadTexts.join('; ')}. Nothing was done; name one with load.`,
    { details: [{ field: 'load', message: 'is needed' }] },
  );
}

function buildCoveredError({ friendlyId }: ShipmentRecord, live: readonly ShipmentLoad[]): WaybillError {
  const bookings = live.flatMap((load) =>
    listActiveCarriers(load).map((assignment) => `${load.friendlyId} is booked with ${formatCarrier(assignment)}`),
  );
  const error = new WaybillError(
    'CONFLICT',
    `${friendlyId} has no open load: ${bookings.join('; ') || 'its loads are delivered'}.`,
  );
  const actions = live.map((load) => ({
    tool: 'replace_carrier',
    arguments: { load: load.friendlyId, reason: 'fell off' },
    why: `takes the carrier off ${load.friendlyId}; book_carrier that names the load puts a second one on it`,
  }));
  return withNextActions(error, actions);
}

function buildUncoveredError({ friendlyId }: ShipmentRecord, load: ShipmentLoad | undefined): WaybillError {
  const name = load?.friendlyId ?? friendlyId;
  return withNextActions(new WaybillError('CONFLICT', `No carrier is booked on ${name}, so none can leave it.`), [
    { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows its loads' },
  ]);
}
