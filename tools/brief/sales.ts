import type { InferResult } from 'kysely';
import { describeCode } from '../../src/domain/kit/code-words.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import {
  decidedQuote,
  decidedQuoteStatuses,
  lostQuote,
  openQuote,
  pricedQuote,
} from '../../src/domain/freight/quote.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { computeQuietPeriod, quietRule } from '../../src/domain/parties/quiet-customer.ts';
import { getLocalDay, formatLocalTime } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

const expiringHours = 24;
/** So often lost in so many days that somebody should look at the lane. */
const lostOften = { times: 3, days: 30 } as const;

/** What can still be won, what was lost, and who has gone quiet. */
export async function salesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const records = await ctx.records();
  const today = getToday(ctx.timeZone, ctx.now());
  return {
    figures: [await closedYesterday(ctx, records, today)],
    sections: [
      await expiringQuotes(ctx, records),
      await lapsedQuotes(ctx, records),
      await lostLanes(ctx, records, today),
      await quietCustomers(ctx, records, today),
    ],
    definitions: `Expiring = QUOTED, ending within ${expiringHours} h; lapsed = ended and still open; lost often = a lane lost ${lostOften.times} times or more in ${lostOften.days} days; quiet = ${quietRule.ordersMin} shipments or more in ${quietRule.usualDays} days and none in the ${quietRule.quietDays} days since`,
  };
}

/** Quotes to customers with their names, the largest first. */
const selectQuoted = ({ db }: CopiedRecords) =>
  db
    .selectFrom('quote as q')
    .leftJoin('customer as c', 'c.id', 'q.customer_id')
    .select([
      'q.friendly_id as friendlyId',
      'c.name as customer',
      'q.amount_cents as cents',
      'q.currency',
      'q.expires_at as expiresAt',
    ])
    .where('q.side', '=', 'SELL')
    .orderBy('q.amount_cents', 'desc');

type Quoted = InferResult<ReturnType<typeof selectQuoted>>[number];

async function expiringQuotes(ctx: ToolContext, records: CopiedRecords): Promise<BriefSection> {
  const now = ctx.now();
  const until = new Date(Date.parse(now) + expiringHours * 3_600_000).toISOString();
  const rows = await selectQuoted(records)
    .where(matchRule(pricedQuote, 'q'))
    .where('q.expires_at', '>', now)
    .where('q.expires_at', '<=', until)
    .execute();
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

async function lapsedQuotes(ctx: ToolContext, records: CopiedRecords): Promise<BriefSection> {
  const rows = await selectQuoted(records)
    .where(matchRule(openQuote, 'q'))
    .where('q.expires_at', '<=', ctx.now())
    .execute();
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
      what: `${cents === null ? 'no price' : centsText(cents, currency)}, ${word} ${formatLocalTime(expiresAt ?? '', ctx.timeZone)}`,
    })),
    sum: sumText(rows.flatMap(({ cents, currency }) => (cents === null ? [] : [{ currency, amountCents: cents }]))),
  };
}

async function closedYesterday(ctx: ToolContext, records: CopiedRecords, today: string): Promise<string> {
  const { start, end } = getLocalDay(addDays(today, -1), ctx.timeZone);
  const rows = await records.db
    .selectFrom('quote as q')
    .select(({ fn }) => [
      'q.status',
      'q.currency',
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('q.amount_cents').as('cents'),
    ])
    .where('q.side', '=', 'SELL')
    .where(matchRule(decidedQuote, 'q'))
    .where('q.closed_at', '>=', start)
    .where('q.closed_at', '<=', end)
    .groupBy(['q.status', 'q.currency'])
    .execute();
  const words = decidedQuoteStatuses.map((status) => {
    const of = rows.filter((row) => row.status === status);
    const count = of.reduce((sum, row) => sum + row.count, 0);
    const sum = sumText(of.map(({ currency, cents }) => ({ currency, amountCents: cents ?? 0 })));
    return `${status.toLowerCase()} ${count}${sum === undefined ? '' : ` (${sum})`}`;
  });
  return `Quotes closed yesterday: ${words.join(', ')}`;
}

const ends = ['o.origin_city', 'o.origin_state', 'o.destination_city', 'o.destination_state'] as const;

/** Lost quotes since then, by the lane between two cities and the reason. */
const selectLost = ({ db }: CopiedRecords, since: string) =>
  db
    .selectFrom('quote as q')
    .innerJoin('freight_order as o', 'o.id', 'q.order_id')
    .select(({ fn }) => [...ends, 'q.lost_reason as reason', fn.countAll<number>().as('times')])
    .where('q.side', '=', 'SELL')
    .where(matchRule(lostQuote, 'q'))
    .where('q.closed_at', '>=', since)
    .where((eb) => eb.and(ends.map((end) => eb(end, 'is not', null))))
    .groupBy([...ends, 'q.lost_reason']);

interface LostLane {
  readonly origin: string;
  readonly destination: string;
  readonly times: number;
  readonly reasons: readonly { readonly reason: string; readonly times: number }[];
}

/** Lanes that were lost often, the most often first. */
function listLostLanes(rows: InferResult<ReturnType<typeof selectLost>>): readonly LostLane[] {
  const lanes = rows.map((row) => ({
    origin: `${row.origin_city}, ${row.origin_state}`,
    destination: `${row.destination_city}, ${row.destination_state}`,
    reason: row.reason ?? 'NO_REASON',
    times: row.times,
  }));
  return [...Map.groupBy(lanes, ({ origin, destination }) => `${origin} - ${destination}`).values()]
    .flatMap(([first, ...more]) => {
      if (first === undefined) return [];
      const reasons = [first, ...more];
      const times = reasons.reduce((sum, reason) => sum + reason.times, 0);
      return times < lostOften.times ? [] : [{ origin: first.origin, destination: first.destination, times, reasons }];
    })
    .toSorted(
      (one, other) =>
        other.times - one.times ||
        compareTexts(one.origin, other.origin) ||
        compareTexts(one.destination, other.destination),
    );
}

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

async function lostLanes(ctx: ToolContext, records: CopiedRecords, today: string): Promise<BriefSection> {
  const since = getLocalDay(addDays(today, 1 - lostOften.days), ctx.timeZone).start;
  const rows = listLostLanes(await selectLost(records, since).execute());
  const items = rows.map(({ origin, destination, times, reasons }): BriefItem => ({
    key: `${origin} - ${destination}`,
    record: null,
    name: `${origin} to ${destination}`,
    what: `lost ${times} times, ${describeMainReason(reasons, times)}`,
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
function describeMainReason(reasons: LostLane['reasons'], times: number): string {
  const [main] = reasons.toSorted((one, other) => other.times - one.times);
  return main === undefined ? 'no reason' : `${describeCode(main.reason).toLowerCase()} ${main.times} of ${times}`;
}

/** Customers that ordered often in these days, and not since; those with the most orders first. */
const selectQuiet = (
  { db }: CopiedRecords,
  { from, quietSince }: { readonly from: string; readonly quietSince: string },
) =>
  db
    .with('usual', (named) =>
      named
        .selectFrom('shipment as s')
        .select(({ fn }) => ['s.customer_id', fn.countAll<number>().as('orders'), fn.max('s.created_at').as('lastAt')])
        .where(matchRule(notCanceled, 's'))
        .where('s.created_at', '>=', from)
        .groupBy('s.customer_id')
        .having(({ fn }) => fn.countAll(), '>=', quietRule.ordersMin)
        .having(({ fn }) => fn.max('s.created_at'), '<', quietSince),
    )
    .selectFrom('usual as u')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .select(['c.friendly_id as friendlyId', 'c.name', 'u.orders', 'u.lastAt'])
    .orderBy('u.orders', 'desc')
    .orderBy('c.friendly_id');

async function quietCustomers(ctx: ToolContext, records: CopiedRecords, today: string): Promise<BriefSection> {
  const { from, quietSince } = computeQuietPeriod(today);
  const rows = await selectQuiet(records, {
    from: getLocalDay(from, ctx.timeZone).start,
    quietSince: getLocalDay(quietSince, ctx.timeZone).start,
  }).execute();
  const items = rows.map(({ friendlyId, name, orders, lastAt }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `${counted(orders, 'shipment')}, the last ordered ${getToday(ctx.timeZone, lastAt)}`,
  }));
  const [first] = items;
  const next = first && {
    tool: 'get_customer',
    arguments: { customer: first.record },
    why: 'whom to call at the first',
  };
  return { key: 'quiet', title: 'Quiet customers', items, next };
}
