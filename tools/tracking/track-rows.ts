import { compactForms, compactReference, normalizeSearchText } from '../../src/domain/identifiers/references.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds, scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { findLoadShipments } from '../arguments/finders/load-numbers.ts';
import { parseReferenceText } from '../records/reading.ts';
import { splitIntoChunks } from '../records/chunks.ts';
import type { TrackResult } from '../../src/contract/types.ts';

/** One search of a person with what it found. */
export interface Tracked {
  readonly result: TrackResult;
  readonly shipment: ShipmentRecord | undefined;
  /** Number of shipments with the reference. Tracking shows the newest. */
  readonly matches: number;
}

const searchesMax = 100;
const idsMax = 250;
const formsMax = 1000;
/** A reference that more shipments share than this identifies none of them. */
const sharedMax = 1000;

/** Finds the newest shipment for each text, in their order: one call per 100 texts, one per 250 shipments. */
export async function track(
  ctx: ToolContext,
  texts: readonly string[],
  { all }: { readonly all: boolean },
): Promise<readonly Tracked[]> {
  const typed = await searchAll(ctx, texts);
  const resolvedTexts = await resolveTexts(ctx, typed);
  const results = await trackMeant(ctx, typed, resolvedTexts);
  const ids = [...new Set(results.flatMap(({ id }) => id ?? []))];
  const references = [
    ...new Set(
      results.filter(({ field }) => field !== null).map(({ value, query }) => normalizeSearchText(value ?? query)),
    ),
  ];
  const [details, shared] = await Promise.all([
    readByIds(ctx, ctx.api.shipments.filter, ids),
    findShared(ctx, references),
  ]);
  const tracked = results.map((result) => ({
    result,
    shipment: details.get(result.id ?? ''),
    matches: result.id === null ? 0 : (resolvedTexts.get(result.query)?.matches ?? countMatches(result, shared.counts)),
  }));
  return all ? tracked.flatMap((trackedRow) => listEveryShipment(trackedRow, shared.shipments)) : tracked;
}

/** Lists each shipment with the reference, the newest first. */
function listEveryShipment(tracked: Tracked, shipments: readonly ShipmentRecord[]): readonly Tracked[] {
  const { value, query } = tracked.result;
  const reference = normalizeSearchText(value ?? query);
  const same = shipments.filter((shipment) => tracked.matches > 1 && listReferences(shipment).has(reference));
  if (same.length < 2) return [tracked];
  return same
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((shipment) => ({
      result: { ...tracked.result, id: shipment.id, friendlyId: shipment.friendlyId, status: shipment.status },
      shipment,
      matches: 1,
    }));
}

async function searchAll(ctx: ToolContext, texts: readonly string[]): Promise<TrackResult[]> {
  const results: TrackResult[] = [];
  for (const searches of splitIntoChunks(texts, searchesMax)) {
    results.push(...(await ctx.api.shipments.track({ searches })).results);
    await ctx.progress(results.length, texts.length, 'tracked');
  }
  return results;
}

async function trackMeant(
  ctx: ToolContext,
  results: readonly TrackResult[],
  resolvedTexts: ReadonlyMap<string, ResolvedText>,
): Promise<readonly TrackResult[]> {
  if (resolvedTexts.size === 0) return results;
  const searchResults = await searchAll(
    ctx,
    [...resolvedTexts.values()].map(({ search }) => search),
  );
  const byQuery = new Map([...resolvedTexts.keys()].map((query, index) => [query, searchResults[index]]));
  return results.map((result) => {
    const better = byQuery.get(result.query);
    const shipment = resolvedTexts.get(result.query)?.shipment;
    if (better && better.id !== null) return { ...better, query: result.query };
    return shipment ? { ...result, ...toTracked(shipment) } : result;
  });
}

/** Returns what tracking says of a shipment, for an API that tracks references alone and doesn't know numbers. */
const toTracked = ({ id, key, friendlyId, status }: ShipmentRecord): Partial<TrackResult> => ({
  id,
  key,
  friendlyId,
  status,
});

/**
 * Resolves texts that are not found as typed: by a load, by a bare number, or by the stored form of a reference. The
 * newest shipment is taken.
 */
async function resolveTexts(
  ctx: ToolContext,
  results: readonly TrackResult[],
): Promise<ReadonlyMap<string, ResolvedText>> {
  const missing = results.filter(({ id }) => id === null).map(({ query }) => ({ query, ...parseReferenceText(query) }));
  const loads = missing.flatMap(({ numbers }) => numbers.get('load') ?? []);
  const shipmentOf = loads.length === 0 ? new Map<string, string>() : await findLoadShipments(ctx, loads);
  const candidates = missing.map(({ query, numbers, references }) => ({
    query,
    number: numbers.get('shipment'),
    id: shipmentOf?.get(numbers.get('load') ?? ''),
    // Words of no number have no other form, and were tracked as they are.
    forms: new Set(references.length > 1 ? references : []),
    compact: compactForms(references),
  }));
  const shipments = await findShipmentsWith(ctx, candidates);
  return new Map(
    candidates.flatMap(({ query, number, id, compact }) => {
      const fitting = shipments.flatMap((shipment) => {
        const isNumber = shipment.id === id || shipment.friendlyId === number;
        const search = isNumber
          ? shipment.friendlyId
          : [...listReferences(shipment)].find((form) => compact.has(compactReference(form)));
        return search === undefined ? [] : [{ shipment, search }];
      });
      const [newest] = fitting.toSorted((first, second) => (first.shipment.id < second.shipment.id ? 1 : -1));
      return newest ? [[query, { ...newest, matches: fitting.length }] as const] : [];
    }),
  );
}

interface ResolvedText {
  /** The text by which tracking finds the shipment. */
  readonly search: string;
  readonly shipment: ShipmentRecord;
  /** Number of shipments that the text can name. */
  readonly matches: number;
}

interface TrackCandidate {
  readonly number: string | undefined;
  readonly id: string | undefined;
  readonly forms: ReadonlySet<string>;
}

async function findShipmentsWith(
  ctx: ToolContext,
  candidates: readonly TrackCandidate[],
): Promise<readonly ShipmentRecord[]> {
  const conditions = [
    ...splitIntoChunks([...new Set(candidates.flatMap(({ forms }) => [...forms]))], formsMax).map((forms) => ({
      reference: { in: forms },
    })),
    ...splitIntoChunks([...new Set(candidates.flatMap(({ number }) => number ?? []))], idsMax).map((numbers) => ({
      friendlyId: { in: numbers },
    })),
    ...splitIntoChunks([...new Set(candidates.flatMap(({ id }) => id ?? []))], idsMax).map((ids) => ({
      id: { in: ids },
    })),
  ];
  const pages = await Promise.all(
    conditions.map((filter) => scan(ctx, ctx.api.shipments.filter, { filter, rowsMax: sharedMax })),
  );
  return [...new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const))).values()];
}

function countMatches({ field, value, query }: TrackResult, shared: ReadonlyMap<string, number>): number {
  return field === null ? 1 : Math.max(1, shared.get(normalizeSearchText(value ?? query)) ?? 1);
}

interface Shared {
  readonly counts: ReadonlyMap<string, number>;
  readonly shipments: readonly ShipmentRecord[];
}

/** Finds the shipments with each reference, and counts them. */
async function findShared(ctx: ToolContext, references: readonly string[]): Promise<Shared> {
  const shipments = new Map<string, ShipmentRecord>();
  const counts = new Map<string, number>();
  for (const chunk of splitIntoChunks(references, searchesMax)) {
    const chunkReferences = new Set(chunk);
    const { rows } = await scan(ctx, ctx.api.shipments.filter, {
      filter: { reference: { in: chunk } },
      local: { reference: (shipment) => [...listReferences(shipment)].some((value) => chunkReferences.has(value)) },
      rowsMax: sharedMax,
    });
    for (const row of rows) shipments.set(row.id, row);
    for (const value of rows.flatMap((shipment) => [...listReferences(shipment)])) {
      if (chunkReferences.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return { counts, shipments: [...shipments.values()] };
}

/** Lists each reference of a shipment once, in the form in which references are compared. */
const listReferences = ({ orders }: ShipmentRecord): ReadonlySet<string> =>
  new Set(orders.flatMap(({ references }) => references.map(({ value }) => normalizeSearchText(value))));
