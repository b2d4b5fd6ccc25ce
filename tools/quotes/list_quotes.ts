import { formatCall } from '../../src/mcp/text/format-call.ts';
import { type Completeness, formatLowerBound } from '../../src/domain/kit/completeness.ts';
import type { Expression, SqlBool } from 'kysely';
import * as z from 'zod';
import { type CurrencyTotal, formatMoney } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getSpan } from '../../src/mcp/results/page.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { toOnDay } from '../copied/measure-sql.ts';
import type { QueryOrder } from '../copied/sorted-query.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, buildListView, buildStoredPage, declareViewArguments } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/money-input.ts';
import { matchLapsed, matchQuotes, parseQuoteCriteria, type WantedQuotes } from './quote-question.ts';
import { quoteGroupings, buildQuoteListOptions, quoteOrders } from './quote-list.ts';
import { formatRange } from '../arguments/date-words.ts';
import {
  type CountedQuotes,
  replaceKeys,
  type QuotedAmount,
  quoteExpressions,
  type QuoteRow,
  selectAmounts,
  selectGroups,
  selectPage,
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
  ...declareViewArguments(quoteOrders, quoteGroupings),
  ...listArguments,
});
type ListQuotesInput = z.output<typeof Input>;

export const listQuotes = tool({
  name: 'list_quotes',
  title: 'List quotes',
  description: `Quotes to customers, totals over all that match. expiringWithinHours: soonest first.
fields also: equipment, miles, target, margin, age, assignee, contact, lostReason.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['customers.get', 'customers.filter', 'customers.search'],
  input: Input,
  output: listOutput,
  async read(ctx, input) {
    const now = ctx.now();
    const view = buildListView(buildQuoteListOptions({ timeZone: ctx.timeZone, now }, isAboutLost(input)), input);
    const criteria = await parseQuoteCriteria(ctx, input);
    const condition = matchQuotes(criteria);
    const { amounts, lapsed, ...source } = await readList(ctx, { view, condition, criteria });
    const page = await buildStoredPage(ctx, view, { total: countQuotes(amounts), ...source });
    return listResult({
      summary: [formatSummary(criteria, amounts, ctx.completeness()), view.words, describeLapsed(lapsed, input)]
        .filter(Boolean)
        .join(' '),
      asOf: now,
      totals: toTotals(amounts),
      ...page,
      nextActions: lapsed.length > 0 ? [suggestLapsedAction(input)] : [],
    });
  },
});

type QuoteListView = ListView<CountedQuotes, QuoteRow, QueryOrder>;

interface QuoteQuestion {
  readonly view: QuoteListView;
  readonly condition: Expression<SqlBool>;
  readonly criteria: WantedQuotes;
}

/** Reads the totals of a list at one moment with its page, or with its groups. */
async function readList(ctx: ToolContext, { view, condition, criteria }: QuoteQuestion) {
  const { db, readTogether } = await ctx.records();
  const counts = {
    amounts: selectAmounts(db, condition),
    ...(criteria.until !== undefined && { lapsed: selectAmounts(db, matchLapsed(criteria)) }),
  };
  const { groupBy } = view;
  if (groupBy === undefined) {
    const orders = [view.order, isAboutExpiry(criteria) ? soonest : undefined].flatMap((order) => order ?? []);
    const read = await readTogether({
      ...counts,
      rows: selectPage(db, condition, { span: getSpan(ctx, view.requested), orders }),
    });
    return { amounts: read.amounts, lapsed: read.lapsed ?? [], rows: async () => read.rows, counted: async () => [] };
  }
  const onDay = toOnDay(ctx);
  const read = await readTogether({ ...counts, groups: selectGroups(db, condition, { onDay, groupBy }) });
  const groups = await replaceKeys(db, read.groups, groupBy);
  return { amounts: read.amounts, lapsed: read.lapsed ?? [], rows: async () => [], counted: async () => groups };
}

const isAboutExpiry = ({ isExpired, until }: WantedQuotes): boolean => isExpired || until !== undefined;

const soonest: QueryOrder = { by: quoteExpressions.ref('q.expires_at'), first: 'low' };

const isAboutLost = ({ status }: ListQuotesInput): boolean => status?.trim().toUpperCase() === 'LOST';

const countQuotes = (amounts: readonly QuotedAmount[]): number => amounts.reduce((sum, { count }) => sum + count, 0);

const toTotals = (amounts: readonly QuotedAmount[]): readonly CurrencyTotal[] =>
  amounts.flatMap(({ currency, priced, cents }) =>
    cents === null ? [] : [{ currency, count: priced, amountCents: cents }],
  );

function formatSummary(criteria: WantedQuotes, amounts: readonly QuotedAmount[], completeness: Completeness): string {
  const count = countQuotes(amounts);
  const { customer, days, daysOf, hours, statusText } = criteria;
  const parts = [
    formatLowerBound(`${count} ${statusText}${count === 1 ? 'quote' : 'quotes'}`, completeness),
    customer ? `of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
    days ? `${daysOf === 'closedTime' ? 'closed' : 'created'} ${formatRange(days)}` : '',
    hours !== undefined ? `expiring within ${hours} hours` : criteria.isExpired ? 'expired but still open' : '',
  ];
  const unpriced = amounts.reduce((sum, amount) => sum + amount.count - amount.priced, 0);
  const gap = unpriced === 0 ? '' : count === 1 ? ' It has no price.' : ` ${unpriced} of them without a price.`;
  return `${parts.filter(Boolean).join(' ')}.${gap}`;
}

/** Describes expired quotes that are still open. They are listed separately, because they are no longer expiring. */
function describeLapsed(lapsed: readonly QuotedAmount[], input: ListQuotesInput): string {
  if (lapsed.length === 0) return '';
  const worth = toTotals(lapsed).map(({ amountCents, currency }) => formatMoney(amountCents, currency));
  const call = formatCall('list_quotes', suggestLapsedAction(input).arguments);
  return `Besides, ${countQuotes(lapsed)} expired without an answer${worth.length > 0 ? ` (${worth.join(' and ')})` : ''}: ${call}.`;
}

function suggestLapsedAction({ customer }: ListQuotesInput): NextAction {
  const input = { status: 'QUOTED', expired: true, ...(customer && { customer }) };
  return { tool: 'list_quotes', arguments: input, why: 'lists those that expired and are still open' };
}
