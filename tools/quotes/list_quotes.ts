import { type Completeness, formatLowerBound } from '../../src/domain/kit/completeness.ts';
import type { Expression, SqlBool } from 'kysely';
import * as z from 'zod';
import { type CurrencyTotal, formatMoney } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { spanOf } from '../../src/mcp/results/page.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { toOnDay } from '../copied/measure-sql.ts';
import type { QueryOrder } from '../copied/sorted-query.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, listView, storedPage, viewArguments } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { matchLapsed, matchQuotes, wantedQuotes, type WantedQuotes } from './quote-question.ts';
import { quoteGroupings, quoteListOptions, quoteOrders } from './quote-list.ts';
import { rangeText } from '../arguments/date-words.ts';
import {
  type CountedQuotes,
  nameGroups,
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
  operations: ['customers.get', 'customers.filter', 'customers.search'],
  input: Input,
  output: listOutput,
  async read(ctx, asked) {
    const now = ctx.now();
    const view = listView(quoteListOptions({ timeZone: ctx.timeZone, now }, isAboutLost(asked)), asked);
    const wanted = await wantedQuotes(ctx, asked);
    const condition = matchQuotes(wanted);
    const { amounts, lapsed, ...source } = await readList(ctx, { view, condition, wanted });
    const page = await storedPage(ctx, view, { total: countOf(amounts), ...source });
    return listResult({
      summary: [formatSummary(wanted, amounts, ctx.completeness()), view.words, lapsedSentence(lapsed, asked)]
        .filter(Boolean)
        .join(' '),
      asOf: now,
      totals: totalsOf(amounts),
      ...page,
      nextActions: lapsed.length > 0 ? [lapsedAction(asked)] : [],
    });
  },
});

type View = ListView<CountedQuotes, QuoteRow, QueryOrder>;

interface QuoteQuestion {
  readonly view: View;
  readonly condition: Expression<SqlBool>;
  readonly wanted: WantedQuotes;
}

/** Reads the totals of a list at one moment with its page, or with its groups. */
async function readList(ctx: ToolContext, { view, condition, wanted }: QuoteQuestion) {
  const { db, readTogether } = await ctx.records();
  const counts = {
    amounts: selectAmounts(db, condition),
    ...(wanted.until !== undefined && { lapsed: selectAmounts(db, matchLapsed(wanted)) }),
  };
  const { groupBy } = view;
  if (groupBy === undefined) {
    const orders = [view.order, listsExpiry(wanted) ? soonest : undefined].flatMap((order) => order ?? []);
    const read = await readTogether({
      ...counts,
      rows: selectPage(db, condition, { span: spanOf(ctx, view.asked), orders }),
    });
    return { amounts: read.amounts, lapsed: read.lapsed ?? [], rows: async () => read.rows, counted: async () => [] };
  }
  const onDay = toOnDay(ctx);
  const read = await readTogether({ ...counts, groups: selectGroups(db, condition, { onDay, groupBy }) });
  const groups = await nameGroups(db, read.groups, groupBy);
  return { amounts: read.amounts, lapsed: read.lapsed ?? [], rows: async () => [], counted: async () => groups };
}

const listsExpiry = ({ isExpired, until }: WantedQuotes): boolean => isExpired || until !== undefined;

const soonest: QueryOrder = { by: quoteExpressions.ref('q.expires_at'), first: 'low' };

const isAboutLost = ({ status }: Asked): boolean => status?.trim().toUpperCase() === 'LOST';

const countOf = (amounts: readonly QuotedAmount[]): number => amounts.reduce((sum, { count }) => sum + count, 0);

const totalsOf = (amounts: readonly QuotedAmount[]): readonly CurrencyTotal[] =>
  amounts.flatMap(({ currency, priced, cents }) =>
    cents === null ? [] : [{ currency, count: priced, amountCents: cents }],
  );

function formatSummary(wanted: WantedQuotes, amounts: readonly QuotedAmount[], completeness: Completeness): string {
  const count = countOf(amounts);
  const { customer, days, daysOf, hours, statusText } = wanted;
  const parts = [
    formatLowerBound(`${count} ${statusText}${count === 1 ? 'quote' : 'quotes'}`, completeness),
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
