import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { type Area, type Based, milesFrom } from './carrier-area.ts';
import { filterOf, fits } from './carrier-lookup.ts';
import { readCarriersOnFile } from './carriers-on-file.ts';
import type { RankedCarrier } from './carrier-rows.ts';
import type { WantedCarriers } from './carrier-search-request.ts';

export type MeasuredArea = Extract<Area, { readonly kind: 'market' | 'circle' }>;

interface InArea {
  /** Nearest first where miles were measured. */
  readonly candidates: readonly RankedCarrier[];
  readonly total: number | null;
  readonly notes: readonly string[];
}

/** Every carrier with a file here that is based in the area: neither the search nor the filter can measure miles. */
export async function carriersInArea(ctx: ToolContext, wanted: WantedCarriers, area: MeasuredArea): Promise<InArea> {
  const records = await ctx.records();
  const [all, named] = await Promise.all([readCarriersOnFile(records), carriersNamed(ctx, wanted.query)]);
  const { kept, notes } = withinArea(
    all.filter((carrier) => named.has(carrier.id) && fits(carrier, wanted)),
    area,
  );
  const nearest = kept.toSorted((one, other) => (one.miles ?? 0) - (other.miles ?? 0));
  return {
    candidates: nearest.map(({ id, miles }): RankedCarrier => ({
      ...unread(id),
      ...(miles !== undefined && { miles }),
    })),
    total: ctx.completeness().status === 'complete' ? nearest.length : null,
    notes,
  };
}

const unread = (carrierId: string) => ({ carrierId, carrier: undefined, row: undefined, lane: undefined });

/** Those whose name or number the API finds in the words; all of them where there are none. */
async function carriersNamed(ctx: ToolContext, query: string | undefined) {
  if (query === undefined) return { has: () => true };
  const found = await scan(ctx, ctx.api.carriers.filter, { filter: filterOf(query) });
  noteUnread(ctx, found);
  const ids = new Set(found.rows.map(({ id }) => id));
  return { has: (id: string) => ids.has(id) };
}

interface Kept<One> {
  readonly kept: readonly (One & { readonly miles?: number })[];
  /** What was not covered. */
  readonly notes: readonly string[];
}

/** Those based in the area, with their miles; one of which nothing tells the base is left out and counted. */
export function withinArea<One extends Based>(carriers: readonly One[], area: MeasuredArea): Kept<One> {
  const registry = 'Carriers of the public registry show no coordinates and no market: they were left out.';
  if (area.kind === 'market') {
    const kept = carriers.filter((carrier) => marketIn(carrier) === area.market);
    const unknown = carriers.filter((carrier) => marketIn(carrier) === undefined).length;
    return { kept, notes: [registry, ...leftOut(unknown, 'market')] };
  }
  const measured = carriers.map((carrier) => ({ carrier, miles: milesFrom(area.center, carrier) }));
  const kept = measured.flatMap(({ carrier, miles }) =>
    miles !== null && miles <= area.miles ? [{ ...carrier, miles: Math.round(miles) }] : [],
  );
  const unknown = measured.filter(({ miles }) => miles === null).length;
  return { kept, notes: ['Miles are as the crow flies.', registry, ...leftOut(unknown, 'place')] };
}

const leftOut = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`So ${count === 1 ? 'was 1' : `were ${count}`} on board whose ${what} is not known.`];

const marketIn = ({ corporateAddress }: Based): string | undefined => corporateAddress?.market || undefined;
