import * as z from 'zod';
import { sumByCurrency } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { centsOf } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { sortRows } from '../records/row-order.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListAsked, listView, viewArguments, viewPage } from '../arguments/list-view.ts';
import { type ShipmentFilter, shipmentFilter } from './shipment-filter.ts';
import {
  deliveryEnd,
  moneyShown,
  pickupStart,
  shipmentGroupings,
  shipmentListOptions,
  shipmentOrders,
} from './shipment-list.ts';
import { findTroubled, type FoundShipments, kindsOf, limitsOf, listedShipments } from './shipment-troubles.ts';
import { anyException, type AskedException, definitionOf, watchKinds } from './shipment-watch.ts';

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  description: `Shipments (loads). fields also: pickup, rep, marginPercent, contact.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
    'shipments.filter',
    'documents.filter',
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
      ? matching(ctx, filter, isAboutInvoicing(asked))
      : findTroubled(ctx, filter, exception));
    const page = viewPage(ctx, view, found.rows);
    const [first] = groupBy === undefined ? page.rows : [];
    const result = listResult({
      summary: [summaryOf(ctx, found, { filter, exception }), view.words].filter(Boolean).join(' '),
      asOf: now,
      totals: sumByCurrency(found.rows.flatMap(({ shipment }) => revenueOf(shipment))),
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
        ...(exception !== undefined && { byKind: countKinds(found, exception) }),
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

/** Only then the papers are looked for. */
const isAboutInvoicing = ({ fields = [], groupBy }: ListAsked): boolean =>
  groupBy === 'blocked' || fields.some((field) => ['blocked', 'why not invoiced'].includes(field.toLowerCase()));

/** Newest first, or by the day that was asked for. */
async function matching(ctx: ToolContext, filter: ShipmentFilter, withPods: boolean): Promise<FoundShipments> {
  const { rows, ...read } = await scan(ctx, ctx.api.shipments.filter, { filter: filter.filter, local: filter.local });
  const listed = await listedShipments(ctx, rows.filter(filter.always), { withPods });
  const dayOf = filter.sortBy && { pickUpDate: pickupStart, deliveryDate: deliveryEnd }[filter.sortBy];
  return { ...read, rows: dayOf ? sortRows(listed, { by: ({ shipment }) => dayOf(shipment), first: 'low' }) : listed };
}

const revenueOf = ({ status, totalRevenue, currency }: ShipmentRecord) =>
  status === 'CANCELED' || totalRevenue === null ? [] : [{ currency, amountCents: centsOf(totalRevenue) }];

/** How many have each; one with several is counted under each. */
function countKinds({ rows }: Pick<FoundShipments, 'rows'>, exception: AskedException) {
  return kindsOf(exception)
    .map((kind) => ({
      kind,
      count: rows.filter(({ exceptions }) => exceptions.some((found) => found.kind === kind)).length,
    }))
    .filter(({ count }) => count > 0);
}

function summaryOf(
  ctx: ToolContext,
  { rows, isComplete }: FoundShipments,
  { filter: { words }, exception }: { readonly filter: ShipmentFilter; readonly exception: AskedException | undefined },
): string {
  const what = [
    `${isComplete ? '' : 'At least '}${rows.length} ${rows.length === 1 ? 'shipment' : 'shipments'}`,
    ...words,
  ].join(' ');
  if (exception === undefined) return `${what}. Totals are booked revenue, canceled left out.`;
  const counted = countKinds({ rows }, exception);
  const counts = counted.map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ');
  if (exception !== anyException)
    return `${what} with exception ${exception.replaceAll('_', ' ')}, worst first. ${definitionOf(exception, limitsOf(ctx))}. Totals are booked revenue.`;
  // What nothing was found of needs no definition.
  const meant = counted.map(({ kind }) => definitionOf(kind, limitsOf(ctx))).join('; ');
  return `${what} with an exception${counts === '' ? '' : ` (${counts})`}, worst first. ${meant === '' ? '' : `${meant}. `}Totals are booked revenue.`;
}
