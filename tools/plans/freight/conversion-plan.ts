import { quoteLifecycle } from '../../../src/domain/quotes/quote.ts';
import { listAllowedActions } from '../../../src/domain/kit/lifecycle.ts';
import { stopsMax } from '../../../src/domain/stops/stop.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { checkFloor } from '../../../src/domain/money/margin.ts';
import { formatDate, formatLocalTime } from '../../../src/domain/places/local-time.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readCharges, computeRevenue } from '../../quotes/quote-revenue.ts';
import { isOpenQuote, quoteLines } from '../../quotes/quote-view.ts';
import { formatParty } from '../../records/parties.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { QuoteRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatStoredStopLine } from './stop-lines.ts';
import type { Stop } from '../../../src/contract/types.ts';

/** Plans the shipment that a quote becomes, with its price and whether that still holds. */
export async function planConversion(ctx: ToolContext, current: JsonObject): Promise<PlanPart> {
  // The API's own reading of a quote has the shape that the contract declares.
  const quote = current as unknown as QuoteRecord;
  // One that became a shipment answers with that shipment again.
  if (quote.shipmentId !== null) return {};
  refuseUnready(quote);
  const revenue = computeRevenue(quote, await readCharges(ctx, quote));
  const stops = await readStops(ctx, quote);
  return {
    gate: 'confirm',
    title: `Make a shipment of quote ${quote.friendlyId} of ${formatParty(quote.customer, 'customer')}`,
    lines: [
      ...quoteLines(quote, ctx.timeZone),
      `Quote status: ${formatCode(quote.status)}`,
      `Makes: one shipment in planning with order ${quote.order.friendlyId}, ${revenue.text}; no load, no carrier`,
      ...(stops ? stops.map(formatStoredStopLine) : [describeUnknownStops(quote)]),
    ],
    ids: collectShownIds(quote, stops ?? []),
    money: revenue.cents === 0 ? [] : [{ currency: quote.currency, amountCents: revenue.cents }],
    sideEffects: quote.status === 'WON' ? [] : ['The quote becomes won.'],
    undo: 'The new shipment can be canceled; the quote stays won and is not converted again.',
    undoCall: 'cancel_shipment',
    hits: [...checkExpiry(ctx, quote), ...checkMargin(ctx, quote)],
  };
}

const collectShownIds = ({ id, customer, order }: QuoteRecord, stops: readonly Stop[]): ReadonlySet<string> =>
  new Set([id, order.id, ...(customer ? [customer.id] : []), ...stops.map(({ id }) => id)]);

/** Refuses a quote that cannot become a shipment, with the next step that makes it ready. */
function refuseUnready(quote: QuoteRecord): void {
  const { id, status, friendlyId, amount } = quote;
  if (listAllowedActions(quoteLifecycle, status).some((action) => action === 'convert')) return;
  const price: NextAction = {
    tool: 'price_quote',
    arguments: { quote: friendlyId, amount },
    why: 'quotes it at the amount on it',
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
    `Quote ${friendlyId} is ${formatCode(status)}: only a quoted or won quote becomes a shipment.${advice}`,
  );
  throw withNextActions(error, isUnpriced ? [] : [isOpenQuote(quote) ? price : win]);
}

/** Reads the stops separately: the quote itself does not change with its stops. */
async function readStops(ctx: ToolContext, { order }: QuoteRecord): Promise<readonly Stop[] | undefined> {
  const filter = { orderId: { equalTo: order.id } };
  const page = await readOrUnknown(() => ctx.api.stops.filter({ filter, pageSize: stopsMax }));
  const stops = page?.data.filter(({ orderId }) => orderId === order.id);
  return stops?.toSorted((a, b) => a.sequence - b.sequence);
}

function describeUnknownStops({ order: { origin, destination, pickUpDate } }: QuoteRecord): string {
  const [from, to] = [origin, destination].map(({ city, stateProvince, postalCode }) =>
    recordText([city, stateProvince].filter(Boolean).join(', ') || (postalCode ?? 'an unknown place'), 'list'),
  );
  return `From ${from} to ${to}, pickup ${pickUpDate === null ? 'on no date' : formatDate(pickUpDate)}. This API can't list the stops of a quote, so their windows and notes are unknown.`;
}

function checkExpiry({ askedAt, timeZone }: ToolContext, { expiresAt }: QuoteRecord): readonly string[] {
  if (expiresAt === null || Date.parse(expiresAt) > Date.parse(askedAt)) return [];
  return [`The price expired on ${formatLocalTime(expiresAt, timeZone)}: check that it still holds.`];
}

/** Checks the margin against the target cost, where one is known. */
function checkMargin({ policy }: ToolContext, { side, amount, target }: QuoteRecord): readonly string[] {
  if (side === 'BUY' || amount === null || target === null) return [];
  const hit = checkFloor({ revenueCents: toAmountCents(amount), costCents: toAmountCents(target) }, policy.marginFloor);
  return hit === null ? [] : [hit];
}
