import { codeWords } from '../../src/domain/kit/code-words.ts';
import { addDays, todayIn } from '../../src/domain/kit/dates.ts';
import {
  decidedQuote,
  decidedQuoteStatuses,
  lostQuote,
  openQuote,
  pricedQuote,
} from '../../src/domain/freight/quote.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { quietPeriod, quietRule } from '../../src/domain/parties/quiet-customer.ts';
import { localDay, localText } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type CopyNow, copyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

export const salesOperations = ['quotes.filter', 'orders.filter', 'customers.filter', 'shipments.filter'] as const;

const expiringHours = 24;
/** So often lost in so many days that somebody should look at the lane. */
const lostOften = { times: 3, days: 30 } as const;

/** What can still be won, what was lost, and who has gone quiet. */
export async function salesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const copy = await copyNow(ctx, ['quote', 'freight_order', 'customer', 'shipment']);
  const today = todayIn(ctx.timeZone, ctx.now());
  return {
    figures: [await closedYesterday(ctx, copy, today)],
    sections: [
      await expiringQuotes(ctx, copy),
      await lapsedQuotes(ctx, copy),
      await lostLanes(ctx, copy, today),
      await quietCustomers(ctx, copy, today),
    ],
    definitions: `Expiring = QUOTED, ending within ${expiringHours} h; lapsed = ended and still open; lost often = a lane lost ${lostOften.times} times or more in ${lostOften.days} days; quiet = ${quietRule.ordersMin} shipments or more in ${quietRule.usualDays} days and none in the ${quietRule.quietDays} days since`,
  };
}

interface Quoted {
  readonly friendlyId: string;
  readonly customer: string | null;
  readonly cents: number | null;
  readonly currency: string;
  readonly expiresAt: string;
}

const quotedColumns = `quote.friendly_id as friendlyId, customer.name as customer, quote.amount_cents as cents,
  quote.currency, quote.expires_at as expiresAt
  from quote left join customer on customer.id = quote.customer_id where quote.side = 'SELL'`;

async function expiringQuotes(ctx: ToolContext, copy: CopyNow): Promise<BriefSection> {
  const now = ctx.now();
  const until = new Date(Date.parse(now) + expiringHours * 3_600_000).toISOString();
  const rows = await rowsOf<Quoted>(
    copy.read,
    `select ${quotedColumns} and ${printRule(pricedQuote, 'quote')} and quote.expires_at > ? and quote.expires_at <= ?
    order by quote.amount_cents desc`,
    [now, until],
  );
  return {
    key: 'expiring',
    title: 'Quotes expiring',
    ...quotedSection(ctx, rows, 'until'),
    ...(rows.length > 0 && {
      next: {
        tool: 'list_quotes',
        arguments: { expiringWithinHours: expiringHours },
        why: 'all of them, soonest first',
      },
    }),
  };
}

async function lapsedQuotes(ctx: ToolContext, copy: CopyNow): Promise<BriefSection> {
  const rows = await rowsOf<Quoted>(
    copy.read,
    `select ${quotedColumns} and ${printRule(openQuote, 'quote')} and quote.expires_at <= ?
    order by quote.amount_cents desc`,
    [ctx.now()],
  );
  return {
    key: 'lapsed',
    title: 'Lapsed but open',
    ...quotedSection(ctx, rows, 'since'),
    ...(rows.length > 0 && {
      next: {
        tool: 'list_quotes',
        arguments: { expired: true },
        why: 'all of them; close_quote or price_quote settles one',
      },
    }),
  };
}

function quotedSection(ctx: ToolContext, rows: readonly Quoted[], word: 'until' | 'since') {
  return {
    items: rows.map(({ friendlyId, customer, cents, currency, expiresAt }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer,
      what: `${cents === null ? 'no price' : centsText(cents, currency)}, ${word} ${localText(expiresAt, ctx.timeZone)}`,
    })),
    sum: sumText(rows.flatMap(({ cents, currency }) => (cents === null ? [] : [{ currency, amountCents: cents }]))),
  };
}

interface Closed {
  readonly status: string;
  readonly currency: string;
  readonly count: number;
  readonly cents: number | null;
}

async function closedYesterday(ctx: ToolContext, copy: CopyNow, today: string): Promise<string> {
  const { start, end } = localDay(addDays(today, -1), ctx.timeZone);
  const rows = await rowsOf<Closed>(
    copy.read,
    `select status, currency, count(*) as count, sum(amount_cents) as cents from quote
    where side = 'SELL' and ${printRule(decidedQuote)} and closed_at >= ? and closed_at <= ? group by status, currency`,
    [start, end],
  );
  const words = decidedQuoteStatuses.map((status) => {
    const of = rows.filter((row) => row.status === status);
    const count = of.reduce((sum, row) => sum + row.count, 0);
    const sum = sumText(of.map(({ currency, cents }) => ({ currency, amountCents: cents ?? 0 })));
    return `${status.toLowerCase()} ${count}${sum === undefined ? '' : ` (${sum})`}`;
  });
  return `Quotes closed yesterday: ${words.join(', ')}`;
}

interface Lost {
  readonly origin: string;
  readonly destination: string;
  readonly times: number;
  readonly reasons: string | null;
}

async function lostLanes(ctx: ToolContext, copy: CopyNow, today: string): Promise<BriefSection> {
  const since = localDay(addDays(today, 1 - lostOften.days), ctx.timeZone).start;
  const rows = await rowsOf<Lost>(
    copy.read,
    `select origin_city || ', ' || origin_state as origin, destination_city || ', ' || destination_state as destination,
      count(*) as times, group_concat(coalesce(quote.lost_reason, 'NO_REASON')) as reasons
    from quote join freight_order as o on o.id = quote.order_id
    where quote.side = 'SELL' and ${printRule(lostQuote, 'quote')} and quote.closed_at >= ?
      and origin_city is not null and origin_state is not null
      and destination_city is not null and destination_state is not null
    group by origin_city, origin_state, destination_city, destination_state
    having count(*) >= ? order by times desc, origin, destination`,
    [since, lostOften.times],
  );
  const items = rows.map(({ origin, destination, times, reasons }): BriefItem => ({
    key: `${origin} - ${destination}`,
    record: null,
    name: `${origin} to ${destination}`,
    what: `lost ${times} times, ${mostNamed(reasons)}`,
  }));
  const [first] = rows;
  const next = first && {
    tool: 'lane_history',
    arguments: { origin: first.origin, destination: first.destination },
    why: 'what the first costs and sells at',
  };
  return { key: 'lost_lanes', title: 'Lanes lost often', items, next };
}

/** "too high 5 of 7" */
function mostNamed(reasons: string | null): string {
  const all = (reasons ?? '').split(',');
  const groups = [...Map.groupBy(all, (reason) => reason)].toSorted(([, one], [, other]) => other.length - one.length);
  const [most] = groups;
  return most === undefined ? 'no reason' : `${codeWords(most[0]).toLowerCase()} ${most[1].length} of ${all.length}`;
}

interface Quiet {
  readonly friendlyId: string;
  readonly name: string;
  readonly orders: number;
  readonly lastAt: string;
}

async function quietCustomers(ctx: ToolContext, copy: CopyNow, today: string): Promise<BriefSection> {
  const { from, quietSince } = quietPeriod(today);
  const rows = await rowsOf<Quiet>(
    copy.read,
    `select customer.friendly_id as friendlyId, customer.name, usual.orders, usual.lastAt
    from (
      select customer_id, count(*) as orders, max(created_at) as lastAt
      from shipment where ${printRule(notCanceled)} and created_at >= ?
      group by customer_id having count(*) >= ? and max(created_at) < ?
    ) as usual join customer on customer.id = usual.customer_id
    order by usual.orders desc, customer.friendly_id`,
    [localDay(from, ctx.timeZone).start, quietRule.ordersMin, localDay(quietSince, ctx.timeZone).start],
  );
  const items = rows.map(({ friendlyId, name, orders, lastAt }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `${counted(orders, 'shipment')}, the last ordered ${todayIn(ctx.timeZone, lastAt)}`,
  }));
  const [first] = items;
  const next = first && {
    tool: 'get_customer',
    arguments: { customer: first.record },
    why: 'whom to call at the first',
  };
  return { key: 'quiet', title: 'Quiet customers', items, next };
}
