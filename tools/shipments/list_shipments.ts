import { qualifyCount } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { watchKinds } from '../../src/domain/shipments/watched-freight.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { allOf } from '../copied/conditions.ts';
import { type ListAsked, type ListView, listView, storedPage, viewArguments } from '../arguments/list-view.ts';
import { onDayOf } from '../copied/measure-sql.ts';
import type { Reader } from '../copied/rows.ts';
import type { StoredOrder } from '../copied/stored-order.ts';
import { withoutCostText } from '../../src/metrics/kit/facts.ts';
import { candidatesFor } from './candidates.ts';
import { type ShipmentFilter, shipmentFilter } from './shipment-filter.ts';
import {
  bookedRevenue,
  type BookedRevenue,
  conditionOf,
  type CountedShipments,
  countedShipments,
  groupingTables,
  type MeantShipments,
  shipmentIds,
  uncoveredCount,
} from './stored-shipments.ts';
import { dueSql, moneyShown, shipmentGroupings, shipmentListOptions, shipmentOrders } from './shipment-list.ts';
import {
  findLate,
  findTroubled,
  kindsOf,
  limitsOf,
  shipmentsById,
  stillTroubled,
  withPods,
} from './shipment-troubles.ts';
import { anyException, type AskedException, definitionOf, type Listed } from './shipment-watch.ts';

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  description: `Shipments (loads). fields also: pickup, rep, marginPercent, contact.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
    'shipments.filter',
    'documents.filter',
    'orders.filter',
    'loads.filter',
    'bills.filter',
    'locations.filter',
    'users.filter',
    'customers.get',
    'customers.filter',
    'carriers.get',
    'carriers.filter',
    'customers.search',
    'carriers.search',
  ],
  input: z.strictObject({
    status: z.string().max(200).optional(),
    customer: RecordText.optional(),
    carrier: RecordText.optional(),
    origin: RecordText.optional(),
    destination: RecordText.optional(),
    pickupFrom: DateText.optional(),
    pickupTo: DateText.optional(),
    deliveryFrom: DateText.optional(),
    deliveryTo: DateText.optional(),
    billingStatus: z.string().max(80).optional(),
    exception: z.enum([...watchKinds, anyException]).optional(),
    ...viewArguments(shipmentOrders, shipmentGroupings),
    ...listArguments,
  }),
  output: listOutput.extend({
    byKind: z.array(z.record(z.string(), z.unknown())),
    resolved: z.array(z.object({ query: z.string(), as: z.string() })),
  }),
  async read(ctx, { exception, limit, cursor: _cursor, fields, format, sort, groupBy, ...question }) {
    const now = ctx.now();
    const asked = { limit, fields, format, sort, groupBy };
    const shown = exception === undefined ? askedDays(question) : shownFor[exception];
    const at = { timeZone: ctx.timeZone, now };
    const view = listView(shipmentListOptions(at, shown, exception), asked);
    const filter = await shipmentFilter(ctx, question);
    const found = await (exception === undefined
      ? matching(ctx, filter, view)
      : troubled(ctx, filter, exception, view));
    const { read, meant } = found;
    const booked = await bookedRevenue(read, meant);
    const count = booked.reduce((sum, one) => sum + one.count, 0);
    const page = await storedPage(ctx, view, {
      total: count,
      rows: async (span, order) => found.show(await shipmentIds(read, meant, span, order)),
      counted: (grouping) => countedShipments(read, meant, grouping),
    });
    const [first] = groupBy === undefined ? page.rows : [];
    const uncovered = groupBy === undefined ? 0 : await uncoveredCount(read, meant, onDayOf(ctx));
    const summary = [
      summaryOf(ctx, count, { found, filter, exception }),
      view.words,
      uncovered > 0 ? withoutCostText(uncovered) : '',
    ];
    const result = listResult({
      summary: summary.filter(Boolean).join(' '),
      asOf: now,
      totals: booked.flatMap(totalOf),
      ...page,
      nextActions: first
        ? [{ tool: 'get_shipment', arguments: { shipment: first['friendlyId'] }, why: 'the whole story of the first' }]
        : [],
    });
    return {
      ...result,
      data: {
        ...result.data,
        ...(exception !== undefined && { byKind: countKinds(found.exceptions, exception) }),
        ...(filter.resolved.length > 0 && { resolved: filter.resolved }),
      },
    };
  },
});

type View = ListView<CountedShipments, Listed, StoredOrder>;

interface AskedDays {
  readonly pickupFrom?: string | undefined;
  readonly pickupTo?: string | undefined;
  readonly deliveryFrom?: string | undefined;
  readonly deliveryTo?: string | undefined;
}

/** The further column that days were asked of. */
function askedDays({ pickupFrom, pickupTo, deliveryFrom, deliveryTo }: AskedDays): readonly string[] {
  if (pickupFrom ?? pickupTo) return ['pickup'];
  return (deliveryFrom ?? deliveryTo) ? ['delivery'] : [];
}

/** Further columns that each exception is about. */
const shownFor: Readonly<Record<AskedException, readonly string[]>> = {
  late: ['contact'],
  uncovered: ['pickup', 'equipment'],
  at_risk: ['contact'],
  dwelling: ['contact'],
  arrived_late: [],
  not_dispatched: ['pickup', 'contact'],
  insurance: ['contact'],
  no_appointment: [],
  low_margin: moneyShown,
  missing_pod: ['age', 'contact'],
  unbilled: ['age', 'blocked'],
  any: [],
};

/** Only then the papers of the page are looked for. */
const papersFor = ({ fields = [] }: ListAsked): readonly CollectionName[] =>
  fields.some((field) => ['blocked', 'why not invoiced'].includes(field.toLowerCase())) ? ['document'] : [];

/** What an order or a group reads. */
const tablesOf = (view: View): readonly CollectionName[] =>
  view.groupBy === undefined ? (view.order?.tables ?? []) : groupingTables(view.groupBy);

/** Where all that were found stand, and those of a page as they are shown. */
interface Found {
  readonly read: Reader;
  readonly meant: MeantShipments;
  readonly show: (ids: readonly string[]) => Promise<readonly Listed[]>;
  /** Of what was looked for. */
  readonly exceptions: readonly Listed['exceptions'][];
}

/** Worst first. */
async function troubled(ctx: ToolContext, filter: ShipmentFilter, kind: AskedException, view: View): Promise<Found> {
  const limits = limitsOf(ctx);
  const candidates = candidatesFor(kind, limits);
  const tables = [...candidates.tables, ...tablesOf(view), ...filter.tables, ...papersFor(view.asked)];
  const { read } = await copyNow(ctx, tables);
  const condition = allOf([candidates.condition, await conditionOf(read, filter)]);
  const ranked = await findTroubled(read, { condition, kind, limits });
  return {
    read,
    meant: { condition: allOf([]), ranked, isOnlyRanked: true, usual: { by: 'r.place', first: 'low' } },
    show: async (page) => stillTroubled(read, await recordsOf(ctx, page, filter), { kind, limits }),
    exceptions: ranked.map(({ exceptions }) => exceptions),
  };
}

async function recordsOf(ctx: ToolContext, ids: readonly string[], { isWanted }: ShipmentFilter) {
  const records = await shipmentsById(ctx, ids);
  return ids.flatMap((id) => records.get(id) ?? []).filter(isWanted);
}

/** Newest first, or by the day that was asked for. */
async function matching(ctx: ToolContext, filter: ShipmentFilter, view: View): Promise<Found> {
  const papers = papersFor(view.asked);
  const { read } = await copyNow(ctx, ['shipment', ...tablesOf(view), ...filter.tables, ...papers]);
  const condition = await conditionOf(read, filter);
  const { sortBy } = filter;
  return {
    read,
    meant: {
      condition,
      ranked: view.order?.name === 'late' ? await findLate(read, condition, limitsOf(ctx)) : [],
      isOnlyRanked: false,
      usual: sortBy && { by: dueSql(sortBy), first: 'low' },
    },
    show: async (page) => {
      const shipments = await recordsOf(ctx, page, filter);
      return papers.length > 0
        ? withPods(read, shipments)
        : shipments.map((shipment) => ({ shipment, exceptions: [], pod: undefined }));
    },
    exceptions: [],
  };
}

const totalOf = ({ currency, booked, cents }: BookedRevenue) =>
  cents === null ? [] : [{ currency, count: booked, amountCents: cents }];

/** How many have each; one with several is counted under each. */
function countKinds(found: Found['exceptions'], exception: AskedException) {
  return kindsOf(exception)
    .map((kind) => ({
      kind,
      count: found.filter((exceptions) => exceptions.some((one) => one.kind === kind)).length,
    }))
    .filter(({ count }) => count > 0);
}

function summaryOf(
  ctx: ToolContext,
  count: number,
  {
    found: { exceptions: found },
    filter: { words },
    exception,
  }: { readonly found: Found; readonly filter: ShipmentFilter; readonly exception: AskedException | undefined },
): string {
  const what = [qualifyCount(`${count} ${count === 1 ? 'shipment' : 'shipments'}`, ctx.completeness()), ...words].join(
    ' ',
  );
  if (exception === undefined) return `${what}. Totals are booked revenue, canceled left out.`;
  const counted = countKinds(found, exception);
  const counts = counted.map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ');
  if (exception !== anyException)
    return `${what} with exception ${exception.replaceAll('_', ' ')}, worst first. ${definitionOf(exception, limitsOf(ctx))}. Totals are booked revenue.`;
  // What nothing was found of needs no definition.
  const meant = counted.map(({ kind }) => definitionOf(kind, limitsOf(ctx))).join('; ');
  return `${what} with an exception${counts === '' ? '' : ` (${counts})`}, worst first. ${meant === '' ? '' : `${meant}. `}Totals are booked revenue.`;
}
