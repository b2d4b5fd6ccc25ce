import * as z from 'zod';
import { getToday } from '../../src/domain/kit/dates.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { buildLocalPage, getTokensMax } from '../../src/mcp/results/page.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { CarrierSearchRow } from '../../src/contract/types.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { codeColumn, column, dateColumn, textColumn } from '../records/columns.ts';
import { type FindHit, type Hits, type HitKind, kinds } from './find-hits.ts';
import { findClosestRecords, lookedAt, lookups } from './find-lookups.ts';
import { listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { describeNotSetUp, findRegistryCarriers, suggestSetUp } from '../arguments/parties/registry-carriers.ts';
import { type TextReading, parseReferenceText } from '../records/reading.ts';

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
    const { hits: matches, missed } = await lookUp(ctx, parseReferenceText(query));
    if (missed.length > 0)
      ctx.noteGap({
        key: 'find kinds',
        text: `Not searched, because the API does not offer it or did not answer: ${missed.join(', ')}.`,
      });
    const registry = matches.length === 0 ? await findRegistryCarriers(ctx, query) : [];
    const shownHits = matches.map((hits) => ({ ...hits, rows: hits.rows.slice(0, perKind) }));
    const listed = shownHits.flatMap(({ rows }) =>
      // Several records without a number may have the same name: only the id tells them apart.
      rows.map(({ createdAt, id, ...row }) => ({
        ...row,
        ...(row.friendlyId === '' && { id }),
        created: getToday(ctx.timeZone, createdAt),
      })),
    );
    return listResult({
      summary:
        listed.length === 0 ? await describeNoMatch(ctx, query, registry) : formatSummary(query, matches, shownHits),
      asOf: ctx.now(),
      total: matches.some(({ hasMore }) => hasMore) ? null : countHits(matches),
      columns,
      hidden: ['id'],
      ...buildLocalPage(ctx, listed, { limit: listed.length }, String(perKind)),
      tokensMax: getTokensMax({ limit }),
      nextActions: [...suggestActions(shownHits), ...(registry.length === 1 ? registry.map(suggestSetUp) : [])],
    });
  },
});

/** Formats the handle that a record was found by, which for references is a code of the API. */
function formatHandle(matchedBy: string): string {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(matchedBy) ? formatCode(matchedBy) : matchedBy;
}

const columns = [
  column('kind', 'Kind'),
  column('friendlyId', 'Number'),
  textColumn('what', 'What'),
  codeColumn('status', 'Status'),
  { ...column('matchedBy', 'Matched by'), words: formatHandle },
  dateColumn('created', 'Created'),
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
  reading: TextReading,
): Promise<{ readonly hits: readonly Hits[]; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  const searched = await Promise.all(
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
  return { hits: searched.filter(({ rows }) => rows.length > 0), missed: missed.toSorted() };
}

const countHits = (hits: readonly Hits[]) => hits.reduce((sum, { rows }) => sum + rows.length, 0);

async function describeNoMatch(
  ctx: ToolContext,
  query: string,
  registry: readonly CarrierSearchRow[],
): Promise<string> {
  if (registry.length > 0) return `${describeNotSetUp(query, registry)}.`;
  const close = await findClosestRecords(ctx, query);
  const closest = close.length === 0 ? '' : ` Closest: ${close.join('; ')}.`;
  return `Nothing matches ${recordText(query.trim(), 'list')}. Looked at ${lookedAt}.${closest}`;
}

function formatSummary(query: string, matches: readonly Hits[], shownHits: readonly Hits[]): string {
  const typed = recordText(query.trim(), 'list');
  const [onlyHit] = matches.flatMap(({ rows }) => rows);
  const count = countHits(matches);
  if (onlyHit && count === 1)
    return `${typed} is ${formatLabel(onlyHit)}, matched by ${formatHandle(onlyHit.matchedBy)}.`;
  const parts = matches.map(({ kind, rows, hasMore }, index) => {
    const all = `${rows.length}${hasMore ? ' or more' : ''} ${kind}${rows.length === 1 ? '' : 's'}`;
    const visible = shownHits[index]?.rows.length ?? 0;
    return visible < rows.length ? `${all} (newest ${visible} shown)` : all;
  });
  return `${typed} can mean ${count} records: ${parts.join(', ')}. None was chosen.`;
}

/** Formats the label of a hit: its number, or the description in its row. */
const formatLabel = ({ kind, friendlyId, what: description }: FindHit) =>
  `${kind} ${friendlyId || recordText(description, 'list')}`;

/** Suggests the calls that show the newest hit of each kind. */
function suggestActions(shownHits: readonly Hits[]): readonly NextAction[] {
  return shownHits.flatMap(({ kind, rows: [row] }) =>
    row
      ? [
          {
            ...showing[kind](row),
            why: row.friendlyId === '' ? `shows the ${kind}` : `shows ${kind} ${row.friendlyId}`,
          },
        ]
      : [],
  );
}

type ShowCall = Pick<NextAction, 'tool' | 'arguments'>;

/** Builds the call that shows a record by its number, else by its id. Another record of the kind may have its name. */
const record = ({ kind, id, friendlyId }: FindHit): ShowCall => ({
  tool: 'get_record',
  arguments: { record: friendlyId || `${kind} ${id}` },
});

const showing: Readonly<Record<HitKind, (row: FindHit) => ShowCall>> = {
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
