import { sql } from 'kysely';
import { carriers } from '../../contract/parties/carriers.ts';
import type { CarrierSearchRow, Operations } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import { factorNamesOf } from './carrier-factor-of.ts';
import { onboardedCarriers, registryCarriers, selectRegistryValue } from './carrier-search-parts.ts';
import { showCarriers } from './carriers.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { type Hit, idsOf, search, searchRows } from '../search/search.ts';

type ShownRow = CarrierSearchRow;

/** Onboarded carriers first, then the registry's that the organization has not onboarded. */
export async function searchCarriers(
  ctx: ServiceContext,
  request: Operations['carriers']['search']['parsed'],
): Promise<Operations['carriers']['search']['output']> {
  const parts = [onboardedCarriers(ctx), registryCarriers(ctx)] as const;
  const found = await search(ctx, { ...carriers.search.search, parts, request });
  const full = request.format === 'full' ? await fullCarriers(ctx, found.hits) : new Map<string, never>();
  const flat = await flatRows(ctx, parts, found.hits);
  const data = found.hits.flatMap(({ id }) => full.get(id) ?? flat.get(id) ?? []);
  return { data, pagination: found.pagination, totalResults: found.totalResults };
}

/** Lists what the registry says of carriers of the organization; ids of others have no entry. */
export async function listRegistryEntries(
  ctx: ServiceContext,
  { carrierIds }: Operations['carriers']['registryEntries']['parsed'],
): Promise<Operations['carriers']['registryEntries']['output']> {
  const found = await findRecords(ctx, 'carrier', carrierIds);
  const { from, id, columns } = onboardedCarriers(ctx);
  const { fmcsaStatus, safetyRating, monthsActiveAuthority } = columns;
  const listed = {
    id,
    legalName: selectRegistryValue<string>('name'),
    fmcsaStatus,
    safetyRating,
    monthsActiveAuthority,
  };
  const live = [...found.values()].filter(({ deleted_at: deletedAt }) => deletedAt === null);
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

async function fullCarriers(ctx: ServiceContext, hits: readonly Hit[]) {
  const rows = await findRecords(ctx, 'carrier', idsOf(hits));
  return new Map((await showCarriers(ctx, [...rows.values()])).map((carrier) => [carrier.id, carrier]));
}

type Parts = readonly [ReturnType<typeof onboardedCarriers>, ReturnType<typeof registryCarriers>];

async function flatRows(
  ctx: ServiceContext,
  [onboarded, registry]: Parts,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, ShownRow>> {
  const legalName = selectRegistryValue<string>('name');
  const own = await searchRows(ctx, { ...onboarded, columns: { ...onboarded.columns, legalName } }, idsOf(hits, 0));
  const listed = { ...registry.columns, legalName: sql<string | null>`r.name` };
  const others = await searchRows(ctx, { ...registry, columns: listed }, idsOf(hits, 1));
  const factors = await factorNamesOf(ctx, idsOf(hits, 0));
  return new Map(
    [...own.values(), ...others.values()].map((row) => [
      row.id,
      {
        ...row,
        object: 'CARRIER_SEARCH_ROW',
        equipments: readJson<ShownRow['equipments']>(row.equipments) ?? [],
        factorBankNames: factors.get(row.id) ?? [],
        rmisInvitationStatus: null,
        mcpStatus: null,
        mcpReviewStatus: null,
      },
    ]),
  );
}
