import { billStatuses, describeBillStatus } from '../../src/domain/money/bill.ts';
import { fieldError, WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { carrierFinder, shipmentFinder } from '../arguments/finders.ts';
import { resolve } from '../arguments/resolve.ts';
import { vendorFinder } from '../arguments/finders.ts';
import { billablePlaces, type BillablePlace, type BilledPlace, payeeOfPlace } from '../bills/billable-places.ts';
import { centsText } from '../records/amounts.ts';
import { readingOf } from '../records/reading.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatParty, requireParty } from '../records/parties.ts';

interface Asked {
  readonly carrier?: string | undefined;
  readonly vendor?: string | undefined;
  readonly shipment?: string | undefined;
  readonly load?: string | undefined;
}

/** The one place of a shipment whose bill is awaited, by what a person names; a stranger has none. */
export async function awaitedBill(ctx: ToolContext, asked: Asked): Promise<BilledPlace> {
  const shipment = await shipmentNamed(ctx, asked);
  const payee = await payeeNamed(ctx, asked);
  const places = await billablePlaces(ctx, shipment);
  const load = asked.load === undefined ? undefined : readingOf(asked.load).numbers.get('load');
  const onLoad = load === undefined ? places : places.filter(({ number }) => number === load);
  if (payee) for (const place of onLoad) requireParty(place.payee, 'carrier', place.number);
  const own = payee ? onLoad.filter((place) => place.payee?.id === payee.id) : onLoad;
  if (own.length === 0) throw strangerError(shipment, onLoad, payee?.name);
  const [place, ...others] = own.filter(isAwaited);
  if (!place) throw settledError(shipment, own);
  if (others.length > 0) throw severalError(shipment, [place, ...others]);
  requireParty(place.payee, place.entityType === 'CARRIER' ? 'carrier' : 'vendor', place.number);
  return { shipment, place, payee: await payeeOfPlace(ctx, place) };
}

const isAwaited = ({ status, billingStatus }: BillablePlace) =>
  status !== 'BOUNCED' && (billingStatus === undefined || billingStatus === 'AWAITING_INVOICE');

/** The shipment and its load may both be named, where they belong together. */
async function shipmentNamed(ctx: ToolContext, { shipment, load }: Asked): Promise<ShipmentRecord> {
  const [first, ...others] = await Promise.all(
    [load, shipment]
      .filter((text) => text !== undefined)
      .map(async (text) => (await resolve(ctx, shipmentFinder, text)).record),
  );
  if (!first)
    throw new WaybillError('BAD_REQUEST', 'shipment: name the shipment or the load that is billed.', {
      details: [{ field: 'shipment', message: 'is needed, or load' }],
    });
  if (others.some(({ id }) => id !== first.id))
    throw fieldError(
      'BAD_REQUEST',
      'load',
      `is of ${first.friendlyId}, not of the shipment that is named; leave one out`,
    );
  return first;
}

async function payeeNamed(
  ctx: ToolContext,
  { carrier, vendor }: Asked,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  if (carrier !== undefined && vendor !== undefined)
    throw fieldError('BAD_REQUEST', 'vendor', 'is named beside carrier: a bill is of one of them; leave one out');
  if (carrier !== undefined) return (await resolve(ctx, carrierFinder, carrier)).record;
  return vendor === undefined ? undefined : (await resolve(ctx, vendorFinder, vendor)).record;
}

const look = ({ friendlyId }: ShipmentRecord) => [
  { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows who was booked and what was billed' },
];

function placeLine({ number, payee, status, billingStatus, agreedCents, currency }: BillablePlace): string {
  const agreed = agreedCents ? `agreed ${centsText(agreedCents, currency)}` : 'no cost agreed';
  return `${number} ${formatParty(payee, 'carrier')}, ${agreed}, ${standingWords(status, billingStatus)}`;
}

/** Standings of a place that its bill does not have. */
const words: Readonly<Record<string, string>> = {
  BOUNCED: 'taken off the load',
  ACTIVE: 'not completed yet',
  CANCELED: 'canceled',
};

function standingWords(status: string, billingStatus: string | undefined): string {
  const standing = status === 'BOUNCED' ? status : (billingStatus ?? status);
  const billed = billStatuses.find((one) => one === standing);
  if (billed === undefined) return words[standing] ?? standing;
  return `${billed === 'AWAITING_INVOICE' ? '' : 'billed, '}${describeBillStatus(billed)}`;
}

function strangerError(
  shipment: ShipmentRecord,
  places: readonly BillablePlace[],
  name: string | undefined,
): WaybillError {
  const who = name === undefined ? 'Nobody is booked' : `${recordText(name, 'list')} is booked nowhere`;
  const known = places.length > 0 ? ` Booked: ${places.map(placeLine).join('; ')}.` : '';
  const stranger = name === undefined ? '' : ' A bill of a stranger is not recorded: ask whoever was booked.';
  return withNextActions(
    new WaybillError('REFUSED', `${who} on ${shipment.friendlyId}.${known}${stranger}`),
    look(shipment),
  );
}

function settledError(shipment: ShipmentRecord, places: readonly BillablePlace[]): WaybillError {
  const text = `Nothing on ${shipment.friendlyId} awaits this bill: ${places.map(placeLine).join('; ')}. If it is another bill for the same work, the charge is agreed first (add_accessorial), and the bill that is there is taken back and recorded anew.`;
  return withNextActions(new WaybillError('CONFLICT', text), [
    {
      tool: 'list_bills',
      arguments: { shipment: shipment.friendlyId, status: 'all' },
      why: 'the bills that are there',
    },
  ]);
}

function severalError(shipment: ShipmentRecord, places: readonly BillablePlace[]): WaybillError {
  const text = `${places.length} places of ${shipment.friendlyId} await a bill: ${places.map(placeLine).join('; ')}. Nothing was recorded; name the carrier or vendor, and the load.`;
  return new WaybillError('AMBIGUOUS', text, { details: [{ field: 'carrier', message: 'matches several places' }] });
}
