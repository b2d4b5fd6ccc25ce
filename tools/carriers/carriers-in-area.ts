import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { type CarrierArea, type Based, computeMilesFrom } from './carrier-area.ts';
import { buildCarrierFilter, isMatching } from './carrier-lookup.ts';
import { readCarriersOnFile } from './carriers-on-file.ts';
import type { RankedCarrier } from './carrier-rows.ts';
import type { CarrierSearch } from './carrier-search-request.ts';

export type MeasuredArea = Extract<CarrierArea, { readonly kind: 'market' | 'circle' }>;

interface InArea {
  /** Nearest first where miles were measured. */
  readonly candidates: readonly RankedCarrier[];
  readonly total: number | null;
  readonly notes: readonly string[];
}

/**
 * Finds every onboarded carrier based in the area. It reads the copy, because neither the search nor the filter can
 * measure miles.
 */
export async function findCarriersInArea(
  ctx: ToolContext,
  criteria: CarrierSearch,
  area: MeasuredArea,
): Promise<InArea> {
  const records = await ctx.records();
  const [all, matchedIds] = await Promise.all([readCarriersOnFile(records), readMatchedIds(ctx, criteria.query)]);
  const { carriers: inArea, notes } = filterByArea(
    all.filter((carrier) => matchedIds.has(carrier.id) && isMatching(carrier, criteria)),
    area,
  );
  const nearest = inArea.toSorted((first, second) => (first.miles ?? 0) - (second.miles ?? 0));
  return {
    candidates: nearest.map(({ id, miles }): RankedCarrier => ({
      ...toUnreadCandidate(id),
      ...(miles !== undefined && { miles }),
    })),
    total: ctx.completeness().status === 'complete' ? nearest.length : null,
    notes,
  };
}

const toUnreadCandidate = (carrierId: string) => ({ carrierId, carrier: undefined, row: undefined, lane: undefined });

/** Reads the ids of the carriers that the API finds for the query. Without a query, every id matches. */
async function readMatchedIds(ctx: ToolContext, query: string | undefined) {
  if (query === undefined) return { has: () => true };
  const scanned = await scan(ctx, ctx.api.carriers.filter, { filter: buildCarrierFilter(query) });
  noteUnread(ctx, scanned);
  const ids = new Set(scanned.rows.map(({ id }) => id));
  return { has: (id: string) => ids.has(id) };
}

interface CarriersWithin<One> {
  readonly carriers: readonly (One & { readonly miles?: number })[];
  /** Sentences about carriers that were left out. */
  readonly notes: readonly string[];
}

/** Filters the carriers based in the area, with their miles. Carriers without a known base are left out and counted. */
export function filterByArea<One extends Based>(carriers: readonly One[], area: MeasuredArea): CarriersWithin<One> {
  const registry = 'Carriers that only the public registry lists are left out: it shows no coordinates and no market.';
  if (area.kind === 'market') {
    const inMarket = carriers.filter((carrier) => getMarket(carrier) === area.market);
    const unknown = carriers.filter((carrier) => getMarket(carrier) === undefined).length;
    return { carriers: inMarket, notes: [registry, ...describeLeftOut(unknown, 'market')] };
  }
  const measured = carriers.map((carrier) => ({ carrier, miles: computeMilesFrom(area.center, carrier) }));
  const inCircle = measured.flatMap(({ carrier, miles }) =>
    miles !== null && miles <= area.miles ? [{ ...carrier, miles: Math.round(miles) }] : [],
  );
  const unknown = measured.filter(({ miles }) => miles === null).length;
  return {
    carriers: inCircle,
    notes: ['Miles are as the crow flies.', registry, ...describeLeftOut(unknown, 'place')],
  };
}

const describeLeftOut = (count: number, subject: string): readonly string[] =>
  count === 0
    ? []
    : [`Also left out: ${count} ${count === 1 ? 'carrier' : 'carriers'} on file whose ${subject} is not known.`];

const getMarket = ({ corporateAddress }: Based): string | undefined => corporateAddress?.market || undefined;
