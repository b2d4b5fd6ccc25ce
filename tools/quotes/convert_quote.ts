import * as z from 'zod';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { NothingToDo, PlanDraft, PlanRecord } from '../../src/mcp/tool/plan.ts';
import { versionOf } from '../../src/contract/kit/record-version.ts';
import { stopsMax } from '../../src/domain/freight/stop.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { quotes } from '../../src/contract/freight/quotes.ts';
import type { Output } from '../../src/contract/kit/operation.ts';
import { localText } from '../../src/domain/places/local-time.ts';
import { amountText } from '../records/amounts.ts';
import { quoteFinder } from '../arguments/finders.ts';
import type { QuoteRecord, ShipmentRecord } from '../records/record-types.ts';
import { describeRoute, placeOf } from '../records/stop-places.ts';
import type { Stop } from '../../src/contract/freight/stop-shapes.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { isOpenQuote, quoteLines, quotePlanRecord } from './quote-view.ts';
import { chargesOf, type Revenue, revenueOf } from './quote-revenue.ts';
import { resolve } from '../arguments/resolve.ts';

export const convertQuote = tool({
  name: 'convert_quote',
  title: 'Convert a quote to a shipment',
  description: `Makes the shipment of a quote that the customer accepted: QUOTED or WON, and once only. A person confirms.
The quote becomes WON; its order and price move to the shipment, without load or carrier.
Price it first with price_quote.`,
  toolset: 'desk',
  gate: 'confirm',
  operations: [
    'quotes.get',
    'quotes.filter',
    'quotes.convertToShipment',
    'orders.get',
    'stops.filter',
    'shipments.get',
  ],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ quote: RecordText }),
  output: z.object({}),
  async plan(ctx, { quote: text }): Promise<PlanDraft | NothingToDo> {
    const { record: quote } = await resolve(ctx, quoteFinder, text);
    const { id, friendlyId, shipmentKey, shipmentId } = quote;
    if (shipmentId !== null) {
      const name = shipmentKey ?? shipmentId;
      return {
        nothingToDo: `Quote ${friendlyId} became shipment ${name} before; no second one was made.`,
        record: { id: shipmentId, friendlyId: shipmentKey, quote: friendlyId },
      };
    }
    refuseUnready(quote);
    const revenue = revenueOf(quote, await chargesOf(ctx, quote));
    const stops = await stopsOf(ctx, quote);
    return {
      gate: 'confirm',
      title: `Make a shipment of quote ${friendlyId}`,
      steps: [
        {
          operation: 'quotes.convertToShipment',
          input: { id, by: 'id' },
          label: `Make a shipment of quote ${friendlyId}`,
          about: { id, friendlyId },
        },
      ],
      records: [quotePlanRecord(quote), routeRecord(quote, stops)],
      lines: [...linesOf(ctx, quote, revenue), ...stops.map(stopLine)],
      money: revenue.cents === 0 ? [] : [{ currency: quote.currency, amountCents: revenue.cents }],
      emails: [],
      sideEffects: quote.status === 'WON' ? [] : ['The quote becomes WON.'],
      undo: 'cancel_shipment cancels the new shipment; the quote stays WON and is not converted again.',
      policyHits: expiryQuestion(ctx, quote),
    };
  },
  async finish(ctx, plan, [outcome]) {
    // The one step returns the ids of the new records.
    const made = (outcome?.status === 'done' ? outcome.answer : undefined) as Output<typeof quotes.convertToShipment>;
    const { shipmentId, shipmentKey } = made;
    const shipment = await shipmentOf(ctx, shipmentId);
    const quote = plan.records[0]?.friendlyId ?? made.quoteId;
    return writeResult({
      status: 'done',
      summary: `Quote ${quote} became shipment ${shipmentKey}.`,
      lines: shipment ? shipmentLines(shipment) : [],
      record: shipment ? shipmentView(shipment) : { id: shipmentId, friendlyId: shipmentKey },
      undo: `cancel_shipment ${JSON.stringify({ shipment: shipmentKey })}; the quote stays WON.`,
      nextActions: [
        {
          tool: 'get_shipment',
          arguments: { shipment: shipmentKey },
          why: 'shows it with everything that is still missing',
        },
      ],
      untrusted: ['/record/customer/name', '/record/route'],
    });
  },
});

/** A quote that cannot become a shipment, refused with what would make it one. */
function refuseUnready(quote: QuoteRecord): void {
  const { id, status, friendlyId, amount } = quote;
  if (status === 'QUOTED' || status === 'WON') return;
  const price: NextAction = {
    tool: 'price_quote',
    arguments: { quote: friendlyId, amount },
    why: 'makes it QUOTED at the amount on it',
  };
  const win: NextAction = {
    tool: 'api_write',
    arguments: { operation: 'quotes.update', input: { id, status: 'WON' } },
    why: 'if the customer accepted after all; then convert it',
  };
  const isUnpriced = isOpenQuote(quote) && amount === null;
  const advice = isUnpriced ? ' Price it with price_quote, at the amount that the desk decides.' : '';
  const error = new WaybillError(
    'CONFLICT',
    `Quote ${friendlyId} is ${status}: only a QUOTED or WON quote becomes a shipment.${advice}`,
  );
  throw withNextActions(error, isUnpriced ? [] : [isOpenQuote(quote) ? price : win]);
}

function linesOf({ timeZone }: ToolContext, quote: QuoteRecord, { text }: Revenue): readonly string[] {
  return [
    ...quoteLines(quote, timeZone),
    `Quote: ${quote.status}`,
    `Makes: one shipment in planning with order ${quote.order.friendlyId}, ${text}; no load, no carrier`,
  ];
}

/** The quote itself does not change with its stops. */
async function stopsOf(ctx: ToolContext, { order }: QuoteRecord): Promise<readonly Stop[]> {
  const { data } = await ctx.api.stops.filter({ filter: { orderId: { equalTo: order.id } }, pageSize: stopsMax });
  const stops = data.filter(({ orderId }) => orderId === order.id);
  return stops.toSorted((left, right) => left.sequence - right.sequence);
}

const routeRecord = ({ order }: QuoteRecord, stops: readonly Stop[]): PlanRecord => ({
  kind: 'order',
  id: order.id,
  friendlyId: order.friendlyId,
  name: null,
  version: versionOf(stops),
});

function stopLine(stop: Stop): string {
  const { sequence, type, location, notes, timeZone } = stop;
  const name = location === null ? '' : ` (${recordText(location.name, 'list')})`;
  const from = [stop.requestedStartDate, stop.requestedStartTime].filter(Boolean).join(' ');
  const to = [stop.requestedEndDate, stop.requestedEndTime].filter(Boolean).join(' ');
  const window = [from, to].filter(Boolean).join(' to ') || 'no date requested';
  const note = notes === null ? '' : `; note ${recordText(notes)}`;
  return `Stop ${sequence}: ${type} ${recordText(placeOf(stop), 'list')}${name}, ${window}${timeZone ? ` (${timeZone})` : ''}${note}`;
}

function expiryQuestion({ askedAt, timeZone }: ToolContext, { expiresAt }: QuoteRecord): readonly string[] {
  if (expiresAt === null || Date.parse(expiresAt) > Date.parse(askedAt)) return [];
  return [`The price expired on ${localText(expiresAt, timeZone)}: check that it still holds.`];
}

/** Undefined where the API does not show it; the shipment was made all the same. */
async function shipmentOf(ctx: ToolContext, id: string): Promise<ShipmentRecord | undefined> {
  try {
    return await ctx.api.shipments.get({ id, by: 'id' });
  } catch {
    // What was made is known by its number; a failed reading must not hide it.
    return undefined;
  }
}

function shipmentView(shipment: ShipmentRecord) {
  const { id, friendlyId, status, customer, orders, pickUpDate, deliveryDate, totalRevenue, currency } = shipment;
  return {
    id,
    friendlyId,
    status,
    customer: { id: customer.id, friendlyId: customer.friendlyId, name: customer.name },
    route: describeRoute(orders.flatMap(({ stops }) => stops)),
    pickUpDate,
    deliveryDate,
    orders: orders.map((order) => order.friendlyId),
    totalRevenue,
    currency,
  };
}

function shipmentLines(shipment: ShipmentRecord): readonly string[] {
  const { customer, status, route: text, pickUpDate, orders, totalRevenue, currency } = shipmentView(shipment);
  return [
    `Customer: ${recordText(customer.name, 'list')} (${customer.friendlyId})`,
    `Route: ${recordText(text, 'list')}, pick up ${pickUpDate ?? 'not set'}`,
    `Status: ${status}; orders ${orders.join(', ')}; revenue ${amountText(totalRevenue, currency)}`,
  ];
}
