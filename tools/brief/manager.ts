import { addDays, todayIn } from '../../src/domain/kit/dates.ts';
import { marginText } from '../../src/domain/money/margin.ts';
import { percentOf } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type CopyNow, copyNow } from '../../src/mcp/tool/copy-now.ts';
import { rowsOf } from '../copied/rows.ts';
import { centsText } from '../records/amounts.ts';
import { type BriefItem, type BriefSection, counted, type RoleBrief, sumText } from './section.ts';

export const managerOperations = [
  'shipments.filter',
  'orders.filter',
  'loads.filter',
  'services.filter',
  'customers.filter',
] as const;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** How it went, where money is lost, and what waits for a yes. */
export async function managerBrief(ctx: ToolContext): Promise<RoleBrief> {
  const copy = await copyNow(ctx, ['shipment', 'freight_order', 'load', 'service', 'customer']);
  const today = todayIn(ctx.timeZone, ctx.now());
  const yesterday = addDays(today, -1);
  const month = monthTo(yesterday);
  return {
    figures: [
      await figureLine(copy, 'Yesterday', { from: yesterday, to: yesterday }),
      await figureLine(copy, `${month.from} to ${month.to}`, month),
      await figureLine(copy, 'Same days a month before', sameDaysBefore(month)),
    ],
    sections: [await lossSection(copy, month), await customerSection(copy, month), await approvalSection(ctx)],
    definitions:
      'Loads = delivered shipments by delivery day, canceled left out; revenue, cost and margin as agreed; losing = cost above revenue',
  };
}

const monthTo = (day: string): Days => ({ from: `${day.slice(0, 8)}01`, to: day });

/** The 31st has no counterpart in a shorter month: its last day stands in. */
function sameDaysBefore({ from, to }: Days): Days {
  const lastBefore = addDays(from, -1);
  const sameDay = `${lastBefore.slice(0, 8)}${to.slice(8)}`;
  return { from: `${lastBefore.slice(0, 8)}01`, to: sameDay < lastBefore ? sameDay : lastBefore };
}

const counting = `from shipment_fact where is_delivered = 1 and is_canceled = 0 and delivery_day between ? and ?`;

interface Figures {
  readonly currency: string;
  readonly loads: number;
  readonly revenue: number | null;
  readonly cost: number | null;
  /** With money in several currencies. */
  readonly unknown: number;
}

async function figureLine(copy: CopyNow, title: string, { from, to }: Days): Promise<string> {
  const rows = await rowsOf<Figures>(
    copy.read,
    `select currency, count(*) as loads, sum(revenue_cents) as revenue, sum(cost_cents) as cost,
      count(*) - count(revenue_cents + cost_cents) as unknown ${counting}
    group by currency order by currency`,
    [from, to],
  );
  if (rows.length === 0) return `${title}: no loads`;
  return `${title}: ${rows.map(figureText).join('; ')}`;
}

function figureText({ currency, loads, revenue, cost, unknown }: Figures): string {
  if (unknown > 0)
    return `${counted(loads, 'load')} in ${currency}, ${unknown} of them with money in several currencies: no margin`;
  const margin = (revenue ?? 0) - (cost ?? 0);
  return `${counted(loads, 'load')}, revenue ${centsText(revenue ?? 0, currency)}, margin ${centsText(margin, currency)} (${marginText(percentOf(margin, revenue ?? 0))})`;
}

interface Loss {
  readonly shipment: string;
  readonly customer: string | null;
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
}

async function lossSection(copy: CopyNow, { from }: Days): Promise<BriefSection> {
  const rows = await rowsOf<Loss>(
    copy.read,
    `select fact.friendly_id as shipment, customer.name as customer, fact.currency,
      fact.revenue_cents as revenue, fact.cost_cents as cost
    from shipment_fact as fact left join customer on customer.id = fact.customer_id
    where fact.is_canceled = 0 and fact.cost_cents > fact.revenue_cents
      and (fact.is_delivered = 0 or fact.delivery_day >= ?)
    order by fact.cost_cents - fact.revenue_cents desc, fact.friendly_id`,
    [from],
  );
  const [first] = rows;
  return {
    key: 'losing',
    title: 'Losing money (this month and under way)',
    items: rows.map(({ shipment, customer, currency, revenue, cost }): BriefItem => ({
      key: shipment,
      record: shipment,
      name: customer,
      what: `${centsText(revenue - cost, currency)} on ${centsText(revenue, currency)}`,
    })),
    sum: sumText(rows.map(({ currency, revenue, cost }) => ({ currency, amountCents: revenue - cost }))),
    ...(first && {
      next: { tool: 'get_shipment', arguments: { shipment: first.shipment }, why: 'the charges of the first' },
    }),
  };
}

interface Customer {
  readonly friendlyId: string;
  readonly name: string;
  readonly currency: string;
  readonly loads: number;
  readonly revenue: number;
  readonly cost: number;
}

/** One load is no habit. */
const loadsMin = 3;
const customersShown = 5;

async function customerSection(copy: CopyNow, { from, to }: Days): Promise<BriefSection> {
  const rows = await rowsOf<Customer>(
    copy.read,
    `select customer.friendly_id as friendlyId, customer.name, earned.currency, earned.loads, earned.revenue, earned.cost
    from (
      select customer_id, currency, count(*) as loads, sum(revenue_cents) as revenue, sum(cost_cents) as cost
      ${counting} and revenue_cents > 0 and cost_cents is not null
      group by customer_id, currency having count(*) >= ?
    ) as earned join customer on customer.id = earned.customer_id
    order by 1.0 * (earned.revenue - earned.cost) / earned.revenue, customer.friendly_id
    limit ?`,
    [from, to, loadsMin, customersShown],
  );
  const items = rows.map(({ friendlyId, name, currency, loads, revenue, cost }): BriefItem => ({
    key: friendlyId,
    record: friendlyId,
    name,
    what: `${marginText(percentOf(revenue - cost, revenue))}, ${centsText(revenue - cost, currency)} in ${counted(loads, 'load')}`,
  }));
  const [first] = items;
  const next = first && { tool: 'get_customer', arguments: { customer: first.record }, why: 'the first' };
  return { key: 'thin_customers', title: `Lowest margin of customers with ${loadsMin} loads or more`, items, next };
}

const approvalsMax = 1000;

async function approvalSection(ctx: ToolContext): Promise<BriefSection> {
  const waiting = await ctx.control.approvals({ status: 'pending', limit: approvalsMax });
  const items = waiting.map(({ id, plan, requester }): BriefItem => ({
    key: id,
    record: id,
    name: plan.title,
    what: `asked by ${requester}`,
  }));
  const next = {
    tool: 'list_approvals',
    arguments: { status: 'pending' },
    why: 'what each would do, and how to decide',
  };
  return { key: 'approvals', title: 'Your plans that wait for a yes', items, ...(items.length > 0 && { next }) };
}
