import { type InferResult, sql } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { addDays, getToday } from '../../src/domain/kit/dates.ts';
import { formatMargin, losingMargin } from '../../src/domain/money/margin.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { computePercent } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, formatCount, type RoleBrief, formatSums } from './section.ts';

interface BriefPeriod {
  readonly from: string;
  readonly to: string;
}

/** Builds the brief for managers: yesterday's results, where money is lost, and pending approvals. */
export async function buildManagerBrief(ctx: ToolContext): Promise<RoleBrief> {
  const records = await ctx.records();
  const today = getToday(ctx.timeZone, ctx.now());
  const yesterday = addDays(today, -1);
  const month = toMonthUntil(yesterday);
  // At one moment: what was delivered yesterday is in the month, too.
  const rows = await records.readTogether({
    yesterday: selectFigures(records, { from: yesterday, to: yesterday }),
    month: selectFigures(records, month),
    before: selectFigures(records, toSameDaysBefore(month)),
    losses: selectLosses(records, month.from),
    customers: selectCustomers(records, month),
  });
  return {
    figures: [
      formatFigures('Yesterday', rows.yesterday),
      formatFigures(formatDays(month), rows.month),
      formatFigures('Same days a month before', rows.before),
    ],
    sections: [buildLossSection(rows.losses), buildCustomerSection(rows.customers), await readApprovalSection(ctx)],
    definitions:
      'Loads = delivered shipments by delivery day, canceled left out; revenue, cost and margin as agreed; losing = cost above revenue',
  };
}

const formatDays = ({ from, to }: BriefPeriod): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;

const toMonthUntil = (day: string): BriefPeriod => ({ from: `${day.slice(0, 8)}01`, to: day });

/** Returns the same days of the month before. A shorter month ends with its last day. */
function toSameDaysBefore({ from, to }: BriefPeriod): BriefPeriod {
  const lastBefore = addDays(from, -1);
  const sameDay = `${lastBefore.slice(0, 8)}${to.slice(8)}`;
  return { from: `${lastBefore.slice(0, 8)}01`, to: sameDay < lastBefore ? sameDay : lastBefore };
}

/** Selects freight that was delivered in these days. */
const selectDelivered = ({ db }: CopiedRecords, { from, to }: BriefPeriod) =>
  db
    .selectFrom('shipment_fact as f')
    .where('f.is_delivered', '=', 1)
    .where('f.is_canceled', '=', 0)
    .where('f.delivery_day', '>=', from)
    .where('f.delivery_day', '<=', to);

const selectFigures = (records: CopiedRecords, days: BriefPeriod) =>
  selectDelivered(records, days)
    .select(({ fn, eb }) => [
      'f.currency',
      fn.countAll<number>().as('loads'),
      fn.sum<number | null>('f.revenue_cents').as('revenue'),
      fn.sum<number | null>('f.margin_cents').as('margin'),
      fn
        .sum<number | null>(eb.case().when('f.margin_cents', 'is not', null).then(eb.ref('f.revenue_cents')).end())
        .as('marginRevenue'),
      fn.count<number>('f.margin_cents').as('margins'),
    ])
    .groupBy('f.currency')
    .orderBy('f.currency');

type DeliveredFigures = InferResult<ReturnType<typeof selectFigures>>[number];

const formatFigures = (title: string, rows: readonly DeliveredFigures[]): string =>
  rows.length === 0 ? `${title}: no loads` : `${title}: ${rows.map(formatFigure).join('; ')}`;

function formatFigure({ currency, loads, revenue, margin, marginRevenue, margins }: DeliveredFigures): string {
  const freight = `${formatCount(loads, 'load')}, revenue ${centsText(revenue ?? 0, currency)}`;
  const unknown = loads - margins;
  if (margins === 0) return `${freight}, margin not known yet`;
  const knownMargin = `margin ${centsText(margin ?? 0, currency)} (${formatMargin(computePercent(margin ?? 0, marginRevenue ?? 0))})`;
  return `${freight}, ${knownMargin}${unknown === 0 ? '' : `, without ${formatCount(unknown, 'load')} whose margin isn't known`}`;
}

const selectLosses = ({ db }: CopiedRecords, from: string) =>
  db
    .selectFrom('shipment_fact as f')
    .leftJoin('customer as c', 'c.id', 'f.customer_id')
    .select([
      'f.friendly_id as shipment',
      'c.name as customer',
      'f.currency',
      'f.revenue_cents as revenue',
      'f.margin_cents as margin',
    ])
    .where('f.is_canceled', '=', 0)
    .where(matchRule(losingMargin, 'f'))
    .where((eb) => eb.or([eb('f.is_delivered', '=', 0), eb('f.delivery_day', '>=', from)]))
    .orderBy('f.margin_cents')
    .orderBy('f.friendly_id');

function buildLossSection(rows: InferResult<ReturnType<typeof selectLosses>>): BriefSection {
  const [first] = rows;
  return {
    key: 'losing',
    title: 'Losing money (this month and under way)',
    items: rows.map(({ shipment, customer, currency, revenue, margin }): BriefItem => ({
      key: shipment,
      record: shipment,
      name: customer,
      what: `${centsText(margin ?? 0, currency)} on ${centsText(revenue ?? 0, currency)}`,
    })),
    sum: formatSums(rows.map(({ currency, margin }) => ({ currency, amountCents: margin ?? 0 }))),
    ...(first && {
      next: { tool: 'get_shipment', arguments: { shipment: first.shipment }, why: 'the charges of the first' },
    }),
  };
}

/** One load is no habit. */
const loadsMin = 3;
const customersShown = 5;

/** Sums what customers brought in, those with the lowest margin first. */
const selectCustomers = (records: CopiedRecords, days: BriefPeriod) =>
  records.db
    .with('earned', () =>
      selectDelivered(records, days)
        .select(({ fn }) => [
          'f.customer_id',
          'f.currency',
          fn.countAll<number>().as('loads'),
          fn.sum<number>('f.revenue_cents').as('revenue'),
          fn.sum<number>('f.margin_cents').as('margin'),
        ])
        .where('f.margin_cents', 'is not', null)
        .where('f.revenue_cents', '>', 0)
        .groupBy(['f.customer_id', 'f.currency'])
        .having(({ fn }) => fn.countAll(), '>=', loadsMin),
    )
    .selectFrom('earned as e')
    .innerJoin('customer as c', 'c.id', 'e.customer_id')
    .select(['c.friendly_id as friendlyId', 'c.name', 'e.currency', 'e.loads', 'e.revenue', 'e.margin'])
    .orderBy(sql`1.0 * e.margin / e.revenue`)
    .orderBy('c.friendly_id')
    .limit(customersShown);

function buildCustomerSection(rows: InferResult<ReturnType<typeof selectCustomers>>): BriefSection {
  const items = rows.map(({ friendlyId, name, currency, loads, revenue, margin }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `${formatMargin(computePercent(margin, revenue))}, ${centsText(margin, currency)} in ${formatCount(loads, 'load')}`,
  }));
  const [first] = items;
  const next = first && {
    tool: 'get_customer',
    arguments: { customer: first.record },
    why: 'the first one: terms, credit and contacts',
  };
  return { key: 'thin_customers', title: `Lowest margin of customers with ${loadsMin} loads or more`, items, next };
}

const approvalsMax = 1000;

async function readApprovalSection(ctx: ToolContext): Promise<BriefSection> {
  const waiting = await ctx.control.listApprovals({ status: 'pending', limit: approvalsMax });
  const items = waiting.map(({ id, plan, requester }): BriefItem => ({
    key: id,
    record: id,
    name: plan.title,
    what: `requested by ${requester}`,
  }));
  const next = {
    tool: 'list_approvals',
    arguments: { status: 'pending' },
    why: 'what each would do, and how to decide',
  };
  return { key: 'approvals', title: 'Your plans that need an approval', items, ...(items.length > 0 && { next }) };
}
