import type { InferResult } from 'kysely';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import {
  decidedQuote,
  decidedQuoteStatuses,
  lostQuote,
  openQuote,
  pricedQuote,
} from '../../src/domain/quotes/quote.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { computeIdlePeriod, idleRule } from '../../src/domain/parties/idle-customer.ts';
import { formatDate, getLocalDay, formatLocalTime } from '../../src/domain/places/local-time.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, formatCount, type RoleBrief, formatSums } from './section.ts';

const expiringHours = 24;
/** Number of lost quotes, and the days they fall in, from which a lane needs attention. */
const lostOften = { times: 3, days: 30 } as const;

/** Builds the brief for sales: quotes that can still be won, lost lanes, and idle customers. */
export async function buildSalesBrief(ctx: ToolContext): Promise<RoleBrief> {
  const records = await ctx.records();
  const today = getToday(ctx.timeZone, ctx.now());
  return {
    figures: [await describeClosedYesterday(ctx, records, today)],
    sections: [
      await buildExpiringSection(ctx, records),
      await buildLapsedSection(ctx, records),
      await buildLostLanesSection(ctx, records, today),
      await buildIdleCustomersSection(ctx, records, today),
    ],
    definitions: `Expiring = priced, ending within ${expiringHours} h; lapsed = ended and still open; lost often = a lane lost ${lostOften.times} times or more in ${lostOften.days} days; idle = ${idleRule.ordersMin} shipments or more in ${idleRule.usualDays} days and none in the ${idleRule.idleDays} days since`,
  };
}

/** Selects quotes to customers with their names, the largest first. */
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

type QuotedRow = InferResult<ReturnType<typeof selectQuoted>>[number];

async function buildExpiringSection(ctx: ToolContext, records: CopiedRecords): Promise<BriefSection> {
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
    ...buildQuotedSection(ctx, rows, 'until'),
    ...(rows.length > 0 && {
      next: {
        tool: 'list_quotes',
        arguments: { expiringWithinHours: expiringHours },
        why: 'all of them, soonest first',
      },
    }),
  };
}

async function buildLapsedSection(ctx: ToolContext, records: CopiedRecords): Promise<BriefSection> {
  const rows = await selectQuoted(records)
    .where(matchRule(openQuote, 'q'))
    .where('q.expires_at', '<=', ctx.now())
    .execute();
  return {
    key: 'lapsed',
    title: 'Lapsed but open',
    ...buildQuotedSection(ctx, rows, 'since'),
    ...(rows.length > 0 && {
      next: {
        tool: 'list_quotes',
        arguments: { expired: true },
        why: 'all of them; close_quote or price_quote settles one',
      },
    }),
  };
}

function buildQuotedSection(ctx: ToolContext, rows: readonly QuotedRow[], word: 'until' | 'since') {
  return {
    items: rows.map(({ friendlyId, customer, cents, currency, expiresAt }): BriefItem => ({
      key: friendlyId,
      record: friendlyId,
      name: customer,
      what: `${cents === null ? 'no price' : centsText(cents, currency)}, ${word} ${formatLocalTime(expiresAt ?? '', ctx.timeZone)}`,
    })),
    sum: formatSums(rows.flatMap(({ cents, currency }) => (cents === null ? [] : [{ currency, amountCents: cents }]))),
  };
}

async function describeClosedYesterday(ctx: ToolContext, records: CopiedRecords, today: string): Promise<string> {
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
    const statusRows = rows.filter((row) => row.status === status);
    const count = statusRows.reduce((sum, row) => sum + row.count, 0);
    const sum = formatSums(statusRows.map(({ currency, cents }) => ({ currency, amountCents: cents ?? 0 })));
    return `${formatCode(status)} ${count}${sum === undefined ? '' : ` (${sum})`}`;
  });
  return `Quotes closed yesterday: ${words.join(', ')}`;
}

const ends = ['o.origin_city', 'o.origin_state', 'o.destination_city', 'o.destination_state'] as const;

/** Selects lost quotes since an instant, by lane between two cities and by reason. */
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

/** Lists lanes that were lost often, the most often first. */
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
      (first, second) =>
        second.times - first.times ||
        compareTexts(first.origin, second.origin) ||
        compareTexts(first.destination, second.destination),
    );
}

const compareTexts = (first: string, second: string): number => Number(first > second) - Number(first < second);

async function buildLostLanesSection(ctx: ToolContext, records: CopiedRecords, today: string): Promise<BriefSection> {
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

/** Returns text such as "too high 5 of 7". */
function describeMainReason(reasons: LostLane['reasons'], times: number): string {
  const [main] = reasons.toSorted((first, second) => second.times - first.times);
  return main === undefined ? 'no reason' : `${formatCode(main.reason)} ${main.times} of ${times}`;
}

/** Selects customers that ordered often in the period and not since, those with the most orders first. */
const selectIdle = (
  { db }: CopiedRecords,
  { from, idleSince }: { readonly from: string; readonly idleSince: string },
) =>
  db
    .with('usual', (query) =>
      query
        .selectFrom('shipment as s')
        .select(({ fn }) => ['s.customer_id', fn.countAll<number>().as('orders'), fn.max('s.created_at').as('lastAt')])
        .where(matchRule(notCanceled, 's'))
        .where('s.created_at', '>=', from)
        .groupBy('s.customer_id')
        .having(({ fn }) => fn.countAll(), '>=', idleRule.ordersMin)
        .having(({ fn }) => fn.max('s.created_at'), '<', idleSince),
    )
    .selectFrom('usual as u')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .select(['c.friendly_id as friendlyId', 'c.name', 'u.orders', 'u.lastAt'])
    .orderBy('u.orders', 'desc')
    .orderBy('c.friendly_id');

async function buildIdleCustomersSection(
  ctx: ToolContext,
  records: CopiedRecords,
  today: string,
): Promise<BriefSection> {
  const { from, idleSince } = computeIdlePeriod(today);
  const rows = await selectIdle(records, {
    from: getLocalDay(from, ctx.timeZone).start,
    idleSince: getLocalDay(idleSince, ctx.timeZone).start,
  }).execute();
  const items = rows.map(({ friendlyId, name, orders, lastAt }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `${formatCount(orders, 'shipment')}, the last ordered ${formatDate(getToday(ctx.timeZone, lastAt))}`,
  }));
  const [first] = items;
  const next = first && {
    tool: 'get_customer',
    arguments: { customer: first.record },
    why: 'whom to call at the first',
  };
  return { key: 'quiet', title: 'Idle customers', items, next };
}
