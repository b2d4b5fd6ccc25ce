import { formatLowerBound, formatSoFar } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { notVoided } from '../../src/domain/money/invoice.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { watchKinds } from '../../src/domain/shipments/watched-freight.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { getSpan } from '../../src/mcp/results/page.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, buildListView, buildStoredPage, declareViewArguments } from '../arguments/list-view.ts';
import { buildShipmentQueries, selectShipments, toCopiedShipments } from '../copied/copied-shipments.ts';
import type { ShipmentCondition } from '../copied/shipment-scope.ts';
import { readShipmentFilter, type ResolvedShipmentFilter } from './shipment-filter.ts';
import { dueOrders, moneyShown, shipmentGroupings, buildShipmentListOptions, shipmentOrders } from './shipment-list.ts';
import { findShownParts, type ListedShipment, marginGapWords } from './shipment-row.ts';
import {
  findLate,
  findTroubled,
  listKinds,
  getWatchLimits,
  watchShipment,
  type TroubledShipment,
} from './shipment-troubles.ts';
import { anyException, describeDefinition, formatKind, type RequestedException } from './shipment-watch.ts';
import {
  type BookedRevenue,
  type CountedShipments,
  countShipments,
  type LateMinutes,
  selectBookedRevenue,
  type StoredShipmentOrder,
  toShipmentOrder,
} from './stored-shipments.ts';

export const listShipments = tool({
  name: 'list_shipments',
  title: 'List shipments',
  description: `Shipments (loads). fields also: pickup, rep, marginPercent, contact.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
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
    ...declareViewArguments(shipmentOrders, shipmentGroupings),
    ...listArguments,
  }),
  output: listOutput.extend({
    byKind: z.array(z.record(z.string(), z.unknown())),
    resolved: z.array(z.object({ query: z.string(), as: z.string() })),
  }),
  async read(ctx, { exception, limit, cursor: _cursor, fields, format, sort, groupBy, ...question }) {
    const now = ctx.now();
    const listInput = { limit, fields, format, sort, groupBy };
    const shownColumns = exception === undefined ? listDayColumns(question) : shownFor[exception];
    const at = { timeZone: ctx.timeZone, now };
    const view = buildListView(buildShipmentListOptions(at, shownColumns, exception), listInput);
    const filter = await readShipmentFilter(ctx, question);
    const matches = await (exception === undefined
      ? readMatching(ctx, filter, view)
      : readTroubled(ctx, filter, exception, view));
    const { booked } = matches;
    const count = booked.reduce((sum, revenue) => sum + revenue.count, 0);
    const page = await buildStoredPage(ctx, view, {
      total: count,
      rows: async () => matches.rows,
      counted: async () => matches.groups,
    });
    const [first] = groupBy === undefined ? page.rows : [];
    const summary = [
      formatSummary(ctx, count, { found: matches, filter, exception }),
      view.words,
      hasMarginColumn(view) ? describeUnknownMargins(booked) : '',
    ];
    const result = listResult({
      summary: summary.filter(Boolean).join(' '),
      asOf: now,
      totals: booked.flatMap(toTotals),
      ...page,
      nextActions: first
        ? [{ tool: 'get_shipment', arguments: { shipment: first['friendlyId'] }, why: 'the whole story of the first' }]
        : [],
    });
    return {
      ...result,
      data: {
        ...result.data,
        ...(exception !== undefined && { byKind: countKinds(matches.exceptions, exception) }),
        ...(filter.resolved.length > 0 && { resolved: filter.resolved }),
      },
    };
  },
});

type ShipmentListView = ListView<CountedShipments, ListedShipment, StoredShipmentOrder>;

interface RequestedDays {
  readonly pickupFrom?: string | undefined;
  readonly pickupTo?: string | undefined;
  readonly deliveryFrom?: string | undefined;
  readonly deliveryTo?: string | undefined;
}

/** Lists the extra column that the requested days are about. */
function listDayColumns({ pickupFrom, pickupTo, deliveryFrom, deliveryTo }: RequestedDays): readonly string[] {
  if (pickupFrom ?? pickupTo) return ['pickup'];
  return (deliveryFrom ?? deliveryTo) ? ['delivery'] : [];
}

/** Further columns that each exception is about. */
const shownFor: Readonly<Record<RequestedException, readonly string[]>> = {
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

/** All that were found, and those of a page as they are shown. */
interface FoundShipments {
  readonly booked: readonly BookedRevenue[];
  readonly rows: readonly ListedShipment[];
  readonly groups: readonly CountedShipments[];
  /** Exceptions of the requested kind, for each shipment. */
  readonly exceptions: readonly ListedShipment['exceptions'][];
}

const listColumns = (view: ShipmentListView): ReadonlySet<string> =>
  new Set(view.groupBy === undefined ? (view.fields ?? view.columns.map(({ key }) => key)) : []);

/** Reads what has the exception, worst first, all of it at one moment. */
async function readTroubled(
  ctx: ToolContext,
  { condition }: ResolvedShipmentFilter,
  kind: RequestedException,
  view: ShipmentListView,
): Promise<FoundShipments> {
  const records = await ctx.records();
  const ranked = await findTroubled(records, {
    condition,
    kind,
    limits: getWatchLimits(ctx),
    parts: findShownParts(listColumns(view)),
  });
  const isRanked = isAmongValues(
    's.id',
    ranked.map(({ shipment }) => shipment.id),
  );
  const { skip, limit } = getSpan(ctx, view.requested);
  const ordered = await sortRanked(records, ranked, isRanked, view);
  return {
    booked: sumBooked(ranked),
    rows: view.groupBy === undefined ? await withInvoices(records, ordered.slice(skip, skip + limit), view) : [],
    groups: view.groupBy === undefined ? [] : await countShipments(records, isRanked, view.groupBy),
    exceptions: ranked.map(({ exceptions }) => exceptions),
  };
}

/** Puts them in the order that was asked for; what has left the copy meanwhile comes last. */
async function sortRanked(
  records: CopiedRecords,
  ranked: readonly TroubledShipment[],
  isRanked: ShipmentCondition,
  view: ShipmentListView,
): Promise<readonly TroubledShipment[]> {
  if (view.groupBy !== undefined || view.order === undefined) return ranked;
  const page = { order: [toShipmentOrder(view.order, toLateMinutes(ranked))], skip: 0, limit: ranked.length };
  const ids = await selectShipments(records.db, { condition: isRanked, page }).select('s.id').execute();
  const places = new Map(ids.map(({ id }, place) => [id, place]));
  const getPlace = ({ shipment }: TroubledShipment) => places.get(shipment.id) ?? places.size;
  return ranked.toSorted((first, second) => getPlace(first) - getPlace(second));
}

const toLateMinutes = (watched: readonly TroubledShipment[]): LateMinutes =>
  watched.flatMap(({ shipment, minutesLate }) => (minutesLate === null ? [] : [[shipment.id, minutesLate] as const]));

/** Reads count, sums and page at one moment: newest first, or by the day that was asked for. */
async function readMatching(
  ctx: ToolContext,
  { condition, sortBy }: ResolvedShipmentFilter,
  view: ShipmentListView,
): Promise<FoundShipments> {
  const records = await ctx.records();
  const { db } = records;
  const booked = selectBookedRevenue(db, condition, hasMarginColumn(view));
  if (view.groupBy !== undefined)
    return {
      booked: await booked.execute(),
      rows: [],
      groups: await countShipments(records, condition, view.groupBy),
      exceptions: [],
    };
  const limits = getWatchLimits(ctx);
  const late = view.order?.name === 'late' ? await findLate(records, { condition, limits }) : [];
  const order = [
    ...(view.order ? [toShipmentOrder(view.order, toLateMinutes(late))] : []),
    ...(sortBy ? [toShipmentOrder(dueOrders[sortBy])] : []),
  ];
  const selection = { condition, page: { order, ...getSpan(ctx, view.requested) } };
  const read = await records.readTogether({
    booked,
    ...buildShipmentQueries(db, selection, findShownParts(listColumns(view))),
  });
  const kinds = listColumns(view).has('exceptions') ? listKinds(anyException) : [];
  const watched = toCopiedShipments(read, ctx.timeZone).map((shipment) => watchShipment(shipment, kinds, limits));
  return { booked: read.booked, rows: await withInvoices(records, watched, view), groups: [], exceptions: [] };
}

/** Adds the invoices of shipments where the list shows what keeps them from being invoiced. */
async function withInvoices(
  records: CopiedRecords,
  watched: readonly TroubledShipment[],
  view: ShipmentListView,
): Promise<readonly ListedShipment[]> {
  if (!listColumns(view).has('blocked')) return watched;
  const invoices = await records.db
    .selectFrom('invoice as i')
    .select(['i.shipment_id as shipmentId', 'i.friendly_id as friendlyId'])
    .where(
      isAmongValues(
        'i.shipment_id',
        watched.map(({ shipment }) => shipment.id),
      ),
    )
    .where(matchRule(notVoided, 'i'))
    .execute();
  const byShipment = Map.groupBy(invoices, ({ shipmentId }) => shipmentId);
  return watched.map((watchedShipment) => ({
    ...watchedShipment,
    invoices: (byShipment.get(watchedShipment.shipment.id) ?? []).map(({ friendlyId }) => friendlyId),
  }));
}

/** Sums the booked revenue by currency; what is canceled is counted and has no revenue. */
function sumBooked(watched: readonly TroubledShipment[]): readonly BookedRevenue[] {
  const shipments = watched.map(({ shipment }) => shipment);
  const byCurrency = Map.groupBy(shipments, ({ currency }) => currency);
  return [...byCurrency]
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([currency, members]) => {
      const revenues = members.flatMap((shipment) =>
        isMet(notCanceled, shipment) ? (shipment.revenueCents ?? []) : [],
      );
      return {
        currency,
        count: members.length,
        booked: revenues.length,
        cents: revenues.length === 0 ? null : revenues.reduce((sum, cents) => sum + cents, 0),
        withoutCost: members.filter(({ marginGap }) => marginGap === 'no_cost').length,
        inSeveralCurrencies: members.filter(({ marginGap }) => marginGap === 'currencies').length,
      };
    });
}

const hasMarginColumn = (view: ShipmentListView): boolean =>
  view.groupBy !== undefined || ['margin', 'marginPercent'].some((key) => listColumns(view).has(key));

/** Names the shipments that a margin leaves out. */
function describeUnknownMargins(booked: readonly BookedRevenue[]): string {
  const count = (key: 'withoutCost' | 'inSeveralCurrencies') =>
    booked.reduce((sum, revenue) => sum + (revenue[key] ?? 0), 0);
  const parts = [
    [count('withoutCost'), marginGapWords.no_cost],
    [count('inSeveralCurrencies'), `amounts in ${marginGapWords.currencies}`],
  ] as const;
  const texts = parts.flatMap(([shipments, words]) =>
    shipments === 0 ? [] : [`${shipments} ${shipments === 1 ? 'shipment' : 'shipments'} with ${words}`],
  );
  return texts.length === 0 ? '' : `Margin not known, so left out: ${texts.join(', ')}.`;
}

const toTotals = ({ currency, booked, cents }: BookedRevenue) =>
  cents === null ? [] : [{ currency, count: booked, amountCents: cents }];

/** Counts the shipments with each kind of exception. A shipment with several counts under each of them. */
function countKinds(foundExceptions: FoundShipments['exceptions'], exception: RequestedException) {
  return listKinds(exception)
    .map((kind) => ({
      kind,
      count: foundExceptions.filter((exceptions) => exceptions.some((candidate) => candidate.kind === kind)).length,
    }))
    .filter(({ count }) => count > 0);
}

function formatSummary(
  ctx: ToolContext,
  count: number,
  {
    found: { exceptions: foundExceptions },
    filter: { words },
    exception,
  }: {
    readonly found: FoundShipments;
    readonly filter: ResolvedShipmentFilter;
    readonly exception: RequestedException | undefined;
  },
): string {
  // An exception may turn out to be none with what is read later.
  const qualify = exception === undefined ? formatLowerBound : formatSoFar;
  const headline = [qualify(`${count} ${count === 1 ? 'shipment' : 'shipments'}`, ctx.completeness()), ...words].join(
    ' ',
  );
  if (exception === undefined) return `${headline}. Totals are booked revenue, canceled left out.`;
  const counted = countKinds(foundExceptions, exception);
  const counts = counted.map(({ kind, count }) => `${count} ${formatKind(kind)}`).join(', ');
  if (exception !== anyException)
    return `${headline} with exception ${formatKind(exception)}, worst first. ${describeDefinition(exception, getWatchLimits(ctx))}. Totals are booked revenue.`;
  // What nothing was found of needs no definition.
  const definitionTexts = counted.map(({ kind }) => describeDefinition(kind, getWatchLimits(ctx))).join('; ');
  return `${headline} with an exception${counts === '' ? '' : ` (${counts})`}, worst first. ${definitionTexts === '' ? '' : `${definitionTexts}. `}Totals are booked revenue.`;
}
