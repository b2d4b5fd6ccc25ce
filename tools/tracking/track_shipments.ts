import { liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage, getTokensMax } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { codeColumn, column, textColumn } from '../records/columns.ts';
import { resolveFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { listActiveCarriers } from '../shipments/shipment-watch.ts';
import { formatLate, findShipmentProgress, getRouteStops } from '../stops/shipment-progress.ts';
import { formatWindow } from '../../src/domain/shipments/stop-words.ts';
import { formatInstant, stopName } from '../stops/stop-text.ts';
import { track, type Tracked } from './track-rows.ts';
import { formatContact, unsentCarrier } from '../records/parties.ts';

const referencesMax = 500;
/** One call of the API tracks so many. */
const pageMax = 100;

export const trackShipments = tool({
  name: 'track_shipments',
  title: 'Track shipments',
  description: `1 to 500 shipments by load number, PO, BOL, PRO, container or customer reference: each once, in its order, with status, last event, next stop and window, late or not, carrier and whom to call; what is not found is listed.
open: leaves out what is delivered or canceled. A shared reference shows the newest and the count; all: every shipment of it. Without references: list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['shipments.track', 'shipments.filter', 'loads.filter'],
  input: z.strictObject({
    shipments: z.array(RecordText).min(1).max(referencesMax),
    open: z.boolean().optional(),
    all: z.boolean().optional(),
    cursor: listArguments.cursor,
    fields: listArguments.fields,
    format: listArguments.format,
  }),
  output: listOutput,
  async read(ctx, { shipments, open, all, fields, format }) {
    const chosen = resolveFields(fields, { columns, hidden });
    const now = ctx.now();
    const references = countReferences(shipments);
    const onPage = buildLocalPage(ctx, references, { limit: pageMax, fields: chosen, format });
    // Otherwise rows do not stand for one reference each, and the pages are counted over the rows.
    const isOneEach = open !== true && all !== true;
    // The first page counts all of them; a later one looks up only what it shows.
    const lookedUp = onPage.isFirst || !isOneEach ? references : onPage.rows;
    const tracked = await track(
      ctx,
      lookedUp.map(({ query }) => query),
      { all: all === true },
    );
    const times = new Map(lookedUp.map((reference) => [reference.query, reference.times]));
    const every = tracked.map((trackedRow) => toRow(trackedRow, times.get(trackedRow.result.query) ?? 1, now));
    const rows = open === true ? every.filter(isOpenRow) : every;
    const page = isOneEach
      ? { ...onPage, rows: rows.slice(0, onPage.rows.length) }
      : buildLocalPage(ctx, rows, { limit: pageMax, fields: chosen, format });
    return listResult({
      summary: formatSummary(every, { isPage: lookedUp.length < references.length, isOpen: open === true }),
      asOf: now,
      total: isOneEach ? references.length : rows.length,
      columns,
      hidden,
      ...page,
      tokensMax: getTokensMax({ fields, format }),
      format: format ?? 'table',
      fields: chosen,
      nextActions: suggestActions(rows),
    });
  },
});

interface CountedReference {
  readonly query: string;
  /** Number of times that the reference is in the list. */
  readonly times: number;
}

/** Counts each reference, in the order of first appearance. Case and spaces make no difference. */
function countReferences(texts: readonly string[]): readonly CountedReference[] {
  const counted = new Map<string, CountedReference>();
  for (const query of texts) {
    const same = query.trim().toLowerCase();
    counted.set(same, { query: counted.get(same)?.query ?? query, times: (counted.get(same)?.times ?? 0) + 1 });
  }
  return [...counted.values()];
}

/** The structured name of a match by the shipment's own number. */
const ownNumber = 'friendly id';
const describeMatchField = (field: string): string => (field === ownNumber ? 'shipment number' : formatCode(field));

const columns: readonly ListColumn[] = [
  {
    key: 'query',
    title: 'Requested',
    text: ({ query, times }) => `${String(query)}${Number(times) > 1 ? ` (${Number(times)} times)` : ''}`,
  },
  {
    key: 'friendlyId',
    title: 'Shipment',
    text: ({ friendlyId, matches }) =>
      `${String(friendlyId)}${Number(matches) > 1 ? ` (newest of ${Number(matches)})` : ''}`,
  },
  codeColumn('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  textColumn('nextStop', 'Next stop'),
  column('window', 'Window (local)'),
  {
    key: 'late',
    title: 'Late',
    text: (row) =>
      row['status'] === 'DELIVERED' && row['late'] === true ? `delivered ${formatLate(row)} late` : formatLate(row),
  },
  textColumn('carrier', 'Carrier'),
  textColumn('contact', 'Call'),
  column('lastEvent', 'Last event'),
  { ...codeColumn('matchedBy', 'Matched by'), words: describeMatchField },
];
const hidden = ['found', 'minutesLate', 'matches', 'times'] as const;

function toRow({ result, shipment, matches }: Tracked, requestedCount: number, now: string): ListRow {
  const { query, friendlyId, field } = result;
  const times = requestedCount > 1 ? requestedCount : null;
  if (result.id === null) return { query, times, found: false, status: 'not found' };
  const progress = shipment && findShipmentProgress(shipment, now);
  const stop = progress?.stop;
  return {
    query,
    times,
    found: true,
    friendlyId,
    status: shipment?.status ?? result.status,
    customer: shipment?.customer?.name,
    lane: shipment
      ? describeRoute(getRouteStops(shipment))
      : `${result.origin ?? 'unknown place'} to ${result.destination ?? 'unknown place'}`,
    nextStop: stop ? `${stopName(stop)}${progress.isThere ? ' (there now)' : ''}` : null,
    window: stop ? formatWindow(stop) : null,
    late: progress?.late ?? null,
    minutesLate: progress?.minutesLate ?? null,
    carrier:
      shipment &&
      (listActiveCarriers(shipment)
        .map(({ carrier }) => carrier?.name ?? unsentCarrier)
        .join(', ') ||
        null),
    contact:
      shipment &&
      (listActiveCarriers(shipment)
        .map(({ carrier }) => formatContact(carrier, 'no number on record'))
        .join(', ') ||
        null),
    lastEvent: shipment && describeLastEvent(shipment),
    matchedBy: field ?? ownNumber,
    matches,
  };
}

const isLiveRow = ({ status }: ListRow) => isMet(liveShipment, { status: String(status) });
const isOpenRow = (row: ListRow) => row['found'] !== true || isLiveRow(row);

/** Describes the last known event: at a stop, else the dispatch or the booking. */
function describeLastEvent(shipment: ShipmentRecord): string | null {
  const visits = getRouteStops(shipment).flatMap((stop) => [
    { at: stop.actualArrival, text: `arrived at ${formatCode(stop.type)} ${formatInstant(stop.actualArrival, stop)}` },
    { at: stop.actualDeparture, text: `left ${formatCode(stop.type)} ${formatInstant(stop.actualDeparture, stop)}` },
  ]);
  const first = getRouteStops(shipment)[0];
  const calls = listActiveCarriers(shipment).flatMap(({ bookedAt, dispatchedAt }) => [
    { at: bookedAt, text: `booked ${first ? formatInstant(bookedAt, first) : bookedAt}` },
    { at: dispatchedAt, text: `dispatched ${first ? formatInstant(dispatchedAt, first) : dispatchedAt}` },
  ]);
  // What the truck did says more than what was written down about it, whenever that was.
  const findLast = (events: typeof calls) =>
    events
      .filter(({ at }) => at !== null)
      .toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
      .at(-1);
  return (findLast(visits) ?? findLast(calls))?.text ?? null;
}

/**
 * Formats the number of shipments by status: "3 in transit, 1 delivered". A shipment with several references counts
 * once.
 */
function formatTally(foundRows: readonly ListRow[]): string {
  const once = new Map(foundRows.map((row) => [row['friendlyId'], String(row['status'])]));
  const counts = [...Map.groupBy(once.values(), (status) => status)];
  return counts
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([status, statuses]) => `${statuses.length} ${formatCode(status)}`)
    .join(', ');
}

function formatSummary(
  rows: readonly ListRow[],
  { isPage, isOpen }: { readonly isPage: boolean; readonly isOpen: boolean },
): string {
  const foundRows = rows.filter((row) => row['found']);
  const late = foundRows.filter((row) => row['late'] === true).length;
  const unknown = foundRows.filter((row) => row['late'] === null && isLiveRow(row)).length;
  const shared = foundRows.filter(({ matches }) => Number(matches) > 1).length;
  return [
    `${isPage ? 'On this page ' : ''}${foundRows.length} of ${rows.length} found, ${late} late${unknown > 0 ? `, ${unknown} for which it is unknown` : ''}.`,
    foundRows.length > 0 ? `${formatTally(foundRows)}.` : '',
    isOpen ? 'Delivered and canceled ones are counted and left out below.' : '',
    foundRows.length < rows.length ? `${rows.length - foundRows.length} not found.` : '',
    shared > 0
      ? `${shared === 1 ? '1 reference belongs' : `${shared} references belong`} to several shipments: only the newest is shown; all=true shows every one.`
      : '',
    "Late = not there yet and past the end of the next stop's window in local time, no grace; once delivered, of the final drop. Drafts, tenders and holds are never late.",
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function suggestActions(rows: readonly ListRow[]): readonly NextAction[] {
  const shared = rows.find(({ matches }) => Number(matches) > 1);
  const missing = rows.find(({ found: isFound }) => isFound === false);
  const late = rows.find((row) => row['late'] === true);
  return [
    ...(late
      ? [{ tool: 'get_shipment', arguments: { shipment: late['friendlyId'] }, why: 'the whole story of a late one' }]
      : []),
    ...(shared
      ? [
          {
            tool: 'track_shipments',
            arguments: { shipments: [shared['query']], all: true },
            why: 'all shipments with this reference',
          },
        ]
      : []),
    ...(missing
      ? [{ tool: 'find', arguments: { query: missing['query'] }, why: 'may be another kind of record' }]
      : []),
  ];
}
