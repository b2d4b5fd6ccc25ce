import { liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage, getTokensMax } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { column, textColumn } from '../records/columns.ts';
import { resolveFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { activeCarriers } from './shipment-watch.ts';
import { lateText, progressOf, stopsOf } from './shipment-progress.ts';
import { formatWindow } from '../../src/domain/shipments/stop-words.ts';
import { instantText, stopName } from './stop-text.ts';
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
    const wanted = countedOnce(shipments);
    const onPage = buildLocalPage(ctx, wanted, { limit: pageMax, fields: chosen, format });
    // Otherwise rows do not stand for one reference each, and the pages are counted over the rows.
    const isOneEach = open !== true && all !== true;
    // The first page counts all of them; a later one looks up only what it shows.
    const asked = onPage.isFirst || !isOneEach ? wanted : onPage.rows;
    const tracked = await track(
      ctx,
      asked.map(({ query }) => query),
      { all: all === true },
    );
    const times = new Map(asked.map((one) => [one.query, one.times]));
    const every = tracked.map((one) => rowOf(one, times.get(one.result.query) ?? 1, now));
    const rows = open === true ? every.filter(isOpenRow) : every;
    const page = isOneEach
      ? { ...onPage, rows: rows.slice(0, onPage.rows.length) }
      : buildLocalPage(ctx, rows, { limit: pageMax, fields: chosen, format });
    return listResult({
      summary: formatSummary(every, { isPage: asked.length < wanted.length, isOpen: open === true }),
      asOf: now,
      total: isOneEach ? wanted.length : rows.length,
      columns,
      hidden,
      ...page,
      tokensMax: getTokensMax({ fields, format }),
      format: format ?? 'table',
      fields: chosen,
      nextActions: actionsOf(rows),
    });
  },
});

interface Wanted {
  readonly query: string;
  /** How often it stands in the list. */
  readonly times: number;
}

/** Each reference once, in the order in which it first came; case and spaces do not make another. */
function countedOnce(texts: readonly string[]): readonly Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const query of texts) {
    const same = query.trim().toLowerCase();
    wanted.set(same, { query: wanted.get(same)?.query ?? query, times: (wanted.get(same)?.times ?? 0) + 1 });
  }
  return [...wanted.values()];
}

const columns: readonly ListColumn[] = [
  {
    key: 'query',
    title: 'Asked for',
    text: ({ query, times }) => `${String(query)}${Number(times) > 1 ? ` (${Number(times)} times)` : ''}`,
  },
  {
    key: 'friendlyId',
    title: 'Shipment',
    text: ({ friendlyId, matches }) =>
      `${String(friendlyId)}${Number(matches) > 1 ? ` (newest of ${Number(matches)})` : ''}`,
  },
  { key: 'status', title: 'Status', text: ({ found, status }) => (found ? String(status) : 'not found') },
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  textColumn('nextStop', 'Next stop'),
  column('window', 'Window (local)'),
  {
    key: 'late',
    title: 'Late',
    text: (row) =>
      row['status'] === 'DELIVERED' && row['late'] === true ? `delivered ${lateText(row)} late` : lateText(row),
  },
  textColumn('carrier', 'Carrier'),
  textColumn('contact', 'Call'),
  column('lastEvent', 'Last event'),
  column('matchedBy', 'Matched by'),
];
const hidden = ['found', 'minutesLate', 'matches', 'times'] as const;

function rowOf({ result, shipment, matches }: Tracked, asked: number, now: string): ListRow {
  const { query, friendlyId, field } = result;
  const times = asked > 1 ? asked : null;
  if (result.id === null) return { query, times, found: false, status: 'not found' };
  const progress = shipment && progressOf(shipment, now);
  const stop = progress?.stop;
  return {
    query,
    times,
    found: true,
    friendlyId,
    status: shipment?.status ?? result.status,
    customer: shipment?.customer?.name,
    lane: shipment
      ? describeRoute(stopsOf(shipment))
      : `${result.origin ?? 'unknown place'} to ${result.destination ?? 'unknown place'}`,
    nextStop: stop ? `${stopName(stop)}${progress.isThere ? ' (there now)' : ''}` : null,
    window: stop ? formatWindow(stop) : null,
    late: progress?.late ?? null,
    minutesLate: progress?.minutesLate ?? null,
    carrier:
      shipment &&
      (activeCarriers(shipment)
        .map(({ carrier }) => carrier?.name ?? unsentCarrier)
        .join(', ') ||
        null),
    contact:
      shipment &&
      (activeCarriers(shipment)
        .map(({ carrier }) => formatContact(carrier, 'no number on record'))
        .join(', ') ||
        null),
    lastEvent: shipment && lastEventOf(shipment),
    matchedBy: field ?? 'friendly id',
    matches,
  };
}

const isLiveRow = ({ status }: ListRow) => isMet(liveShipment, { status: String(status) });
const isOpenRow = (row: ListRow) => row['found'] !== true || isLiveRow(row);

/** The last thing that is known to have happened: a stop, else the dispatch or the booking. */
function lastEventOf(shipment: ShipmentRecord): string | null {
  const visits = stopsOf(shipment).flatMap((stop) => [
    { at: stop.actualArrival, text: `arrived ${stop.type} ${instantText(stop.actualArrival, stop)}` },
    { at: stop.actualDeparture, text: `left ${stop.type} ${instantText(stop.actualDeparture, stop)}` },
  ]);
  const first = stopsOf(shipment)[0];
  const calls = activeCarriers(shipment).flatMap(({ bookedAt, dispatchedAt }) => [
    { at: bookedAt, text: `booked ${first ? instantText(bookedAt, first) : bookedAt}` },
    { at: dispatchedAt, text: `dispatched ${first ? instantText(dispatchedAt, first) : dispatchedAt}` },
  ]);
  // What the truck did says more than what was written down about it, whenever that was.
  const last = (events: typeof calls) =>
    events
      .filter(({ at }) => at !== null)
      .toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
      .at(-1);
  return (last(visits) ?? last(calls))?.text ?? null;
}

/** `3 IN_TRANSIT, 1 DELIVERED`: each shipment once, however many references lead to it. */
function tallyOf(found: readonly ListRow[]): string {
  const once = new Map(found.map((row) => [row['friendlyId'], String(row['status'])]));
  const counts = [...Map.groupBy(once.values(), (status) => status)];
  return counts
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([status, of]) => `${of.length} ${status}`)
    .join(', ');
}

function formatSummary(
  rows: readonly ListRow[],
  { isPage, isOpen }: { readonly isPage: boolean; readonly isOpen: boolean },
): string {
  const found = rows.filter((row) => row['found']);
  const late = found.filter((row) => row['late'] === true).length;
  const unknown = found.filter((row) => row['late'] === null && isLiveRow(row)).length;
  const shared = found.filter(({ matches }) => Number(matches) > 1).length;
  return [
    `${isPage ? 'On this page ' : ''}${found.length} of ${rows.length} found, ${late} late${unknown > 0 ? `, ${unknown} for which it is unknown` : ''}.`,
    found.length > 0 ? `${tallyOf(found)}.` : '',
    isOpen ? 'Delivered and canceled ones are counted and left out below.' : '',
    found.length < rows.length ? `${rows.length - found.length} not found.` : '',
    shared > 0
      ? `${shared} references belong to several shipments: only the newest is shown; all: true shows every one.`
      : '',
    "Late = not there yet and past the end of the next stop's window in local time, no grace; once delivered, of the final drop. Drafts, tenders and holds are never late.",
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function actionsOf(rows: readonly ListRow[]): readonly NextAction[] {
  const shared = rows.find(({ matches }) => Number(matches) > 1);
  const missing = rows.find(({ found }) => found === false);
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
