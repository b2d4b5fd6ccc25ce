import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { type Area, milesFrom } from './carrier-area.ts';
import { type Candidate, filterOf, fits } from './carrier-lookup.ts';
import type { RankedCarrier } from './carrier-rows.ts';
import type { WantedCarriers } from './carrier-search-request.ts';

export type MeasuredArea = Extract<Area, { readonly kind: 'market' | 'circle' }>;

interface InArea {
  /** Nearest first where miles were measured. */
  readonly candidates: readonly RankedCarrier[];
  readonly total: number | null;
  readonly coverage: readonly string[];
}

/** Every carrier with a file here that is based in the area: neither the search nor the filter can measure miles. */
export async function carriersInArea(ctx: ToolContext, wanted: WantedCarriers, area: MeasuredArea): Promise<InArea> {
  const found = await scan(ctx, ctx.api.carriers.filter, {
    filter: wanted.query === undefined ? {} : filterOf(wanted.query),
  });
  const fitting = found.rows
    .filter((carrier) => fits(carrier, wanted))
    .map((carrier): Candidate => ({ carrierId: carrier.id, carrier, row: undefined }));
  const { kept, notes } = withinArea(fitting, area);
  const ranked = kept.map((one): RankedCarrier => ({ ...one, lane: undefined }));
  const nearest = ranked.toSorted((one, other) => (one.miles ?? 0) - (other.miles ?? 0));
  return {
    candidates: nearest,
    total: found.isComplete ? nearest.length : null,
    coverage: [...notes, ...(found.coverage === undefined ? [] : [found.coverage])],
  };
}

interface Kept<One> {
  readonly kept: readonly (One & { readonly miles?: number })[];
  /** What was not covered. */
  readonly notes: readonly string[];
}

/** Those based in the area, with their miles; one of which nothing tells the base is left out and counted. */
export function withinArea<One extends Candidate>(candidates: readonly One[], area: MeasuredArea): Kept<One> {
  const files = candidates.flatMap((one) => (one.carrier ? [{ one, carrier: one.carrier }] : []));
  const registry = 'Carriers of the public registry show no coordinates and no market: they were left out.';
  if (area.kind === 'market') {
    const kept = files.filter(({ carrier }) => marketIn(carrier) === area.market).map(({ one }) => one);
    const unknown = files.filter(({ carrier }) => marketIn(carrier) === undefined).length;
    return { kept, notes: [registry, ...leftOut(unknown, 'market')] };
  }
  const measured = files.map(({ one, carrier }) => ({ one, miles: milesFrom(area.center, carrier) }));
  const kept = measured.flatMap(({ one, miles }) =>
    miles !== null && miles <= area.miles ? [{ ...one, miles: Math.round(miles) }] : [],
  );
  const unknown = measured.filter(({ miles }) => miles === null).length;
  return { kept, notes: ['Miles are as the crow flies.', registry, ...leftOut(unknown, 'place')] };
}

const leftOut = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`So ${count === 1 ? 'was 1' : `were ${count}`} on board whose ${what} is not known.`];

const marketIn = ({ corporateAddress }: CarrierRecord): string | undefined => corporateAddress?.market || undefined;
