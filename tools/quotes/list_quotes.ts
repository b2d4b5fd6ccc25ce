import * as z from 'zod';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { type CurrencyTotal, formatMoney } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import type { StoredOrder } from '../copied/stored-order.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, listView, storedPage, viewArguments } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { isStillWanted, lapsedCondition, quoteCondition, wantedQuotes, type WantedQuotes } from './quote-question.ts';
import { quoteGroupings, quoteListOptions, quoteOrders } from './quote-list.ts';
import { rangeText } from '../arguments/date-words.ts';
import {
  type CountedQuotes,
  countedQuotes,
  groupingTables,
  type QuotedAmount,
  quotedAmounts,
  quoteIds,
} from './stored-quotes.ts';

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
  operations: [
    'quotes.filter',
    'orders.filter',
    'locations.filter',
    'users.filter',
    'customers.get',
    'customers.filter',
    'customers.search',
  ],
  input: Input,
  output: listOutput,
  async read(ctx, asked) {
    const now = ctx.now();
    const onDay = { today: todayIn(ctx.timeZone, now), timeZone: ctx.timeZone };
    const view = listView(quoteListOptions({ timeZone: ctx.timeZone, now }, isAboutLost(asked)), asked);
    const wanted = await wantedQuotes(ctx, asked);
    const { read } = await copyNow(ctx, ['quote', ...tablesOf(view)]);
    const condition = quoteCondition(wanted);
    const usual = wanted.isExpired || wanted.until !== undefined ? soonest : undefined;
    const amounts = await quotedAmounts(read, condition);
    const lapsed = wanted.until === undefined ? [] : await quotedAmounts(read, lapsedCondition(wanted));
    const page = await storedPage(ctx, view, {
      total: countOf(amounts),
      rows: async (span, order) => shown(ctx, wanted, await quoteIds(read, { condition, usual }, span, order)),
      counted: (grouping) => countedQuotes(read, { condition, onDay }, grouping),
    });
    return listResult({
      summary: [summaryOf(wanted, amounts), view.words, lapsedSentence(lapsed, asked)].filter(Boolean).join(' '),
      asOf: now,
      totals: totalsOf(amounts),
      ...page,
      nextActions: lapsed.length > 0 ? [lapsedAction(asked)] : [],
    });
  },
});

type View = ListView<CountedQuotes, QuoteRecord, StoredOrder>;

/** What an order or a group reads. */
const tablesOf = (view: View): readonly CollectionName[] =>
  view.groupBy === undefined ? (view.order?.tables ?? []) : groupingTables(view.groupBy);

const soonest: StoredOrder = { by: 'q.expires_at', first: 'low' };

/** Quotes of a page as the API shows them now. */
async function shown(ctx: ToolContext, wanted: WantedQuotes, ids: readonly string[]): Promise<readonly QuoteRecord[]> {
  const records = await recordsById<QuoteRecord>(ids, (question) => scan(ctx, ctx.api.quotes.filter, question));
  return ids.flatMap((id) => records.get(id) ?? []).filter((quote) => isStillWanted(wanted, quote));
}

const isAboutLost = ({ status }: Asked): boolean => status?.trim().toUpperCase() === 'LOST';

const countOf = (amounts: readonly QuotedAmount[]): number => amounts.reduce((sum, { count }) => sum + count, 0);

const totalsOf = (amounts: readonly QuotedAmount[]): readonly CurrencyTotal[] =>
  amounts.flatMap(({ currency, priced, cents }) =>
    cents === null ? [] : [{ currency, count: priced, amountCents: cents }],
  );

function summaryOf(wanted: WantedQuotes, amounts: readonly QuotedAmount[]): string {
  const count = countOf(amounts);
  const { customer, days, daysOf, hours, statusText } = wanted;
  const parts = [
    `${count} ${statusText}${count === 1 ? 'quote' : 'quotes'}`,
    customer ? `of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
    days ? `${daysOf === 'closedTime' ? 'closed' : 'created'} ${rangeText(days)}` : '',
    hours !== undefined ? `expiring within ${hours} hours` : wanted.isExpired ? 'expired but still open' : '',
  ];
  const unpriced = amounts.reduce((sum, one) => sum + one.count - one.priced, 0);
  const gap = unpriced > 0 ? ` ${unpriced} of them without a price.` : '';
  return `${parts.filter(Boolean).join(' ')}.${gap}`;
}

/** Quotes whose time has passed are no longer expiring; they are named apart. */
function lapsedSentence(lapsed: readonly QuotedAmount[], asked: Asked): string {
  if (lapsed.length === 0) return '';
  const worth = totalsOf(lapsed).map(({ amountCents, currency }) => formatMoney(amountCents, currency));
  const call = JSON.stringify(lapsedAction(asked).arguments);
  return `Besides, ${countOf(lapsed)} expired while QUOTED${worth.length > 0 ? ` (${worth.join(' and ')})` : ''}: list_quotes ${call}.`;
}

function lapsedAction({ customer }: Asked): NextAction {
  const input = { status: 'QUOTED', expired: true, ...(customer && { customer }) };
  return { tool: 'list_quotes', arguments: input, why: 'lists those that expired and are still open' };
}
