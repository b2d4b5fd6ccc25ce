import { codeWords } from '../../src/domain/kit/code-words.ts';
import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { localText } from '../../src/domain/places/local-time.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, percentColumn, textColumn } from '../records/columns.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import type { Groupings } from '../records/row-groups.ts';
import { deskSql, type OnDay } from '../copied/measure-sql.ts';
import type { StoredOrder } from '../copied/stored-order.ts';
import { type CountedQuotes, marginSql } from './stored-quotes.ts';
import { isExpiredQuote } from './quote-question.ts';
import { isOpenQuote, laneText } from './quote-view.ts';

/** Where and when a list of quotes is read. */
interface ReadAt {
  readonly timeZone: string;
  readonly now: string;
}

/** Those that a model is told of. */
export const quoteOrders = ['pickup', 'amount', 'margin', 'age'];
export const quoteGroupings = ['customer', 'status', 'lane', 'equipment', 'assignee', 'lostReason', 'month'];

const columns = [
  column('friendlyId', 'Quote'),
  column('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  column('pickUpDate', 'Pick up'),
  moneyColumn('amount', 'Amount'),
  column('expires', 'Expires'),
  column('shipment', 'Shipment'),
];

const further = [
  column('deliveryDate', 'Deliver'),
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

/** Of lost ones one asks why; when they would have expired, and their shipment, says nothing any more. */
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

/** What a list of quotes can show, and by what it can be ordered and counted. */
export const quoteListOptions = (
  at: ReadAt,
  isAboutLost = false,
): ListOptions<CountedQuotes, QuoteRecord, StoredOrder> => ({
  ...(isAboutLost ? lostColumns : { columns, further }),
  hidden: ['currency'],
  onRequest: ['id', 'expiresAt', 'createdAt'],
  orders: ordersOf({ today: todayIn(at.timeZone, at.now), timeZone: at.timeZone }),
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
  rowOf: (quote) => rowOf(quote, at),
});

/** Orders of quotes `q` with their order `o`. */
const ordersOf = (onDay: OnDay): Readonly<Record<string, StoredOrder>> => ({
  created: { by: 'q.created_at', first: 'high', shows: ['created'] },
  pickup: { by: 'o.pick_up_date', first: 'low', tables: ['freight_order'] },
  expires: { by: 'q.expires_at', first: 'low' },
  amount: { by: 'q.amount_cents', first: 'high' },
  margin: { by: marginSql, first: 'high', shows: ['target', 'margin', 'marginPercent'] },
  age: { by: deskSql('julianday($today) - julianday(day(q.created_at))', onDay), first: 'high', shows: ['age'] },
});

const keyOf = ({ key }: CountedQuotes) => key;

const groupings: Groupings<CountedQuotes> = {
  customer: { column: textColumn('customer', 'Customer'), of: keyOf },
  status: { column: column('status', 'Status'), of: keyOf },
  lane: { column: textColumn('lane', 'Lane'), of: keyOf },
  equipment: { column: textColumn('equipment', 'Equipment'), of: keyOf },
  assignee: { column: textColumn('assignee', 'Assignee'), of: keyOf },
  lostReason: { column: column('lostReason', 'Lost reason'), of: keyOf },
  month: { column: column('month', 'Month created'), of: keyOf, isOrdered: true },
};

const nameOf = ({ name, email }: NonNullable<QuoteRecord['assignee']>) => name ?? email;

function marginOf({ amount, target }: QuoteRecord): number | null {
  return amount === null || target === null ? null : centsOf(amount) - centsOf(target);
}

const ageOf = ({ createdAt }: QuoteRecord, { timeZone, now }: ReadAt): number =>
  daysBetween(todayIn(timeZone, createdAt), todayIn(timeZone, now));

function rowOf(quote: QuoteRecord, at: ReadAt): ListRow {
  const { id, friendlyId, status, customer, order, amount, currency, expiresAt, target, assignee } = quote;
  const margin = marginOf(quote);
  return {
    id,
    friendlyId,
    status,
    customer: customer?.name ?? null,
    lane: laneText(quote),
    pickUpDate: order.pickUpDate,
    deliveryDate: order.deliveryDate,
    equipment: order.equipment.join(' or ') || null,
    weight: order.weight,
    miles: order.mileage,
    amount,
    currency,
    expires: expiryOf(quote, at),
    expiresAt,
    shipment: quote.shipmentKey,
    target,
    margin: margin === null ? null : fromCents(margin),
    marginPercent: quote.margin,
    age: ageOf(quote, at),
    created: localText(quote.createdAt, at.timeZone),
    createdAt: quote.createdAt,
    assignee: assignee && nameOf(assignee),
    contact: customer?.phoneNumber ?? null,
    lostReason: lostText(quote),
  };
}

function expiryOf(quote: QuoteRecord, { timeZone, now }: ReadAt): string | null {
  if (quote.expiresAt === null) return null;
  return `${localText(quote.expiresAt, timeZone)}${isOpenQuote(quote) && isExpiredQuote(quote, now) ? ', expired' : ''}`;
}

const lostText = ({ lostReason, lostReasonText }: QuoteRecord): string | null =>
  [lostReason && codeWords(lostReason), lostReasonText].filter(Boolean).join(': ') || null;
