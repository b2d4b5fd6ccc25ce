import * as z from 'zod';
import { getToday } from '../../src/domain/kit/dates.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { buildLocalPage, getTokensMax } from '../../src/mcp/results/page.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { CarrierSearchRow } from '../../src/contract/types.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { column, textColumn } from '../records/columns.ts';
import { type Hit, type Hits, type Kind, kinds } from './find-hits.ts';
import { closestOf, lookedAt, lookups } from './find-lookups.ts';
import { listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { describeNotSetUp, findRegistryCarriers, suggestSetUp } from '../arguments/parties/registry-carriers.ts';
import { type Reading, readingOf } from '../records/reading.ts';

const perKindDefault = 5;

export const find = tool({
  name: 'find',
  title: 'Find anything',
  description: `Finds the records that a typed text can mean: load, quote, invoice, bill, payment, credit or check number, PO, BOL, PRO, container, MC, DOT, SCAC, uuid, client key, e-mail, phone, file name, or the name of a party, place or person.
Shows every candidate per kind, newest first, and which tool shows it. Chooses nothing. When it is clear that shipments are meant use track_shipments.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
    'shipments.filter',
    'loads.filter',
    'orders.filter',
    'quotes.filter',
    'invoices.filter',
    'bills.filter',
    'carriers.filter',
    'customers.filter',
    'customers.search',
    'carriers.search',
    'payments.filter',
    'billPayments.filter',
    'creditMemos.filter',
    'vendors.filter',
    'carrierFactors.filter',
    'locations.filter',
    'customerContacts.filter',
    'carrierContacts.filter',
    'vendorContacts.filter',
    'users.filter',
    'documents.filter',
  ],
  input: z.strictObject({
    query: RecordText,
    limit: z.number().min(1).max(50).optional().describe('per kind'),
    cursor: listArguments.cursor,
  }),
  output: listOutput,
  async read(ctx, { query, limit }) {
    // How many of each kind are listed is settled by the first page.
    const perKind = Number(ctx.paging.position.from ?? Math.floor(limit ?? perKindDefault));
    const { found, missed } = await lookUp(ctx, readingOf(query));
    if (missed.length > 0)
      ctx.noteGap({
        key: 'find kinds',
        text: `Not searched, because the API does not offer it or did not answer: ${missed.join(', ')}.`,
      });
    const registry = found.length === 0 ? await findRegistryCarriers(ctx, query) : [];
    const shown = found.map((hits) => ({ ...hits, rows: hits.rows.slice(0, perKind) }));
    const listed = shown.flatMap(({ rows }) =>
      rows.map(({ createdAt, ...row }) => ({ ...row, created: getToday(ctx.timeZone, createdAt) })),
    );
    return listResult({
      summary: listed.length === 0 ? await nothingLike(ctx, query, registry) : formatSummary(query, found, shown),
      asOf: ctx.now(),
      total: found.some(({ hasMore }) => hasMore) ? null : countOf(found),
      columns,
      ...buildLocalPage(ctx, listed, { limit: listed.length }, String(perKind)),
      tokensMax: getTokensMax({ limit }),
      nextActions: [...actionsOf(shown), ...(registry.length === 1 ? registry.map(suggestSetUp) : [])],
    });
  },
});

const columns = [
  column('kind', 'Kind'),
  column('friendlyId', 'Number'),
  textColumn('what', 'What'),
  column('status', 'Status'),
  column('matchedBy', 'Matched by'),
  column('created', 'Created'),
];

/** One kind that cannot be searched must not hide the others. */
const tolerable: ReadonlySet<string> = new Set([
  'NOT_IMPLEMENTED',
  'FORBIDDEN',
  'GATEWAY_TIMEOUT',
  'SERVICE_UNAVAILABLE',
]);

async function lookUp(
  ctx: ToolContext,
  reading: Reading,
): Promise<{ readonly found: readonly Hits[]; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  const found = await Promise.all(
    kinds.map(async (kind) => {
      try {
        const hits = await lookups[kind](ctx, reading);
        if (hits.missed !== undefined) missed.push(hits.missed);
        return hits;
      } catch (error) {
        // Said in the answer; any other failure ends the call.
        if (!(error instanceof WaybillError) || !tolerable.has(error.code)) throw error;
        missed.push(`${kind}s`);
        return { kind, rows: [], hasMore: false };
      }
    }),
  );
  return { found: found.filter(({ rows }) => rows.length > 0), missed: missed.toSorted() };
}

const countOf = (found: readonly Hits[]) => found.reduce((sum, { rows }) => sum + rows.length, 0);

async function nothingLike(ctx: ToolContext, query: string, registry: readonly CarrierSearchRow[]): Promise<string> {
  if (registry.length > 0) return `${describeNotSetUp(query, registry)}.`;
  const close = await closestOf(ctx, query);
  const closest = close.length === 0 ? '' : ` Closest: ${close.join('; ')}.`;
  return `Nothing matches ${recordText(query.trim(), 'list')}. Looked at ${lookedAt}.${closest}`;
}

function formatSummary(query: string, found: readonly Hits[], shown: readonly Hits[]): string {
  const typed = recordText(query.trim(), 'list');
  const [only] = found.flatMap(({ rows }) => rows);
  const count = countOf(found);
  if (only && count === 1) return `${typed} is ${labelOf(only)}, matched by ${only.matchedBy}.`;
  const parts = found.map(({ kind, rows, hasMore }, index) => {
    const all = `${rows.length}${hasMore ? ' or more' : ''} ${kind}${rows.length === 1 ? '' : 's'}`;
    const visible = shown[index]?.rows.length ?? 0;
    return visible < rows.length ? `${all} (newest ${visible} shown)` : all;
  });
  return `${typed} can mean ${count} records: ${parts.join(', ')}. None was chosen.`;
}

/** Without a number it is called by what stands in its row. */
const labelOf = ({ kind, friendlyId, what }: Hit) => `${kind} ${friendlyId || recordText(what, 'list')}`;

/** Where the newest of each kind is shown. */
function actionsOf(shown: readonly Hits[]): readonly NextAction[] {
  return shown.flatMap(({ kind, rows: [row] }) =>
    row ? [{ ...showing[kind](row), why: `shows the ${kind} ${row.friendlyId}`.trim() }] : [],
  );
}

type Showing = Pick<NextAction, 'tool' | 'arguments'>;

/** By its number, else by its id: another record of the kind may have its name. */
const record = ({ kind, id, friendlyId }: Hit): Showing => ({
  tool: 'get_record',
  arguments: { record: friendlyId || `${kind} ${id}` },
});

const showing: Readonly<Record<Kind, (row: Hit) => Showing>> = {
  shipment: ({ friendlyId }) => ({ tool: 'get_shipment', arguments: { shipment: friendlyId } }),
  quote: record,
  invoice: record,
  bill: record,
  carrier: ({ friendlyId }) => ({ tool: 'get_carrier', arguments: { carrier: friendlyId } }),
  customer: ({ friendlyId }) => ({ tool: 'get_customer', arguments: { customer: friendlyId } }),
  payment: record,
  'bill payment': record,
  'credit memo': record,
  vendor: record,
  factor: record,
  location: record,
  'customer contact': record,
  'carrier contact': record,
  'vendor contact': record,
  user: record,
  document: ({ id }) => ({ tool: 'get_document', arguments: { document: id } }),
};
