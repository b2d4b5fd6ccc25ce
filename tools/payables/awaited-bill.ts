import { formatCode } from '../../src/domain/text/code-words.ts';
import { billStatuses, describeBillStatus } from '../../src/domain/bills/bill.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { carrierFinder, shipmentFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';
import { listBillablePlaces, type BillablePlace, type BilledPlace, readPayee } from '../bills/billable-places.ts';
import { centsText } from '../records/amounts.ts';
import { parseReferenceText } from '../records/reading.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatParty, requireParty } from '../records/parties.ts';

interface AwaitedBillInput {
  readonly carrier?: string | undefined;
  readonly vendor?: string | undefined;
  readonly shipment?: string | undefined;
  readonly load?: string | undefined;
}

/**
 * Finds the only place of a shipment that awaits a bill of the named payee. Throws if the payee has none, or several.
 */
export async function findAwaitedBill(ctx: ToolContext, input: AwaitedBillInput): Promise<BilledPlace> {
  const shipment = await findShipment(ctx, input);
  const payee = await findPayee(ctx, input);
  const places = await listBillablePlaces(ctx, shipment);
  const load = input.load === undefined ? undefined : parseReferenceText(input.load).numbers.get('load');
  const onLoad = load === undefined ? places : places.filter(({ number }) => number === load);
  if (payee) for (const place of onLoad) requireParty(place.payee, 'carrier', place.number);
  const payeePlaces = payee ? onLoad.filter((place) => place.payee?.id === payee.id) : onLoad;
  if (payeePlaces.length === 0) throw buildStrangerError(shipment, onLoad, payee?.name);
  const [place, ...otherPlaces] = payeePlaces.filter(isAwaited);
  if (!place) throw buildSettledError(shipment, payeePlaces);
  if (otherPlaces.length > 0) throw buildSeveralError(shipment, [place, ...otherPlaces]);
  requireParty(place.payee, place.entityType === 'CARRIER' ? 'carrier' : 'vendor', place.number);
  return { shipment, place, payee: await readPayee(ctx, place) };
}

const isAwaited = ({ status, billingStatus }: BillablePlace) =>
  status !== 'BOUNCED' && (billingStatus === undefined || billingStatus === 'AWAITING_INVOICE');

/** Finds the shipment by its own name or by its load. Both may be named if they belong together. */
async function findShipment(ctx: ToolContext, { shipment, load }: AwaitedBillInput): Promise<ShipmentRecord> {
  const [first, ...otherShipments] = await Promise.all(
    [load, shipment]
      .filter((text) => text !== undefined)
      .map(async (text) => (await resolve(ctx, shipmentFinder, text)).record),
  );
  if (!first)
    throw new WaybillError('BAD_REQUEST', 'shipment: name the shipment or the load that is billed.', {
      details: [{ field: 'shipment', message: 'is needed, or load' }],
    });
  if (otherShipments.some(({ id }) => id !== first.id))
    throw createFieldError(
      'BAD_REQUEST',
      'load',
      `is of ${first.friendlyId}, not of the shipment that is named; leave one out`,
    );
  return first;
}

async function findPayee(
  ctx: ToolContext,
  { carrier, vendor }: AwaitedBillInput,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  if (carrier !== undefined && vendor !== undefined)
    throw createFieldError('BAD_REQUEST', 'vendor', 'is named beside carrier: a bill is of one of them; leave one out');
  if (carrier !== undefined) return (await resolve(ctx, carrierFinder, carrier)).record;
  return vendor === undefined ? undefined : (await resolve(ctx, vendorFinder, vendor)).record;
}

const look = ({ friendlyId }: ShipmentRecord) => [
  { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows who was booked and what was billed' },
];

function placeLine({ number, payee, status, billingStatus, agreedCents, currency }: BillablePlace): string {
  const agreed = agreedCents ? `agreed ${centsText(agreedCents, currency)}` : 'no cost agreed';
  return `${number} ${formatParty(payee, 'carrier')}, ${agreed}, ${describeStatus(status, billingStatus)}`;
}

/** Words for the statuses of a place that its bill does not have. */
const placeWords: Readonly<Record<string, string>> = {
  BOUNCED: 'taken off the load',
  ACTIVE: 'not completed yet',
  CANCELED: 'canceled',
};

function describeStatus(status: string, billingStatus: string | undefined): string {
  const placeStatus = status === 'BOUNCED' ? status : (billingStatus ?? status);
  const billed = billStatuses.find((candidate) => candidate === placeStatus);
  if (billed === undefined) return placeWords[placeStatus] ?? formatCode(placeStatus);
  return `${billed === 'AWAITING_INVOICE' ? '' : 'billed, '}${describeBillStatus(billed)}`;
}

function buildStrangerError(
  shipment: ShipmentRecord,
  places: readonly BillablePlace[],
  name: string | undefined,
): WaybillError {
  const bookingText =
    name === undefined ? 'No carrier or vendor is booked' : `${recordText(name, 'list')} is booked nowhere`;
  const bookedPlaces = places.length > 0 ? ` Booked: ${places.map(placeLine).join('; ')}.` : '';
  const stranger = name === undefined ? '' : ' Only a booked carrier or vendor can bill it.';
  return withNextActions(
    new WaybillError('REFUSED', `${bookingText} on ${shipment.friendlyId}.${bookedPlaces}${stranger}`),
    look(shipment),
  );
}

function buildSettledError(shipment: ShipmentRecord, places: readonly BillablePlace[]): WaybillError {
  const text = `Nothing on ${shipment.friendlyId} awaits this bill: ${places.map(placeLine).join('; ')}. To bill more for the same work, add the charge first (add_accessorial), then take the recorded bill back (reverse_bill) and record it again.`;
  return withNextActions(new WaybillError('CONFLICT', text), [
    {
      tool: 'list_bills',
      arguments: { shipment: shipment.friendlyId, status: 'all' },
      why: 'the recorded bills',
    },
  ]);
}

function buildSeveralError(shipment: ShipmentRecord, places: readonly BillablePlace[]): WaybillError {
  const text = `${places.length} carriers or vendors on ${shipment.friendlyId} await a bill: ${places.map(placeLine).join('; ')}. Nothing was recorded. Name the carrier or vendor, and the load.`;
  return new WaybillError('AMBIGUOUS', text, {
    details: [{ field: 'carrier', message: 'matches several carriers or vendors' }],
  });
}
