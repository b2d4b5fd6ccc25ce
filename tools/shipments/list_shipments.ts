import * as z from 'zod';
import { type ExceptionKind, exceptionKinds } from '../../src/domain/freight/shipment-exceptions.ts';
import { sumByCurrency } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { centsOf } from '../records/amounts.ts';
import { column, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { describeRoute } from '../records/stop-places.ts';
import { chosenFields, DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { localPage } from '../../src/mcp/results/page.ts';
import { podsOf } from './pods.ts';
import { activeStatuses, type ShipmentFilter, shipmentFilter } from './shipment-filter.ts';
import { lateText, progressOf, stopsOf } from './shipment-progress.ts';
import { definitions, exceptionsOf, exceptionText } from './shipment-watch.ts';
import { stopName, windowText } from './stop-text.ts';

const anyException = 'any';

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  description: `Shipments (loads) by status, customer, carrier, day, billing status or exception, with the total over all that match.
exception: what needs a person now, worst first. Days as YYYY-MM-DD or words ("last week"). Known references: track_shipments.`,
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
    status: z.string().max(200).optional().describe('active, or BOOKED, IN_TRANSIT ...'),
    customer: RecordText.optional(),
    carrier: RecordText.optional(),
    pickupFrom: DateText.optional(),
    pickupTo: DateText.optional(),
    deliveryFrom: DateText.optional(),
    deliveryTo: DateText.optional(),
    billingStatus: z.string().max(40).optional().describe('such as READY_TO_INVOICE'),
    exception: z.enum([...exceptionKinds, anyException]).optional(),
    ...listArguments,
  }),
  output: listOutput.extend({ resolved: z.array(z.object({ query: z.string(), as: z.string() })) }),
  async read(ctx, { exception, limit, cursor: _cursor, fields, format, ...question }) {
    const shown = exception === undefined ? columnsWithoutExceptions : columns;
    const chosen = chosenFields(fields, { columns: shown, hidden, onRequest });
    const asked = await shipmentFilter(ctx, question);
    const found = await (exception === undefined ? matching(ctx, asked) : findTroubled(ctx, asked, exception));
    const now = ctx.now();
    const page = localPage(ctx, found.rows, { limit, fields, format });
    const result = listResult({
      summary: summaryOf(found, asked, exception),
      asOf: now,
      total: found.isComplete ? found.rows.length : null,
      totals: sumByCurrency(found.rows.flatMap(({ shipment }) => revenueOf(shipment))),
      ...withCurrency({ columns: shown, fields: chosen, format: format ?? 'table' }),
      hidden,
      onRequest,
      ...page,
      rows: page.rows.map((row) => rowOf(row, now)),
      ...(found.coverage !== undefined && { coverage: found.coverage }),
      nextActions: page.rows.slice(0, 1).map(({ shipment }) => ({
        tool: 'get_shipment',
        arguments: { shipment: shipment.friendlyId },
        why: 'the whole story of the first',
      })),
    });
    return { ...result, data: { ...result.data, ...(asked.resolved.length > 0 && { resolved: asked.resolved }) } };
  },
});

interface Listed {
  readonly shipment: ShipmentRecord;
  readonly exceptions: ReturnType<typeof exceptionsOf>;
}

interface Found {
  readonly rows: readonly Listed[];
  readonly isComplete: boolean;
  readonly coverage: string | undefined;
}

const columns: readonly ListColumn[] = [
  column('friendlyId', 'Shipment'),
  column('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  textColumn('carrier', 'Carrier'),
  textColumn('nextStop', 'Next stop'),
  column('window', 'Window (local)'),
  { key: 'late', title: 'Late', text: lateText },
  column('exceptions', 'Exceptions'),
  column('billingStatus', 'Billing'),
  moneyColumn('revenue', 'Revenue'),
];
const columnsWithoutExceptions = columns.filter(({ key }) => key !== 'exceptions');
const hidden = ['currency', 'minutesLate'] as const;
const onRequest = ['pickUpDate', 'deliveryDate'] as const;

/** Newest first, or by the day that was asked for. */
async function matching(ctx: ToolContext, { filter, local, always, sortBy }: ShipmentFilter): Promise<Found> {
  const { rows, ...read } = await scan(ctx, ctx.api.shipments.filter, { filter, local });
  const kept = rows.filter(always);
  const sorted =
    sortBy === undefined ? kept : kept.toSorted((a, b) => ((a[sortBy] ?? '9') < (b[sortBy] ?? '9') ? -1 : 1));
  return { ...read, rows: sorted.map((shipment) => ({ shipment, exceptions: [] })) };
}

/** The exceptions of everything active, and missing PODs of everything delivered and not invoiced; worst first. */
async function findTroubled(
  ctx: ToolContext,
  asked: ShipmentFilter,
  kind: ExceptionKind | typeof anyException,
): Promise<Found> {
  const isAsked = (name: ExceptionKind) => kind === anyException || kind === name;
  const [active, delivered] = await Promise.all([
    kind === 'missing_pod'
      ? nothing
      : within(ctx, asked, { status: { in: activeStatuses } }, ({ status }) => activeStatuses.includes(status)),
    isAsked('missing_pod') ? within(ctx, asked, unbilled, isUnbilled) : nothing,
  ]);
  const podOf = await podsOf(ctx, delivered.rows);
  const now = ctx.now();
  const watched = [
    ...active.rows.map((shipment) => ({ shipment, exceptions: exceptionsOf(shipment, null, now) })),
    ...delivered.rows.map((shipment) => ({ shipment, exceptions: exceptionsOf(shipment, podOf(shipment), now) })),
  ].map(({ shipment, exceptions }) => ({
    shipment,
    exceptions: exceptions.filter((exception) => isAsked(exception.kind)),
  }));
  const coverage = [active.coverage, delivered.coverage].filter((note) => note !== undefined).join(' ');
  return {
    rows: watched.filter(({ exceptions }) => exceptions.length > 0).toSorted(byUrgency),
    isComplete: active.isComplete && delivered.isComplete,
    coverage: coverage === '' ? undefined : coverage,
  };
}

const nothing = { rows: [], isComplete: true, coverage: undefined } as const;

const unbilled = {
  status: { equalTo: 'DELIVERED' },
  billingStatus: { in: ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'] },
} as const;

const isUnbilled = ({ status, billingStatus }: ShipmentRecord) =>
  status === 'DELIVERED' && unbilled.billingStatus.in.some((known) => known === billingStatus);

type Condition = ShipmentFilter['filter'];

/** What was asked for, within one group of shipments. */
async function within(
  ctx: ToolContext,
  { filter, local, always }: ShipmentFilter,
  group: Condition,
  isInGroup: (shipment: ShipmentRecord) => boolean,
) {
  const filters = [filter, group].filter((part) => Object.keys(part).length > 0);
  const read = await scan(ctx, ctx.api.shipments.filter, { filter: { and: filters }, local });
  // The group's own test stands in for its condition where the API did not apply it.
  return { ...read, rows: read.rows.filter((shipment) => isInGroup(shipment) && always(shipment)) };
}

/** By kind, then the longest first. */
function byUrgency({ exceptions: a }: Listed, { exceptions: b }: Listed): number {
  const [first, second] = [mostUrgent(a), mostUrgent(b)];
  if (!first || !second) return 0;
  const ranks = rankOf(first) - rankOf(second);
  return ranks !== 0 ? ranks : (second.minutes ?? Number.MIN_SAFE_INTEGER) - (first.minutes ?? Number.MIN_SAFE_INTEGER);
}

type Exceptions = Listed['exceptions'];

const mostUrgent = (exceptions: Exceptions) => exceptions.toSorted((a, b) => rankOf(a) - rankOf(b))[0];

/** The order of `exceptionKinds`, except that a pickup more than a day ahead can wait for all the others. */
function rankOf({ kind, minutes }: Exceptions[number]): number {
  const canWait = kind === 'uncovered' && minutes !== null && minutes < -24 * 60;
  return canWait ? exceptionKinds.length : exceptionKinds.indexOf(kind);
}

function rowOf({ shipment, exceptions }: Listed, now: string): ListRow {
  const { stop, isThere, late, minutesLate } = progressOf(shipment, now);
  const carriers = shipment.loads.flatMap((load) => load.carriers).filter(({ status }) => status === 'ACTIVE');
  return {
    friendlyId: shipment.friendlyId,
    status: shipment.status,
    customer: shipment.customer.name,
    lane: describeRoute(stopsOf(shipment)),
    carrier: [...new Set(carriers.map(({ carrier }) => carrier.name))].join(', ') || null,
    nextStop: stop ? `${stopName(stop)}${isThere ? ' (there now)' : ''}` : null,
    window: stop ? windowText(stop) : null,
    late,
    minutesLate,
    exceptions: exceptions.map(exceptionText).join('; ') || null,
    billingStatus: shipment.billingStatus,
    revenue: shipment.totalRevenue,
    currency: shipment.currency,
    pickUpDate: shipment.pickUpDate,
    deliveryDate: shipment.deliveryDate,
  };
}

const revenueOf = ({ status, totalRevenue, currency }: ShipmentRecord) =>
  status === 'CANCELED' || totalRevenue === null ? [] : [{ currency, amountCents: centsOf(totalRevenue) }];

function summaryOf(
  { rows, isComplete }: Found,
  { words }: ShipmentFilter,
  exception: ExceptionKind | typeof anyException | undefined,
): string {
  const what = [
    `${isComplete ? '' : 'At least '}${rows.length} ${rows.length === 1 ? 'shipment' : 'shipments'}`,
    ...words,
  ].join(' ');
  if (exception === undefined) return `${what}. Totals are booked revenue, canceled left out.`;
  if (exception !== anyException)
    return `${what} with exception ${exception}, worst first. ${definitions[exception]}. Totals are booked revenue.`;
  const counts = exceptionKinds.map(
    (kind) => `${rows.filter(({ exceptions }) => exceptions.some((found) => found.kind === kind)).length} ${kind}`,
  );
  return `${what} with an exception (${counts.join(', ')}), worst first. ${Object.values(definitions).join('; ')}. Totals are booked revenue.`;
}
