import { describeCode } from '../../src/domain/text/code-words.ts';
import { countDaysBetween, getToday } from '../../src/domain/kit/dates.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { openQuote } from '../../src/domain/quotes/quote.ts';
import { fromCents, computePercent } from '../../src/domain/money/money.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import {
  codeColumn,
  column,
  dateColumn,
  countColumn,
  moneyColumn,
  percentColumn,
  textColumn,
} from '../records/columns.ts';
import type { Groupings } from '../records/row-groups.ts';
import type { QueryOrder } from '../copied/sorted-query.ts';
import { type CountedQuotes, listEquipment, quoteExpressions, quoteMargin, type QuoteRow } from './stored-quotes.ts';

/** Time zone and time in which a list of quotes is read. */
interface QuoteReadTime {
  readonly timeZone: string;
  readonly now: string;
}

/** Orders that a model is told about. */
export const quoteOrders = ['pickup', 'amount', 'margin', 'age'];
export const quoteGroupings = ['customer', 'status', 'lane', 'equipment', 'assignee', 'lostReason', 'month'];

const columns = [
  column('friendlyId', 'Quote'),
  codeColumn('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  dateColumn('pickUpDate', 'Pick up'),
  moneyColumn('amount', 'Amount'),
  column('expires', 'Expires'),
  column('shipment', 'Shipment'),
];

const further = [
  dateColumn('deliveryDate', 'Deliver'),
  textColumn('equipment', 'Equipment'),
  countColumn('weight', 'Weight (lb)'),
  countColumn('miles', 'Miles'),
  moneyColumn('target', 'Target cost'),
  moneyColumn('margin', 'Margin'),
  percentColumn('marginPercent', 'Margin %'),
  countColumn('age', 'Age (days)'),
  column('created', 'Created'),
  textColumn('assignee', 'Assignee'),
  textColumn('contact', 'Contact'),
  textColumn('lostReason', 'Lost reason'),
];

/** Columns of lost quotes: the reason, but no expiry and no shipment, which mean nothing any more. */
const lostColumns = {
  columns: [
    ...columns.filter(({ key }) => !['expires', 'shipment'].includes(key)),
    ...further.filter(({ key }) => key === 'lostReason'),
  ],
  further: [
    ...further.filter(({ key }) => key !== 'lostReason'),
    ...columns.filter(({ key }) => ['expires', 'shipment'].includes(key)),
  ],
};

/** Builds the options of a list of quotes: its columns, orders and groupings. */
export const buildQuoteListOptions = (
  at: QuoteReadTime,
  isAboutLost = false,
): ListOptions<CountedQuotes, QuoteRow, QueryOrder> => ({
  ...(isAboutLost ? lostColumns : { columns, further }),
  hidden: ['currency'],
  onRequest: ['id', 'expiresAt', 'createdAt'],
  orders,
  groupings,
  measures: [{ key: 'amount', title: 'Amount', cents: ({ amountCents }) => amountCents }],
  ratios: [
    {
      key: 'marginPercent',
      title: 'Margin %',
      part: ({ marginCents }) => marginCents,
      whole: ({ marginAmountCents }) => marginAmountCents,
    },
  ],
  countOf: ({ count }) => count,
  currencyOf: ({ currency }) => currency,
  buildRow: (quote) => toRow(quote, at),
});

/** Orders of quotes `q` with their order `o`. */
const orders: Readonly<Record<string, QueryOrder>> = {
  created: { by: quoteExpressions.ref('q.created_at'), first: 'high', shows: ['created'] },
  pickup: { by: quoteExpressions.ref('o.pick_up_date'), first: 'low' },
  expires: { by: quoteExpressions.ref('q.expires_at'), first: 'low' },
  amount: { by: quoteExpressions.ref('q.amount_cents'), currency: quoteExpressions.ref('q.currency'), first: 'high' },
  margin: {
    by: quoteMargin,
    currency: quoteExpressions.ref('q.currency'),
    first: 'high',
    shows: ['target', 'margin', 'marginPercent'],
  },
  age: { by: quoteExpressions.ref('q.created_at'), first: 'high', isReversed: true, shows: ['age'] },
};

const getKey = ({ key }: CountedQuotes) => key;

const groupings: Groupings<CountedQuotes> = {
  customer: { column: textColumn('customer', 'Customer'), of: getKey },
  status: { column: codeColumn('status', 'Status'), of: getKey },
  lane: { column: textColumn('lane', 'Lane'), of: getKey },
  equipment: { column: textColumn('equipment', 'Equipment'), of: getKey },
  assignee: { column: textColumn('assignee', 'Assignee'), of: getKey },
  lostReason: { column: column('lostReason', 'Lost reason'), of: getKey },
  month: { column: dateColumn('month', 'Month created'), of: getKey, isOrdered: true },
};

const toAmount = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));

function toRow(quote: QuoteRow, { timeZone, now }: QuoteReadTime): ListRow {
  const { amount_cents: amount, target_cents: target, origin_place: origin, destination_place: destination } = quote;
  const margin = amount === null || target === null ? null : amount - target;
  return {
    id: quote.id,
    friendlyId: quote.friendly_id,
    status: quote.status,
    customer: quote.customer,
    lane: `${origin ?? 'unknown place'} to ${destination ?? 'unknown place'}`,
    pickUpDate: quote.pick_up_date,
    deliveryDate: quote.delivery_date,
    equipment: listEquipment(quote.equipment_names).join(' or ') || null,
    weight: quote.weight,
    miles: quote.mileage,
    amount: toAmount(amount),
    currency: quote.currency,
    expires: describeExpiry(quote, { timeZone, now }),
    expiresAt: quote.expires_at,
    shipment: quote.shipment,
    target: toAmount(target),
    margin: toAmount(margin),
    marginPercent: margin === null || amount === null ? null : computePercent(margin, amount),
    age: countDaysBetween(getToday(timeZone, quote.created_at), getToday(timeZone, now)),
    created: formatLocalTime(quote.created_at, timeZone),
    createdAt: quote.created_at,
    assignee: quote.assignee_name ?? quote.assignee_email,
    contact: quote.phone,
    lostReason: describeLoss(quote),
  };
}

function describeExpiry(quote: QuoteRow, { timeZone, now }: QuoteReadTime): string | null {
  if (quote.expires_at === null) return null;
  const hasExpired = isMet(openQuote, quote) && Date.parse(quote.expires_at) <= Date.parse(now);
  return `${formatLocalTime(quote.expires_at, timeZone)}${hasExpired ? ', expired' : ''}`;
}

const describeLoss = ({ lost_reason: reason, lost_reason_text: text }: QuoteRow): string | null =>
  [reason && describeCode(reason), text].filter(Boolean).join(': ') || null;
