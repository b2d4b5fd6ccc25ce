import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { quoteLines, listUntrustedFields, quoteView } from '../quotes/quote-view.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { LoadRecord } from '../records/record-types.ts';
import { formatSection, type RecordView, quoteText } from './shown-record.ts';
import { unsentCarrier } from '../records/parties.ts';

export async function showQuote(ctx: ToolContext, id: string): Promise<RecordView> {
  const quote = await ctx.api.quotes.get({ id, by: 'id' });
  const { friendlyId, status, shipmentKey, lostReasonText } = quote;
  return {
    summary: `${friendlyId}: ${formatCode(status)}${quote.amount === null ? ', no price yet' : `, ${formatWireAmount(quote.amount, quote.currency)}`}${shipmentKey === null ? '' : `, became ${shipmentKey}`}.`,
    lines: [
      ...quoteLines(quote, ctx.timeZone),
      ...(quote.lostReason === null
        ? []
        : [`Lost: ${formatCode(quote.lostReason)}${lostReasonText === null ? '' : `, ${quoteText(lostReasonText)}`}`]),
    ],
    record: quoteView(quote),
    untrusted: listUntrustedFields(''),
    nextActions:
      shipmentKey === null
        ? []
        : [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'the shipment that it became' }],
  };
}

/** Shows a load: its stops, its carriers with truck and driver, and their charges. */
export async function showLoad(ctx: ToolContext, id: string): Promise<RecordView> {
  const load = await ctx.api.loads.get({ id, by: 'id' });
  const { friendlyId, shipmentKey, status, currency } = load;
  const formatAmount = (amount: number | null) => formatWireAmount(amount, currency);
  const stops = load.stops.map(({ sequence, type, address, actualArrival, actualDeparture }) => ({
    sequence,
    type,
    place: [address?.city, address?.state].filter(Boolean).join(', ') || 'unknown place',
    arrived: actualArrival && formatLocalTime(actualArrival, ctx.timeZone),
    left: actualDeparture && formatLocalTime(actualDeparture, ctx.timeZone),
  }));
  const carriers = load.carriers.map(toCarrierView);
  return {
    summary: `${friendlyId} of ${shipmentKey}: ${formatCode(status)}, ${
      carriers
        .filter((carrier) => isMet(activeAssignment, carrier))
        .map((carrier) => (carrier.name === null ? unsentCarrier : quoteText(carrier.name)))
        .join(' and ') || 'no carrier'
    }, ${formatAmount(load.totalCost)}.`,
    lines: [
      ...stops.map(
        ({ sequence, type, place, arrived, left: departed }) =>
          `Stop ${sequence}: ${formatCode(type)} ${quoteText(place)}${arrived ? `, arrived ${arrived}` : ''}${departed ? `, left ${departed}` : ''}`,
      ),
      ...carriers.flatMap((carrier) => formatCarrier(carrier, formatAmount)),
    ],
    record: {
      id: load.id,
      friendlyId,
      shipment: shipmentKey,
      status,
      mode: load.mode,
      currency,
      cost: load.totalCost,
      stops,
      carriers,
    },
    untrusted: [
      '/stops/*/place',
      ...['name', 'phone', 'driver', 'driverPhone', 'truck', 'trailer', 'charges/*/name'].map(
        (at) => `/carriers/*/${at}`,
      ),
    ],
    nextActions: [
      { tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'its shipment with orders and money' },
    ],
  };
}

type CarrierView = ReturnType<typeof toCarrierView>;

const toCarrierView = (assignment: LoadRecord['carriers'][number]) => ({
  friendlyId: assignment.carrier?.friendlyId ?? null,
  name: assignment.carrier?.name ?? null,
  phone: assignment.contact?.phone ?? assignment.carrier?.phoneNumber ?? null,
  status: assignment.status,
  billing: assignment.billingStatus,
  driver: assignment.driverName,
  driverPhone: assignment.driverPhone,
  truck: assignment.truckNumber,
  trailer: assignment.trailerNumber,
  cost: assignment.totalCost,
  charges: assignment.charges.map(({ chargeCode, total }) => ({ name: chargeCode.name, total })),
});

const formatCarrier = (carrier: CarrierView, money: (amount: number | null) => string): readonly string[] => [
  `Carrier: ${carrier.name === null ? unsentCarrier : `${quoteText(carrier.name)} (${carrier.friendlyId})`}, ${formatCode(carrier.status)}, ${money(carrier.cost)}, bill ${formatCode(carrier.billing)}${carrier.phone === null ? '' : `, ${quoteText(carrier.phone)}`}`,
  ...formatSection('Crew', formatCrew(carrier)),
  ...formatSection(
    'Charges',
    carrier.charges.map(({ name, total }) => `${quoteText(name)} ${money(total)}`),
  ),
];

type Crew = Readonly<Record<'driver' | 'driverPhone' | 'truck' | 'trailer', string | null>>;

const formatCrew = ({ driver, driverPhone, truck, trailer }: Crew): readonly string[] =>
  Object.entries({ driver, phone: driverPhone, truck, trailer }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${quoteText(value)}`],
  );
