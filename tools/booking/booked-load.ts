import { activeAssignment, liveLoad } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { fieldError, WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import { resolve } from '../arguments/resolve.ts';
import { finderOf } from '../calls/record-finders.ts';
import { readingOf } from '../records/reading.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatNumberedParty } from '../records/parties.ts';

type LoadSummary = ShipmentRecord['loads'][number];
type CarrierOnLoad = LoadSummary['carriers'][number];

/** Of a tool about a load, which people call by its shipment as often. */
export interface LoadArguments {
  readonly shipment?: string | undefined;
  readonly load?: string | undefined;
}

interface Meant {
  readonly shipment: ShipmentRecord;
  /** Undefined where the shipment was named, and where the booking makes it. */
  readonly load: LoadSummary | undefined;
}

/** What an argument about a load names, whether it is open or not. */
export async function meantBy(ctx: ToolContext, { shipment: text, load: loadText }: LoadArguments): Promise<Meant> {
  const typed = loadText ?? text;
  if (typed === undefined) throw fieldError('BAD_REQUEST', 'shipment', 'is needed: its number or that of its load');
  const number = readingOf(typed).friendly;
  const named =
    loadText !== undefined || number?.resource === 'load' ? await finderOf('loads')?.(ctx, typed) : undefined;
  const shipment = named
    ? await ctx.api.shipments.get({ id: String(named.record['shipmentId']), by: 'id' })
    : (await resolve(ctx, shipmentFinder, typed)).record;
  if (named && loadText !== undefined && text !== undefined) await refuseOther(ctx, shipment, { text, loadText });
  return { shipment, load: shipment.loads.find(({ id }) => id === named?.record.id) };
}

/** With both named, nobody can tell which of two is meant. */
async function refuseOther(
  ctx: ToolContext,
  { id, friendlyId }: ShipmentRecord,
  { text, loadText }: { readonly text: string; readonly loadText: string },
): Promise<void> {
  const { record: other } = await resolve(ctx, shipmentFinder, text);
  if (other.id === id) return;
  throw fieldError(
    'BAD_REQUEST',
    'load',
    `${recordText(loadText, 'list')} is a load of ${friendlyId}, not of ${other.friendlyId}; name one of them`,
  );
}

/** The load that a carrier is put on: the one that was named, or the one that is open; undefined where one is made. */
export const loadToBook = async (ctx: ToolContext, asked: LoadArguments): Promise<Meant> =>
  openLoadOf(await meantBy(ctx, asked));

/** The same of what is known to be meant. */
export function openLoadOf({ shipment, load }: Meant): Meant {
  if (load) return { shipment, load: requireLive(load) };
  const live = shipment.loads.filter(isLive);
  const open = live.filter((one) => activeOn(one).length === 0);
  const [only, ...others] = open;
  if (others.length > 0) throw several(shipment, 'open', open);
  if (only || shipment.loads.length === 0 || shipment.loads.every(({ status }) => status === 'CANCELED'))
    return { shipment, load: only };
  throw covered(shipment, live);
}

interface BookedLoad {
  readonly shipment: ShipmentRecord;
  readonly load: LoadSummary;
  readonly booked: CarrierOnLoad;
  /** In which the carrier is paid, which may be another one than the customer pays in. */
  readonly currency: string;
}

/** The load that a carrier is taken off, with that carrier. */
export async function bookedLoad(ctx: ToolContext, asked: LoadArguments): Promise<BookedLoad> {
  const { shipment, load: named } = await meantBy(ctx, asked);
  const loads = (named ? [named] : shipment.loads).filter((load) => activeOn(load).length > 0);
  const [load, ...others] = loads;
  if (!load) throw uncovered(shipment, named);
  if (others.length > 0) throw several(shipment, 'booked', loads);
  const [booked, ...more] = activeOn(load);
  if (!booked || more.length > 0)
    throw new WaybillError(
      'AMBIGUOUS',
      `${load.friendlyId} has ${activeOn(load).length} carriers: ${activeOn(load).map(formatCarrier).join(' and ')}. Nothing was done; api_write loads.bounce takes off the one that it names by its id.`,
    );
  const { currency } = await ctx.api.loads.getCarrier({ loadId: load.id, carrierId: booked.id });
  return { shipment, load, booked, currency };
}

export const isLive = (load: LoadSummary) => isMet(liveLoad, load);
export const activeOn = ({ carriers }: LoadSummary) => carriers.filter((carrier) => isMet(activeAssignment, carrier));
export const formatCarrier = ({ carrier }: CarrierOnLoad): string => formatNumberedParty(carrier, 'carrier');

function requireLive(load: LoadSummary): LoadSummary {
  if (isLive(load)) return load;
  throw new WaybillError('CONFLICT', `${load.friendlyId} is ${load.status}: no carrier is booked on it.`);
}

function several({ friendlyId }: ShipmentRecord, word: string, loads: readonly LoadSummary[]): WaybillError {
  const named = loads.map((load) => [load.friendlyId, ...activeOn(load).map(formatCarrier)].join(' '));
  return new WaybillError(
    'AMBIGUOUS',
    `${friendlyId} has ${loads.length} ${word} loads: ${named.join('; ')}. Nothing was done; name one with load.`,
    { details: [{ field: 'load', message: 'is needed' }] },
  );
}

function covered({ friendlyId }: ShipmentRecord, live: readonly LoadSummary[]): WaybillError {
  const who = live.flatMap((load) =>
    activeOn(load).map((one) => `${load.friendlyId} is booked with ${formatCarrier(one)}`),
  );
  const error = new WaybillError(
    'CONFLICT',
    `${friendlyId} has no open load: ${who.join('; ') || 'its loads are delivered'}.`,
  );
  const actions = live.map((load) => ({
    tool: 'replace_carrier',
    arguments: { load: load.friendlyId, reason: 'fell off' },
    why: `takes the carrier off ${load.friendlyId}; book_carrier that names the load puts a second one on it`,
  }));
  return withNextActions(error, actions);
}

function uncovered({ friendlyId }: ShipmentRecord, load: LoadSummary | undefined): WaybillError {
  const name = load?.friendlyId ?? friendlyId;
  return withNextActions(new WaybillError('CONFLICT', `No carrier is booked on ${name}, so none can leave it.`), [
    { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows its loads' },
  ]);
}
