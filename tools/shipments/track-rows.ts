import { compactForms, compactReference, normalizeSearchText } from '../../src/domain/kit/references.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds, scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { findLoadShipments } from '../arguments/load-numbers.ts';
import { readingOf } from '../records/reading.ts';
import { chunks } from '../records/chunks.ts';
import type { TrackResult } from '../../src/contract/types.ts';

/** One search of a person with what it found. */
export interface Tracked {
  readonly result: TrackResult;
  readonly shipment: ShipmentRecord | undefined;
  /** How many shipments carry the reference; tracking shows the newest. */
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
  const meant = await meantBy(ctx, typed);
  const results = await trackMeant(ctx, typed, meant);
  const ids = [...new Set(results.flatMap(({ id }) => id ?? []))];
  const references = [
    ...new Set(
      results.filter(({ field }) => field !== null).map(({ value, query }) => normalizeSearchText(value ?? query)),
    ),
  ];
  const [details, shared] = await Promise.all([
    readByIds(ctx, ctx.api.shipments.filter, ids),
    sharedBy(ctx, references),
  ]);
  const tracked = results.map((result) => ({
    result,
    shipment: details.get(result.id ?? ''),
    matches: result.id === null ? 0 : (meant.get(result.query)?.matches ?? matchesOf(result, shared.counts)),
  }));
  return all ? tracked.flatMap((one) => everyOf(one, shared.shipments)) : tracked;
}

/** Each shipment that carries the reference, the newest first. */
function everyOf(one: Tracked, shipments: readonly ShipmentRecord[]): readonly Tracked[] {
  const { value, query } = one.result;
  const reference = normalizeSearchText(value ?? query);
  const same = shipments.filter((shipment) => one.matches > 1 && listReferences(shipment).has(reference));
  if (same.length < 2) return [one];
  return same
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((shipment) => ({
      result: { ...one.result, id: shipment.id, friendlyId: shipment.friendlyId, status: shipment.status },
      shipment,
      matches: 1,
    }));
}

async function searchAll(ctx: ToolContext, texts: readonly string[]): Promise<TrackResult[]> {
  const results: TrackResult[] = [];
  for (const searches of chunks(texts, searchesMax)) {
    results.push(...(await ctx.api.shipments.track({ searches })).results);
    await ctx.progress(results.length, texts.length, 'tracked');
  }
  return results;
}

async function trackMeant(
  ctx: ToolContext,
  results: readonly TrackResult[],
  meant: ReadonlyMap<string, Meant>,
): Promise<readonly TrackResult[]> {
  if (meant.size === 0) return results;
  const found = await searchAll(
    ctx,
    [...meant.values()].map(({ search }) => search),
  );
  const byQuery = new Map([...meant.keys()].map((query, index) => [query, found[index]]));
  return results.map((result) => {
    const better = byQuery.get(result.query);
    const shipment = meant.get(result.query)?.shipment;
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

/** What is not found as typed is found by its load, by its bare number, or as its reference is stored; the newest is meant. */
async function meantBy(ctx: ToolContext, results: readonly TrackResult[]): Promise<ReadonlyMap<string, Meant>> {
  const missing = results.filter(({ id }) => id === null).map(({ query }) => ({ query, ...readingOf(query) }));
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
  const shipments = await shipmentsWith(ctx, candidates);
  return new Map(
    candidates.flatMap(({ query, number, id, compact }) => {
      const fitting = shipments.flatMap((shipment) => {
        const isNumber = shipment.id === id || shipment.friendlyId === number;
        const search = isNumber
          ? shipment.friendlyId
          : [...listReferences(shipment)].find((form) => compact.has(compactReference(form)));
        return search === undefined ? [] : [{ shipment, search }];
      });
      const [newest] = fitting.toSorted((one, other) => (one.shipment.id < other.shipment.id ? 1 : -1));
      return newest ? [[query, { ...newest, matches: fitting.length }] as const] : [];
    }),
  );
}

interface Meant {
  /** What tracking finds it by. */
  readonly search: string;
  readonly shipment: ShipmentRecord;
  /** How many shipments the text can mean. */
  readonly matches: number;
}

interface Candidate {
  readonly number: string | undefined;
  readonly id: string | undefined;
  readonly forms: ReadonlySet<string>;
}

async function shipmentsWith(ctx: ToolContext, candidates: readonly Candidate[]): Promise<readonly ShipmentRecord[]> {
  const conditions = [
    ...chunks([...new Set(candidates.flatMap(({ forms }) => [...forms]))], formsMax).map((forms) => ({
      reference: { in: forms },
    })),
    ...chunks([...new Set(candidates.flatMap(({ number }) => number ?? []))], idsMax).map((numbers) => ({
      friendlyId: { in: numbers },
    })),
    ...chunks([...new Set(candidates.flatMap(({ id }) => id ?? []))], idsMax).map((ids) => ({ id: { in: ids } })),
  ];
  const pages = await Promise.all(
    conditions.map((filter) => scan(ctx, ctx.api.shipments.filter, { filter, rowsMax: sharedMax })),
  );
  return [...new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const))).values()];
}

function matchesOf({ field, value, query }: TrackResult, shared: ReadonlyMap<string, number>): number {
  return field === null ? 1 : Math.max(1, shared.get(normalizeSearchText(value ?? query)) ?? 1);
}

interface Shared {
  readonly counts: ReadonlyMap<string, number>;
  readonly shipments: readonly ShipmentRecord[];
}

/** How many shipments carry each reference, and which. */
async function sharedBy(ctx: ToolContext, references: readonly string[]): Promise<Shared> {
  const shipments = new Map<string, ShipmentRecord>();
  const counts = new Map<string, number>();
  for (const chunk of chunks(references, searchesMax)) {
    const wanted = new Set(chunk);
    const { rows } = await scan(ctx, ctx.api.shipments.filter, {
      filter: { reference: { in: chunk } },
      local: { reference: (shipment) => [...listReferences(shipment)].some((value) => wanted.has(value)) },
      rowsMax: sharedMax,
    });
    for (const row of rows) shipments.set(row.id, row);
    for (const value of rows.flatMap((shipment) => [...listReferences(shipment)])) {
      if (wanted.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return { counts, shipments: [...shipments.values()] };
}

/** Each reference of a shipment once, as references are compared. */
const listReferences = ({ orders }: ShipmentRecord): ReadonlySet<string> =>
  new Set(orders.flatMap(({ references }) => references.map(({ value }) => normalizeSearchText(value))));
