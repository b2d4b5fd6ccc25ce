import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate, formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import { openQuote } from '../../src/domain/quotes/quote.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanRecord } from '../../src/mcp/tool/plan.ts';
import type { OrderSummary } from '../../src/contract/types.ts';
import { placeName } from '../../src/domain/places/place-name.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { getStopPlace } from '../lanes/lane-place.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { QuoteRecord } from '../records/record-types.ts';

type OrderPlace = OrderSummary['origin'];

/** Converts a quote to its view in results: the fields that the desk decides by, and the ids for the next call. */
export function quoteView(quote: QuoteRecord) {
  const { id, friendlyId, key, side, status, amount, target, margin, currency, expiresAt, order, customer } = quote;
  return {
    id,
    friendlyId,
    key,
    side,
    status,
    customer: customer && { id: customer.id, friendlyId: customer.friendlyId, name: customer.name },
    lane: formatLane(quote),
    pickUpDate: order.pickUpDate,
    deliveryDate: order.deliveryDate,
    equipment: order.equipment,
    weight: order.weight,
    amount,
    target,
    marginPercent: margin,
    currency,
    expiresAt,
    order: order.friendlyId,
    shipment: quote.shipmentKey,
  };
}

/** Lists the JSON pointers of record text in a quote's view at a member. */
export const listUntrustedFields = (at: string): readonly string[] =>
  ['key', 'customer/name', 'lane', 'equipment/*'].map((member) => `${at}/${member}`);

/** Returns text such as "Dallas, TX to Atlanta, GA". It holds record text. */
export const formatLane = ({ order }: QuoteRecord): string =>
  `${placeText(order.origin)} to ${placeText(order.destination)}`;

/** Returns the lane of a quote, for its history. */
export const getLane = ({ timeZone, askedAt }: Pick<ToolContext, 'timeZone' | 'askedAt'>, quote: QuoteRecord) => ({
  origin: getSummaryPlace(quote.order.origin),
  destination: getSummaryPlace(quote.order.destination),
  currency: quote.currency,
  equipment: quote.order.equipment,
  today: getToday(timeZone, askedAt),
});

const getSummaryPlace = ({ city, stateProvince, postalCode }: OrderPlace) =>
  getStopPlace({ city: city && stateProvince ? { name: city, stateProvince } : null, postalCode });

const placeText = ({ city, stateProvince: state, postalCode }: OrderPlace): string =>
  placeName({ city, state, postalCode }) ?? 'unknown place';

/** Formats the view of a quote as lines, with record text quoted. */
export function quoteLines(quote: QuoteRecord, timeZone: string): readonly string[] {
  const { customer, order, side } = quote;
  const truck = [
    order.equipment.map((name) => recordText(name, 'list')).join(' or '),
    order.weight === null ? '' : `${order.weight} lb`,
  ]
    .filter(Boolean)
    .join(', ');
  return [
    `Customer: ${customer ? `${recordText(customer.name, 'list')} (${customer.friendlyId})` : 'none'}${side === 'BUY' ? ', a buy quote' : ''}`,
    `Lane: ${recordText(formatLane(quote), 'list')}, pickup ${formatDay(order.pickUpDate)}, delivery ${formatDay(order.deliveryDate)}`,
    `Truck: ${truck === '' ? 'not set' : truck}`,
    `Price: ${quote.amount === null ? 'none yet' : formatWireAmount(quote.amount, quote.currency)}; ${formatExpiry(quote, timeZone)}; ${formatMarginLine(quote)}`,
  ];
}

const formatDay = (date: string | null): string => (date === null ? 'not set' : formatDate(date));

export function formatExpiry({ expiresAt }: Pick<QuoteRecord, 'expiresAt'>, timeZone: string): string {
  return expiresAt === null ? 'no expiry date' : `good until ${formatLocalTime(expiresAt, timeZone)}`;
}

function formatMarginLine({ target, currency, margin }: QuoteRecord): string {
  if (target === null) return 'margin unknown, no target cost on the quote';
  return `margin ${formatMargin(margin)} against a target cost of ${formatWireAmount(target, currency)}`;
}

export const isOpenQuote = ({ status }: Pick<QuoteRecord, 'status'>): boolean => isMet(openQuote, { status });

/** Returns the quote as a plan names it. */
export const quotePlanRecord = (quote: QuoteRecord): PlanRecord => ({
  kind: 'quote',
  id: quote.id,
  friendlyId: quote.friendlyId,
  name: quote.customer ? recordText(quote.customer.name, 'list') : null,
});
