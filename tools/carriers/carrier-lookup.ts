import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { listRegistrySpellings } from '../../src/domain/identifiers/registry-number.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import {
  type CarrierSearchInput,
  buildCriteria,
  isStateOnly,
  guessNumbers,
  buildMcCriteria,
  type CarrierSearch,
} from './carrier-search-request.ts';
import type { Based } from './carrier-area.ts';
import type { CarrierOnFile } from './carriers-on-file.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import { isSamePlaceName } from '../arguments/states.ts';
import type { CarrierSearchRow } from '../../src/contract/types.ts';

export type RegistryRow = CarrierSearchRow;

/** A carrier that matches: onboarded, with its id, or only in the public registry. */
export interface CarrierCandidate {
  readonly carrierId: string | undefined;
  /** The file of an onboarded carrier, if it was read already. */
  readonly carrier: CarrierRecord | undefined;
  readonly row: RegistryRow | undefined;
}

export interface CarrierLookup {
  /** Best match first, onboarded ones before those of the registry; not necessarily all. */
  readonly candidates: readonly CarrierCandidate[];
  /** Null when unknown. */
  readonly total: number | null;
  readonly notes: readonly string[];
}

const pageSize = 250;
/** 1,500 rows are tested for their state; beyond that the answer says what it covers. */
const pagesMax = 6;
const chunk = 250;

/** Looks up at least the first `count` carriers that match, or all of them if the API can't filter by the criteria. */
export async function lookUpCarriers(ctx: ToolContext, criteria: CarrierSearch, count: number): Promise<CarrierLookup> {
  const rowsMax = criteria.state === undefined ? count : pageSize * pagesMax;
  const searched = await readOrUnknown(() => searchCarriers(ctx, criteria, rowsMax));
  if (searched === undefined) return lookUpByFilter(ctx, criteria);
  const byCode = await findByScac(ctx, criteria);
  const rows = searched.rows.filter(({ carrierProfileId }) => !byCode.some(({ id }) => id === carrierProfileId));
  const candidates = [
    ...byCode.map(toCandidate),
    ...rows.map((row): CarrierCandidate => ({ carrierId: row.carrierProfileId ?? undefined, carrier: undefined, row })),
  ];
  if (criteria.state === undefined) {
    return { candidates, total: searched.total + candidates.length - searched.rows.length, notes: [] };
  }
  const isComplete = searched.rows.length >= searched.total;
  const notes = isComplete
    ? []
    : [`Only the best ${searched.rows.length} of ${searched.total} were tested for their state.`];
  return filterByState(candidates, criteria, { isComplete, notes });
}

const toCandidate = (carrier: CarrierRecord): CarrierCandidate => ({ carrierId: carrier.id, carrier, row: undefined });

interface Searched {
  readonly rows: readonly RegistryRow[];
  readonly total: number;
}

/**
 * Searches by the published criteria. If a name matches nothing, it searches all texts, which only some services can.
 */
async function searchCarriers(ctx: ToolContext, carrierSearch: CarrierSearch, rowsMax: number): Promise<Searched> {
  const first = await search(ctx, { criteria: buildCriteria(carrierSearch) }, rowsMax);
  if (first.total > 0 || carrierSearch.query === undefined) return first;
  const other = buildMcCriteria(carrierSearch.query);
  if (other !== undefined) {
    const second = await search(
      ctx,
      { criteria: { ...buildCriteria({ ...carrierSearch, query: undefined }), ...other } },
      rowsMax,
    );
    if (second.total > 0) return second;
  }
  const criteria = buildCriteria({ ...carrierSearch, query: undefined });
  try {
    return await search(ctx, { criteria, query: carrierSearch.query }, rowsMax);
  } catch (error) {
    // An API without it refuses the field; the search by name has run already and found nothing.
    if (error instanceof WaybillError && (error.code === 'BAD_REQUEST' || error.code === 'VALIDATION_ERROR'))
      return first;
    throw error;
  }
}

async function search(ctx: ToolContext, request: CarrierSearchInput, rowsMax: number): Promise<Searched> {
  const rows: RegistryRow[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await ctx.api.carriers.search({ ...request, pagination: { pageNumber, pageSize } });
    // Only the full form, which was not requested, returns carriers instead of rows.
    rows.push(...page.data.flatMap((row) => (row.object === 'CARRIER_SEARCH_ROW' ? [row] : [])));
    if (rows.length >= rowsMax || pageNumber >= page.pagination.totalPages || page.data.length === 0)
      return { rows, total: page.totalResults };
    await ctx.progress(rows.length, page.totalResults, 'searching carriers');
  }
}

/** Finds carriers by SCAC with the filter, because the search has no criterion for it. */
async function findByScac(ctx: ToolContext, { query, equipment }: CarrierSearch): Promise<readonly CarrierRecord[]> {
  const scac = query === undefined ? undefined : guessNumbers(query).scac;
  if (scac === undefined) return [];
  const { rows } = await scan(ctx, ctx.api.carriers.filter, {
    filter: { scac: { equalTo: scac } },
    local: { scac: (carrier: CarrierRecord) => carrier.scac === scac },
    rowsMax: chunk,
  });
  return rows.filter(({ equipments }) => equipment === undefined || equipments.includes(equipment));
}

/**
 * Looks up the brokerage's own carriers with the filter, for an API without a search. Criteria that the filter lacks
 * are tested on the rows.
 */
async function lookUpByFilter(ctx: ToolContext, criteria: CarrierSearch): Promise<CarrierLookup> {
  const scanned = await scan(ctx, ctx.api.carriers.filter, {
    filter: criteria.query === undefined ? {} : buildCarrierFilter(criteria.query),
  });
  const candidates = scanned.rows.filter((carrier) => isMatching(carrier, criteria)).map(toCandidate);
  noteUnread(ctx, scanned);
  const note = 'This API has no carrier search: only onboarded carriers were looked at.';
  return {
    candidates,
    total: scanned.isComplete ? candidates.length : null,
    notes: [note],
  };
}

export function buildCarrierFilter(query: string) {
  const { mc, dot } = guessNumbers(query);
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

/** Checks the equipment and home of an onboarded carrier, which no filter tests. */
export function isMatching(
  carrier: Pick<CarrierOnFile, 'equipments'> & Based,
  { equipment, city, state }: CarrierSearch,
): boolean {
  return (
    (equipment === undefined || carrier.equipments.includes(equipment)) &&
    (city === undefined || isSamePlaceName(carrier.corporateAddress?.city ?? '', city)) &&
    (state === undefined || getState({ carrier, row: undefined }) === state)
  );
}

/**
 * Keeps the carriers in the requested state. The search has no criterion for it, and most registry carriers don't show
 * it.
 */
function filterByState(
  candidates: readonly CarrierCandidate[],
  criteria: CarrierSearch,
  { isComplete, notes: earlier }: { readonly isComplete: boolean; readonly notes: readonly string[] },
): CarrierLookup {
  const unknown = candidates.filter((candidate) => getState(candidate) === undefined).length;
  const isInState = (candidate: CarrierCandidate) =>
    (getState(candidate) ?? (isStateOnly(criteria) ? undefined : criteria.state)) === criteria.state;
  const fitting = candidates.filter(isInState);
  const notes = isStateOnly(criteria)
    ? [
        'Carriers of the public registry show no state and were left out; name a city to see them.',
        ...(unknown > 0 ? [`So were ${unknown} onboarded ones without an address.`] : []),
      ]
    : unknown > 0
      ? [`The state of ${unknown} carriers is not shown; they are listed by city alone.`]
      : [];
  return { candidates: fitting, total: isComplete ? fitting.length : null, notes: [...earlier, ...notes] };
}

/** Returns the carrier's state from its address, else from its market, which is written `TX_DAL`. */
export function getState({
  carrier,
  row,
}: Pick<CarrierCandidate, 'row'> & { readonly carrier: Based | undefined }): string | undefined {
  const market = carrier?.corporateAddress?.market ?? row?.market;
  return carrier?.corporateAddress?.state ?? /^([A-Z]{2})_/.exec(market ?? '')?.[1];
}
