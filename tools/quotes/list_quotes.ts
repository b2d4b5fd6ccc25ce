import * as z from 'zod';
import { formatMoney, sumByCurrency } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { centsOf } from '../records/amounts.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { listView, viewArguments, viewPage } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { isExpiredQuote, isWantedQuote, quoteQuestion, wantedQuotes, type WantedQuotes } from './quote-question.ts';
import { quoteGroupings, quoteListOptions, quoteOrders } from './quote-list.ts';
import { rangeText } from '../arguments/date-words.ts';

const Input = z.strictObject({
  status: z.string().max(200).optional().describe('open, or QUOTED, LOST ...'),
  customer: RecordText.optional(),
  from: DateText.optional().describe('created'),
  to: DateText.optional(),
  expiringWithinHours: z.number().min(1).optional(),
  expired: z.boolean().optional().describe('expired but open'),
  minAmount: MoneyText.optional(),
  maxAmount: MoneyText.optional(),
  ...viewArguments(quoteOrders, quoteGroupings),
  ...listArguments,
});
type Asked = z.output<typeof Input>;

export const listQuotes = tool({
  name: 'list_quotes',
  title: 'List quotes',
  description: `Quotes to customers, totals over all that match. expiringWithinHours: soonest first.
fields also: equipment, miles, target, margin, age, assignee, contact, lostReason.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['quotes.filter', 'customers.get', 'customers.filter', 'customers.search'],
  input: Input,
  output: listOutput,
  async read(ctx, asked) {
    const now = ctx.now();
    const view = listView(quoteListOptions({ timeZone: ctx.timeZone, now }, isAboutLost(asked)), asked);
    const wanted = await wantedQuotes(ctx, asked);
    const found = await scan(ctx, ctx.api.quotes.filter, quoteQuestion(wanted));
    const shown = found.rows.filter((quote) => isWantedQuote(wanted, quote));
    const lapsed = wanted.until === undefined ? [] : found.rows.filter((quote) => isExpiredQuote(quote, wanted.now));
    const sorted = asked.expired === true || wanted.until !== undefined ? shown.toSorted(bySoonest) : shown;
    const page = viewPage(ctx, view, sorted);
    return listResult({
      summary: [summaryOf(wanted, shown), view.words, lapsedSentence(lapsed, asked)].filter(Boolean).join(' '),
      asOf: now,
      totals: totalsOf(shown),
      ...page,
      total: found.isComplete ? page.total : null,
      ...(found.coverage !== undefined && { coverage: found.coverage }),
      nextActions: lapsed.length > 0 ? [lapsedAction(asked)] : [],
    });
  },
});

const isAboutLost = ({ status }: Asked): boolean => status?.trim().toUpperCase() === 'LOST';

const bySoonest = (left: QuoteRecord, right: QuoteRecord) =>
  Date.parse(left.expiresAt ?? '') - Date.parse(right.expiresAt ?? '');

function totalsOf(found: readonly QuoteRecord[]) {
  return sumByCurrency(
    found.flatMap(({ amount, currency }) => (amount === null ? [] : [{ currency, amountCents: centsOf(amount) }])),
  );
}

function summaryOf(wanted: WantedQuotes, found: readonly QuoteRecord[]): string {
  const { customer, days, daysOf, hours, statusText } = wanted;
  const parts = [
    `${found.length} ${statusText}${found.length === 1 ? 'quote' : 'quotes'}`,
    customer ? `of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
    days ? `${daysOf === 'closedTime' ? 'closed' : 'created'} ${rangeText(days)}` : '',
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
