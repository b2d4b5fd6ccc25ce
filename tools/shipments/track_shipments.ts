import * as z from 'zod';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { localPage, tokensFor } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { column, textColumn } from '../records/columns.ts';
import { describeRoute } from '../records/stop-places.ts';
import { chosenFields, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { lateText, progressOf, stopsOf } from './shipment-progress.ts';
import { stopName, windowText } from './stop-text.ts';
import { track, type Tracked } from './track-rows.ts';

const referencesMax = 500;
/** One call of the API tracks so many. */
const pageMax = 100;

export const trackShipments = tool({
  name: 'track_shipments',
  title: 'Track shipments',
  description: `Status of 1 to 500 shipments by whatever reference was typed: load number, PO, BOL, PRO, container or customer reference.
Every reference comes back once, in its order: status, next stop, its window in local time, late or not; what was not found is listed as such.
A reference that several shipments share shows the newest and the count. For the whole story of one use get_shipment; without references use list_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: ['shipments.track', 'shipments.filter', 'loads.filter'],
  input: z.strictObject({
    shipments: z.array(RecordText).min(1).max(referencesMax),
    cursor: listArguments.cursor,
    fields: listArguments.fields,
    format: listArguments.format,
  }),
  output: listOutput,
  async read(ctx, { shipments, fields, format }) {
    const chosen = chosenFields(fields, { columns, hidden });
    const now = ctx.now();
    const wanted = countedOnce(shipments);
    const { rows: onPage, ...page } = localPage(ctx, wanted, { limit: pageMax, fields: chosen, format });
    // The first page counts all of them; a later one looks up only what it shows.
    const asked = page.isFirst ? wanted : onPage;
    const tracked = await track(
      ctx,
      asked.map(({ query }) => query),
    );
    const rows = tracked.map((one, index) => rowOf(one, asked[index]?.times ?? 1, now));
    return listResult({
      summary: summaryOf(rows, wanted.length),
      asOf: now,
      total: wanted.length,
      columns,
      hidden,
      ...page,
      rows: rows.slice(0, onPage.length),
      tokensMax: tokensFor({ fields, format }),
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
    customer: shipment?.customer.name,
    lane: shipment
      ? describeRoute(stopsOf(shipment))
      : `${result.origin ?? 'unknown place'} to ${result.destination ?? 'unknown place'}`,
    nextStop: stop ? `${stopName(stop)}${progress.isThere ? ' (there now)' : ''}` : null,
    window: stop ? windowText(stop) : null,
    late: progress?.late ?? null,
    minutesLate: progress?.minutesLate ?? null,
    matchedBy: field ?? 'friendly id',
    matches,
  };
}

function summaryOf(rows: readonly ListRow[], all: number): string {
  const found = rows.filter((row) => row['found']);
  const late = found.filter((row) => row['late'] === true).length;
  const unknown = found.filter(
    ({ late: isLate, status }) => isLate === null && status !== 'DELIVERED' && status !== 'CANCELED',
  ).length;
  const shared = found.filter(({ matches }) => Number(matches) > 1).length;
  return [
    `${rows.length < all ? 'On this page ' : ''}${found.length} of ${rows.length} found, ${late} late${unknown > 0 ? `, ${unknown} for which it is unknown` : ''}.`,
    found.length < rows.length ? `${rows.length - found.length} not found.` : '',
    shared > 0 ? `${shared} references belong to several shipments: only the newest is shown. \`find\` shows all.` : '',
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
      ? [{ tool: 'find', arguments: { query: shared['query'] }, why: 'all shipments with this reference' }]
      : []),
    ...(missing
      ? [{ tool: 'find', arguments: { query: missing['query'] }, why: 'may be another kind of record' }]
      : []),
  ];
}
