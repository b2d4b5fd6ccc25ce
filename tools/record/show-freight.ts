import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { quoteLines, listUntrustedFields, quoteView } from '../quotes/quote-view.ts';
import { amountText } from '../records/amounts.ts';
import type { LoadRecord } from '../records/record-types.ts';
import { section, type ShownRecord, text } from './shown-record.ts';
import { unsentCarrier } from '../records/parties.ts';

export async function showQuote(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const quote = await ctx.api.quotes.get({ id, by: 'id' });
  const { friendlyId, status, shipmentKey, lostReasonText } = quote;
  return {
    summary: `${friendlyId}: ${status}${quote.amount === null ? ', no price yet' : `, ${amountText(quote.amount, quote.currency)}`}${shipmentKey === null ? '' : `, became ${shipmentKey}`}.`,
    lines: [
      ...quoteLines(quote, ctx.timeZone),
      ...(quote.lostReason === null
        ? []
        : [`Lost: ${quote.lostReason}${lostReasonText === null ? '' : `, ${text(lostReasonText)}`}`]),
    ],
    record: quoteView(quote),
    untrusted: listUntrustedFields(''),
    nextActions:
      shipmentKey === null
        ? []
        : [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'the shipment that it became' }],
  };
}

/** A load: where it stops, who carries it with which truck and driver, and what that costs, charge by charge. */
export async function showLoad(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const load = await ctx.api.loads.get({ id, by: 'id' });
  const { friendlyId, shipmentKey, status, currency } = load;
  const money = (amount: number | null) => amountText(amount, currency);
  const stops = load.stops.map(({ sequence, type, address, actualArrival, actualDeparture }) => ({
    sequence,
    type,
    place: [address?.city, address?.state].filter(Boolean).join(', ') || 'unknown place',
    arrived: actualArrival && formatLocalTime(actualArrival, ctx.timeZone),
    left: actualDeparture && formatLocalTime(actualDeparture, ctx.timeZone),
  }));
  const carriers = load.carriers.map(carrierView);
  return {
    summary: `${friendlyId} of ${shipmentKey}: ${status}, ${
      carriers
        .filter((one) => isMet(activeAssignment, one))
        .map((one) => (one.name === null ? unsentCarrier : text(one.name)))
        .join(' and ') || 'no carrier'
    }, ${money(load.totalCost)}.`,
    lines: [
      ...stops.map(
        ({ sequence, type, place, arrived, left }) =>
          `Stop ${sequence}: ${type} ${text(place)}${arrived ? `, arrived ${arrived}` : ''}${left ? `, left ${left}` : ''}`,
      ),
      ...carriers.flatMap((one) => carrierLines(one, money)),
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

type CarrierView = ReturnType<typeof carrierView>;

const carrierView = (one: LoadRecord['carriers'][number]) => ({
  friendlyId: one.carrier?.friendlyId ?? null,
  name: one.carrier?.name ?? null,
  phone: one.contact?.phone ?? one.carrier?.phoneNumber ?? null,
  status: one.status,
  billing: one.billingStatus,
  driver: one.driverName,
  driverPhone: one.driverPhone,
  truck: one.truckNumber,
  trailer: one.trailerNumber,
  cost: one.totalCost,
  charges: one.charges.map(({ chargeCode, total }) => ({ name: chargeCode.name, total })),
});

const carrierLines = (one: CarrierView, money: (amount: number | null) => string): readonly string[] => [
  `Carrier: ${one.name === null ? unsentCarrier : `${text(one.name)} (${one.friendlyId})`} ${one.status}, ${money(one.cost)}, bill ${one.billing}${one.phone === null ? '' : `, ${text(one.phone)}`}`,
  ...section('Crew', crewOf(one)),
  ...section(
    'Charges',
    one.charges.map(({ name, total }) => `${text(name)} ${money(total)}`),
  ),
];

type Crew = Readonly<Record<'driver' | 'driverPhone' | 'truck' | 'trailer', string | null>>;

const crewOf = ({ driver, driverPhone, truck, trailer }: Crew): readonly string[] =>
  Object.entries({ driver, phone: driverPhone, truck, trailer }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${text(value)}`],
  );
