import * as z from 'zod';
import { localText } from '../../src/domain/places/local-time.ts';
import { formatMoney, sumByCurrency } from '../../src/domain/money/money.ts';
import { quoteStatuses } from '../../src/domain/freight/quote.ts';
import { listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { centsOf } from '../records/amounts.ts';
import { column, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { chosenFields, DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { localPage } from '../../src/mcp/results/page.ts';
import { isExpiredQuote, isWantedQuote, quoteQuestion, wantedQuotes, type WantedQuotes } from './quote-question.ts';
import { isOpenQuote, laneText } from './quote-view.ts';
import { rangeText } from '../arguments/date-words.ts';

const Input = z.strictObject({
  status: z.enum(['OPEN', ...quoteStatuses]).optional(),
  customer: RecordText.optional(),
  from: DateText.optional().describe('created'),
  to: DateText.optional(),
  expiringWithinHours: z.number().min(1).optional(),
  expired: z.boolean().optional().describe('expired but open'),
  minAmount: MoneyText.optional(),
  maxAmount: MoneyText.optional(),
  ...listArguments,
});
type Asked = z.output<typeof Input>;

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
const hidden = ['currency'];
const onRequest = ['id', 'expiresAt', 'target', 'marginPercent', 'createdAt'];

export const listQuotes = tool({
  name: 'list_quotes',
  title: 'List quotes',
  description: `Quotes to customers (not to carriers) by status, customer, day, amount or expiry, with totals by currency over all that match.
expiringWithinHours: QUOTED and lapsing by then, soonest first; those already expired are counted apart.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['quotes.filter', 'customers.get', 'customers.filter', 'customers.search'],
  input: Input,
  output: listOutput,
  async read(ctx, asked) {
    const fields = chosenFields(asked.fields, { columns, hidden, onRequest });
    const wanted = await wantedQuotes(ctx, asked);
    const found = await scan(ctx, ctx.api.quotes.filter, quoteQuestion(wanted));
    const shown = found.rows.filter((quote) => isWantedQuote(wanted, quote));
    const lapsed = wanted.until === undefined ? [] : found.rows.filter((quote) => isExpiredQuote(quote, wanted.now));
    const sorted = asked.expired === true || wanted.until !== undefined ? shown.toSorted(bySoonest) : shown;
    const { rows, ...page } = localPage(ctx, sorted, asked);
    return listResult({
      summary: [summaryOf(wanted, shown), lapsedSentence(lapsed, asked)].filter(Boolean).join(' '),
      asOf: ctx.now(),
      total: found.isComplete ? shown.length : null,
      totals: totalsOf(shown),
      rows: rows.map((quote) => rowOf(quote, ctx.timeZone, wanted.now)),
      ...withCurrency({ columns, fields, format: asked.format ?? 'table' }),
      hidden,
      onRequest,
      ...page,
      ...(found.coverage !== undefined && { coverage: found.coverage }),
      nextActions: lapsed.length > 0 ? [lapsedAction(asked)] : [],
    });
  },
});

const bySoonest = (left: QuoteRecord, right: QuoteRecord) =>
  Date.parse(left.expiresAt ?? '') - Date.parse(right.expiresAt ?? '');

function totalsOf(found: readonly QuoteRecord[]) {
  return sumByCurrency(
    found.flatMap(({ amount, currency }) => (amount === null ? [] : [{ currency, amountCents: centsOf(amount) }])),
  );
}

function summaryOf(wanted: WantedQuotes, found: readonly QuoteRecord[]): string {
  const { customer, created, hours, statusAsked } = wanted;
  const kind = hours !== undefined ? 'QUOTED ' : statusAsked === undefined ? '' : `${statusAsked} `;
  const parts = [
    `${found.length} ${kind}${found.length === 1 ? 'quote' : 'quotes'}`,
    customer ? `of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
    created ? `created ${rangeText(created)}` : '',
    hours !== undefined ? `expiring within ${hours} hours` : wanted.isExpired ? 'expired but still open' : '',
  ];
  const unpriced = found.filter(({ amount }) => amount === null).length;
  const gap = unpriced > 0 ? ` ${unpriced} of them without a price.` : '';
  return `${parts.filter(Boolean).join(' ')}.${gap}`;
}

/** Quotes whose time has passed are no longer expiring; they are named apart. */
function lapsedSentence(lapsed: readonly QuoteRecord[], asked: Asked): string {
  if (lapsed.length === 0) return '';
  const worth = totalsOf(lapsed).map(({ amountCents, currency }) => formatMoney(amountCents, currency));
  const call = JSON.stringify(lapsedAction(asked).arguments);
  return `Besides, ${lapsed.length} expired while QUOTED${worth.length > 0 ? ` (${worth.join(' and ')})` : ''}: list_quotes ${call}.`;
}

function lapsedAction({ customer }: Asked): NextAction {
  const input = { status: 'QUOTED', expired: true, ...(customer && { customer }) };
  return { tool: 'list_quotes', arguments: input, why: 'lists those that expired and are still open' };
}

function rowOf(quote: QuoteRecord, timeZone: string, now: string): ListRow {
  const { id, friendlyId, status, customer, order, amount, currency, expiresAt, target, margin } = quote;
  return {
    id,
    friendlyId,
    status,
    customer: customer?.name ?? null,
    lane: laneText(quote),
    pickUpDate: order.pickUpDate,
    amount,
    currency,
    expires:
      expiresAt === null
        ? null
        : `${localText(expiresAt, timeZone)}${isOpenQuote(quote) && isExpiredQuote(quote, now) ? ', expired' : ''}`,
    expiresAt,
    shipment: quote.shipmentKey,
    target,
    marginPercent: margin,
    createdAt: quote.createdAt,
  };
}
