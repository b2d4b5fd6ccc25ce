import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { listRegistrySpellings } from '../../src/domain/kit/registry-number.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import {
  type CarrierSearchInput,
  criteriaOf,
  isStateOnly,
  numbersIn,
  otherNumber,
  type WantedCarriers,
} from './carrier-search-request.ts';
import type { Based } from './carrier-area.ts';
import type { CarrierOnFile } from './carriers-on-file.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { orUnknown } from '../records/or-unknown.ts';
import { isSamePlaceName } from '../arguments/states.ts';
import type { CarrierSearchRow } from '../../src/contract/types.ts';

export type CarrierRow = CarrierSearchRow;

/** A carrier that fits: onboarded with its id, or of the public registry only. */
export interface Candidate {
  readonly carrierId: string | undefined;
  /** The file of an onboarded carrier, where it was read already. */
  readonly carrier: CarrierRecord | undefined;
  readonly row: CarrierRow | undefined;
}

export interface Lookup {
  /** Best match first, onboarded ones before those of the registry; not necessarily all. */
  readonly candidates: readonly Candidate[];
  /** Null when unknown. */
  readonly total: number | null;
  readonly notes: readonly string[];
}

const pageSize = 250;
/** 1,500 rows are tested for their state; beyond that the answer says what it covers. */
const pagesMax = 6;
const chunk = 250;

/** The first `count` carriers that fit, at least; all of them where the API cannot test for itself what is wanted. */
export async function lookUpCarriers(ctx: ToolContext, wanted: WantedCarriers, count: number): Promise<Lookup> {
  const rowsMax = wanted.state === undefined ? count : pageSize * pagesMax;
  const searched = await orUnknown(() => searchCarriers(ctx, wanted, rowsMax));
  if (searched === undefined) return filterOnly(ctx, wanted);
  const byCode = await byScac(ctx, wanted);
  const rows = searched.rows.filter(({ carrierProfileId }) => !byCode.some(({ id }) => id === carrierProfileId));
  const candidates = [
    ...byCode.map(candidateOf),
    ...rows.map((row): Candidate => ({ carrierId: row.carrierProfileId ?? undefined, carrier: undefined, row })),
  ];
  if (wanted.state === undefined) {
    return { candidates, total: searched.total + candidates.length - searched.rows.length, notes: [] };
  }
  const isComplete = searched.rows.length >= searched.total;
  const notes = isComplete
    ? []
    : [`Only the best ${searched.rows.length} of ${searched.total} were tested for their state.`];
  return inState(candidates, wanted, { isComplete, notes });
}

const candidateOf = (carrier: CarrierRecord): Candidate => ({ carrierId: carrier.id, carrier, row: undefined });

interface Searched {
  readonly rows: readonly CarrierRow[];
  readonly total: number;
}

/** By the published criteria; where a name matches nothing, by the search over all texts that only some services have. */
async function searchCarriers(ctx: ToolContext, wanted: WantedCarriers, rowsMax: number): Promise<Searched> {
  const first = await search(ctx, { criteria: criteriaOf(wanted) }, rowsMax);
  if (first.total > 0 || wanted.query === undefined) return first;
  const other = otherNumber(wanted.query);
  if (other !== undefined) {
    const second = await search(
      ctx,
      { criteria: { ...criteriaOf({ ...wanted, query: undefined }), ...other } },
      rowsMax,
    );
    if (second.total > 0) return second;
  }
  const criteria = criteriaOf({ ...wanted, query: undefined });
  try {
    return await search(ctx, { criteria, query: wanted.query }, rowsMax);
  } catch (error) {
    // An API without it refuses the field; the search by name has run already and found nothing.
    if (error instanceof WaybillError && (error.code === 'BAD_REQUEST' || error.code === 'VALIDATION_ERROR'))
      return first;
    throw error;
  }
}

async function search(ctx: ToolContext, request: CarrierSearchInput, rowsMax: number): Promise<Searched> {
  const rows: CarrierRow[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await ctx.api.carriers.search({ ...request, pagination: { pageNumber, pageSize } });
    // Only the full form, which was not requested, returns carriers instead of rows.
    rows.push(...page.data.flatMap((row) => (row.object === 'CARRIER_SEARCH_ROW' ? [row] : [])));
    if (rows.length >= rowsMax || pageNumber >= page.pagination.totalPages || page.data.length === 0)
      return { rows, total: page.totalResults };
    await ctx.progress(rows.length, page.totalResults, 'searching carriers');
  }
}

/** The search has no criterion for it. */
async function byScac(ctx: ToolContext, { query, equipment }: WantedCarriers): Promise<readonly CarrierRecord[]> {
  const scac = query === undefined ? undefined : numbersIn(query).scac;
  if (scac === undefined) return [];
  const { rows } = await scan(ctx, ctx.api.carriers.filter, {
    filter: { scac: { equalTo: scac } },
    local: { scac: (carrier: CarrierRecord) => carrier.scac === scac },
    rowsMax: chunk,
  });
  return rows.filter(({ equipments }) => equipment === undefined || equipments.includes(equipment));
}

/** Where an API has no search: its own carriers by filter; what the filter lacks is tested here. */
async function filterOnly(ctx: ToolContext, wanted: WantedCarriers): Promise<Lookup> {
  const found = await scan(ctx, ctx.api.carriers.filter, {
    filter: wanted.query === undefined ? {} : filterOf(wanted.query),
  });
  const candidates = found.rows.filter((carrier) => fits(carrier, wanted)).map(candidateOf);
  noteUnread(ctx, found);
  const note = 'This API has no carrier search: only onboarded carriers were looked at.';
  return {
    candidates,
    total: found.isComplete ? candidates.length : null,
    notes: [note],
  };
}

export function filterOf(query: string) {
  const { mc, dot } = numbersIn(query);
  const text = query.trim();
  if (mc === undefined && dot === undefined) {
    return {
      or: [{ name: { includes: text } }, { dbaName: { includes: text } }, { scac: { equalTo: text.toUpperCase() } }],
    };
  }
  return {
    or: [
      ...(mc ? [{ mcNumber: { in: listRegistrySpellings('mc', mc) } }] : []),
      ...(dot ? [{ dotNumber: { in: listRegistrySpellings('dot', dot) } }] : []),
    ],
  };
}

/** Equipment and home of an onboarded carrier, for what no filter tests. */
export function fits(
  carrier: Pick<CarrierOnFile, 'equipments'> & Based,
  { equipment, city, state }: WantedCarriers,
): boolean {
  return (
    (equipment === undefined || carrier.equipments.includes(equipment)) &&
    (city === undefined || isSamePlaceName(carrier.corporateAddress?.city ?? '', city)) &&
    (state === undefined || stateOf({ carrier, row: undefined }) === state)
  );
}

/** The state is not among the search criteria; of registry carriers it is mostly not shown. */
function inState(
  candidates: readonly Candidate[],
  wanted: WantedCarriers,
  { isComplete, notes: earlier }: { readonly isComplete: boolean; readonly notes: readonly string[] },
): Lookup {
  const unknown = candidates.filter((candidate) => stateOf(candidate) === undefined).length;
  const isKept = (candidate: Candidate) =>
    (stateOf(candidate) ?? (isStateOnly(wanted) ? undefined : wanted.state)) === wanted.state;
  const fitting = candidates.filter(isKept);
  const notes = isStateOnly(wanted)
    ? [
        'Carriers of the public registry show no state and were left out; name a city to see them.',
        ...(unknown > 0 ? [`So were ${unknown} onboarded ones without an address.`] : []),
      ]
    : unknown > 0
      ? [`The state of ${unknown} carriers is not shown; they are listed by city alone.`]
      : [];
  return { candidates: fitting, total: isComplete ? fitting.length : null, notes: [...earlier, ...notes] };
}

/** From the address, else from the market, which is written `TX_DAL`. */
export function stateOf({
  carrier,
  row,
}: Pick<Candidate, 'row'> & { readonly carrier: Based | undefined }): string | undefined {
  const market = carrier?.corporateAddress?.market ?? row?.market;
  return carrier?.corporateAddress?.state ?? /^([A-Z]{2})_/.exec(market ?? '')?.[1];
}
