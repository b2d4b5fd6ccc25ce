import * as z from 'zod';
import { sumByCurrency } from '../../src/domain/money/money.ts';
import { watchKinds } from '../../src/domain/shipments/watched-freight.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedTable } from '../../src/mcp/tool/records-copy.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';

import { tool } from '../../src/mcp/tool/tool.ts';
import { sortRows } from '../records/row-order.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { allOf, isOneOf } from '../copied/conditions.ts';
import { type ListAsked, listView, shownPage, viewArguments } from '../arguments/list-view.ts';
import { candidatesFor } from './candidates.ts';
import { type ShipmentFilter, shipmentFilter } from './shipment-filter.ts';
import { copiedShipments, type CountedShipment, tablesFor } from './copied-shipments.ts';
import { moneyShown, partsFor, shipmentGroupings, shipmentListOptions, shipmentOrders } from './shipment-list.ts';
import { progressOf } from './shipment-progress.ts';
import { findTroubled, kindsOf, limitsOf, shipmentsById, stillTroubled, withPods } from './shipment-troubles.ts';
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
    const days =
      (question.pickupFrom ?? question.pickupTo)
        ? ['pickup']
        : (question.deliveryFrom ?? question.deliveryTo)
          ? ['delivery']
          : [];
    const shown = [...(exception === undefined ? days : shownFor[exception])];
    const options = shipmentListOptions({ timeZone: ctx.timeZone, now }, shown, exception);
    const view = listView(options, asked);
    const filter = await shipmentFilter(ctx, question);
    const found = await (exception === undefined
      ? matching(ctx, filter, asked)
      : troubled(ctx, filter, exception, asked));
    const page = await shownPage(ctx, view, found.rows, found.show);
    const [first] = groupBy === undefined ? page.rows : [];
    const result = listResult({
      summary: [summaryOf(ctx, found, { filter, exception }), view.words].filter(Boolean).join(' '),
      asOf: now,
      totals: sumByCurrency(found.rows.flatMap(revenueOf)),
      ...page,
      total: found.isComplete ? page.total : null,
      ...(found.coverage !== undefined && { coverage: found.coverage }),
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
const papersFor = ({ fields = [] }: ListAsked): readonly CopiedTable[] =>
  fields.some((field) => ['blocked', 'why not invoiced'].includes(field.toLowerCase())) ? ['document'] : [];

/** All that were found, and those of a page as they are shown. */
interface Found {
  readonly rows: readonly CountedShipment[];
  readonly show: (page: readonly CountedShipment[]) => Promise<readonly Listed[]>;
  /** Of what was looked for. */
  readonly exceptions: readonly Listed['exceptions'][];
  readonly isComplete: boolean;
  readonly coverage: string | undefined;
}

/** Worst first. */
async function troubled(
  ctx: ToolContext,
  filter: ShipmentFilter,
  kind: AskedException,
  asked: ListAsked,
): Promise<Found> {
  const limits = limitsOf(ctx);
  const candidates = candidatesFor(kind, limits);
  const parts = partsFor(asked);
  const tables = [...candidates.tables, ...tablesFor(parts), ...filter.tables, ...papersFor(asked)];
  const { read, coverage } = await copyNow(ctx, tables);
  const condition = allOf([candidates.condition, filter.condition]);
  const found = await findTroubled(read, { condition, kind, limits });
  const ids = found.map(({ id }) => id);
  const needed = { ...parts, route: Boolean(parts.route || filter.origin || filter.destination) };
  const copied = await copiedShipments(read, { ...filter, condition: isOneOf('s.id', ids), parts: needed });
  const byId = new Map(copied.map((row) => [row.id, row]));
  const meant = found.filter(({ id }) => byId.has(id));
  return {
    rows: meant.flatMap(({ id, minutesLate }) => {
      const row = byId.get(id);
      return row ? [{ ...row, minutesLate }] : [];
    }),
    show: async (page) => stillTroubled(read, await recordsOf(ctx, page, filter), { kind, limits }),
    exceptions: meant.map(({ exceptions }) => exceptions),
    isComplete: coverage === undefined,
    coverage,
  };
}

async function recordsOf(ctx: ToolContext, page: readonly CountedShipment[], { isWanted }: ShipmentFilter) {
  const ids = page.map(({ id }) => id);
  const records = await shipmentsById(ctx, ids);
  return ids.flatMap((id) => records.get(id) ?? []).filter(isWanted);
}

/** Newest first, or by the day that was asked for. */
async function matching(ctx: ToolContext, filter: ShipmentFilter, asked: ListAsked): Promise<Found> {
  const { origin, destination, sortBy } = filter;
  const parts = partsFor(asked);
  const needed = { ...parts, route: Boolean(parts.route || origin || destination || sortBy) };
  const papers = papersFor(asked);
  const { read, coverage } = await copyNow(ctx, [...tablesFor(needed), ...filter.tables, ...papers]);
  const copied = await copiedShipments(read, { ...filter, parts: needed });
  const rows = /late/i.test(asked.sort ?? '') ? await withLateness(ctx, copied) : copied;
  const by = sortBy && ({ pickUpDate: 'pickup', deliveryDate: 'delivery' } as const)[sortBy];
  return {
    rows: by ? sortRows(rows, { by: (shipment) => shipment[by], first: 'low' }) : rows,
    show: async (page) => {
      const shipments = await recordsOf(ctx, page, filter);
      return papers.length > 0
        ? withPods(read, shipments)
        : shipments.map((shipment) => ({ shipment, exceptions: [], pod: undefined }));
    },
    exceptions: [],
    isComplete: coverage === undefined,
    coverage,
  };
}

/** How late each is follows from all of its stops: the records themselves say it. */
async function withLateness(ctx: ToolContext, rows: readonly CountedShipment[]): Promise<readonly CountedShipment[]> {
  const records = await shipmentsById(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const shipment = records.get(row.id);
    return shipment ? { ...row, minutesLate: progressOf(shipment, ctx.now()).minutesLate } : row;
  });
}

const revenueOf = ({ status, revenueCents, currency }: CountedShipment) =>
  status === 'CANCELED' || revenueCents === null ? [] : [{ currency, amountCents: revenueCents }];

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
  { rows, isComplete, exceptions: found }: Found,
  { filter: { words }, exception }: { readonly filter: ShipmentFilter; readonly exception: AskedException | undefined },
): string {
  const what = [
    `${isComplete ? '' : 'At least '}${rows.length} ${rows.length === 1 ? 'shipment' : 'shipments'}`,
    ...words,
  ].join(' ');
  if (exception === undefined) return `${what}. Totals are booked revenue, canceled left out.`;
  const counted = countKinds(found, exception);
  const counts = counted.map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ');
  if (exception !== anyException)
    return `${what} with exception ${exception.replaceAll('_', ' ')}, worst first. ${definitionOf(exception, limitsOf(ctx))}. Totals are booked revenue.`;
  // What nothing was found of needs no definition.
  const meant = counted.map(({ kind }) => definitionOf(kind, limitsOf(ctx))).join('; ');
  return `${what} with an exception${counts === '' ? '' : ` (${counts})`}, worst first. ${meant === '' ? '' : `${meant}. `}Totals are booked revenue.`;
}
