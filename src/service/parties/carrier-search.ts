import { sql } from 'kysely';
import { carriers } from '../../contract/parties/carriers.ts';
import type { CarrierSearchRow, Operations } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import { readFactorNames } from './carrier-factor-of.ts';
import { buildOnboardedPart, buildRegistryPart, selectRegistryValue } from './carrier-search-parts.ts';
import { showCarriers } from './carriers.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { type SearchHit, listHitIds, search, searchRows } from '../search/search.ts';

/** Searches carriers: onboarded ones first, then those of the registry that the organization has not onboarded. */
export async function searchCarriers(
  ctx: ServiceContext,
  request: Operations['carriers']['search']['parsed'],
): Promise<Operations['carriers']['search']['output']> {
  const parts = [buildOnboardedPart(ctx), buildRegistryPart(ctx)] as const;
  const page = await search(ctx, { ...carriers.search.search, parts, request });
  const full = request.format === 'full' ? await readFullCarriers(ctx, page.hits) : new Map<string, never>();
  const flat = await readFlatRows(ctx, parts, page.hits);
  const data = page.hits.flatMap(({ id }) => full.get(id) ?? flat.get(id) ?? []);
  return { data, pagination: page.pagination, totalResults: page.totalResults };
}

/** Lists what the registry says of carriers of the organization; ids of others have no entry. */
export async function listRegistryEntries(
  ctx: ServiceContext,
  { carrierIds }: Operations['carriers']['registryEntries']['parsed'],
): Promise<Operations['carriers']['registryEntries']['output']> {
  const carriersById = await findRecords(ctx, 'carrier', carrierIds);
  const { from, id, columns } = buildOnboardedPart(ctx);
  const { fmcsaStatus, safetyRating, monthsActiveAuthority } = columns;
  const listed = {
    id,
    legalName: selectRegistryValue<string>('name'),
    fmcsaStatus,
    safetyRating,
    monthsActiveAuthority,
  };
  const live = [...carriersById.values()].filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const rows = await searchRows(
    ctx,
    { from, id, columns: listed },
    live.map((carrier) => carrier.id),
  );
  const data = [...rows.values()].map(({ id: carrierId, ...entry }) => ({
    object: 'CARRIER_REGISTRY_ENTRY' as const,
    carrierId,
    ...entry,
  }));
  return { data };
}

async function readFullCarriers(ctx: ServiceContext, hits: readonly SearchHit[]) {
  const rows = await findRecords(ctx, 'carrier', listHitIds(hits));
  return new Map((await showCarriers(ctx, [...rows.values()])).map((carrier) => [carrier.id, carrier]));
}

type CarrierParts = readonly [ReturnType<typeof buildOnboardedPart>, ReturnType<typeof buildRegistryPart>];

async function readFlatRows(
  ctx: ServiceContext,
  [onboarded, registry]: CarrierParts,
  hits: readonly SearchHit[],
): Promise<ReadonlyMap<string, CarrierSearchRow>> {
  const legalName = selectRegistryValue<string>('name');
  const onboardedRows = await searchRows(
    ctx,
    { ...onboarded, columns: { ...onboarded.columns, legalName } },
    listHitIds(hits, 0),
  );
  const listed = { ...registry.columns, legalName: sql<string | null>`r.name` };
  const registryRows = await searchRows(ctx, { ...registry, columns: listed }, listHitIds(hits, 1));
  const factors = await readFactorNames(ctx, listHitIds(hits, 0));
  return new Map(
    [...onboardedRows.values(), ...registryRows.values()].map((row) => [
      row.id,
      {
        ...row,
        object: 'CARRIER_SEARCH_ROW',
        equipments: readJson<CarrierSearchRow['equipments']>(row.equipments) ?? [],
        factorBankNames: factors.get(row.id) ?? [],
        rmisInvitationStatus: null,
        mcpStatus: null,
        mcpReviewStatus: null,
      },
    ]),
  );
}
