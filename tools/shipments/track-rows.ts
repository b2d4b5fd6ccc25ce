import type { TrackResult } from '../../src/contract/freight/shipment-shapes.ts';
import { guessReference, normaliseSearchText } from '../../src/domain/kit/references.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { chunks } from './pods.ts';

/** One search of a person with what it found. */
export interface Tracked {
  readonly result: TrackResult;
  readonly shipment: ShipmentRecord | undefined;
  /** How many shipments carry the reference; tracking shows the newest. */
  readonly matches: number;
}

const searchesMax = 100;
const idsMax = 250;
/** A reference that more shipments share than this identifies none of them. */
const sharedMax = 1000;

/** Finds the newest shipment for each text, in their order: one call per 100 texts, one per 250 shipments. */
export async function track(ctx: ToolContext, texts: readonly string[]): Promise<readonly Tracked[]> {
  const results = await withoutLabels(ctx, await searchAll(ctx, texts));
  const ids = [...new Set(results.flatMap(({ id }) => id ?? []))];
  const references = [
    ...new Set(
      results.filter(({ field }) => field !== null).map(({ value, query }) => normaliseSearchText(value ?? query)),
    ),
  ];
  const [details, shared] = await Promise.all([detailsOf(ctx, ids), sharedBy(ctx, references)]);
  return results.map((result) => ({
    result,
    shipment: details.get(result.id ?? ''),
    matches: result.id === null ? 0 : matchesOf(result, shared),
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

/** "PO 4500123" is looked up as 4500123 when no reference reads like the whole text. */
async function withoutLabels(ctx: ToolContext, results: readonly TrackResult[]): Promise<readonly TrackResult[]> {
  const retries = results.flatMap(({ id, query }, index) => {
    const [guess] = id === null ? guessReference(query) : [];
    return guess && labelled.has(guess.kind) ? [{ index, value: guess.value }] : [];
  });
  if (retries.length === 0) return results;
  const found = await searchAll(
    ctx,
    retries.map(({ value }) => value),
  );
  const better = new Map(retries.map(({ index }, at) => [index, found[at]]));
  return results.map((result, index) => {
    const retried = better.get(index);
    return retried && retried.id !== null ? { ...retried, query: result.query } : result;
  });
}

/** Kinds that people write a label before. */
const labelled: ReadonlySet<string> = new Set(['po', 'pro', 'bol']);

function matchesOf({ field, value, query }: TrackResult, shared: ReadonlyMap<string, number>): number {
  return field === null ? 1 : Math.max(1, shared.get(normaliseSearchText(value ?? query)) ?? 1);
}

async function detailsOf(ctx: ToolContext, ids: readonly string[]): Promise<ReadonlyMap<string, ShipmentRecord>> {
  const pages = await Promise.all(
    chunks(ids, idsMax).map((chunk) => {
      const wanted = new Set(chunk);
      return scan(ctx, ctx.api.shipments.filter, {
        filter: { id: { in: chunk } },
        local: { id: ({ id }) => wanted.has(id) },
      });
    }),
  );
  return new Map(pages.flatMap(({ rows }) => rows.map((shipment) => [shipment.id, shipment] as const)));
}

/** How many shipments carry each reference. */
async function sharedBy(ctx: ToolContext, references: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const chunk of chunks(references, searchesMax)) {
    const wanted = new Set(chunk);
    const { rows } = await scan(ctx, ctx.api.shipments.filter, {
      filter: { reference: { in: chunk } },
      local: { reference: (shipment) => [...referencesOf(shipment)].some((value) => wanted.has(value)) },
      rowsMax: sharedMax,
    });
    for (const value of rows.flatMap((shipment) => [...referencesOf(shipment)])) {
      if (wanted.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

/** Each reference of a shipment once, as references are compared. */
const referencesOf = ({ orders }: ShipmentRecord): ReadonlySet<string> =>
  new Set(orders.flatMap(({ references }) => references.map(({ value }) => normaliseSearchText(value))));
