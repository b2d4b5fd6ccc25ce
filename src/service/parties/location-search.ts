import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { locations } from '../../contract/parties/locations.ts';
import type { LocationSearchRow, Operations } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { showLocations } from './location-view.ts';
import { listHitIds, search, searchRows } from '../search/search.ts';
import type { SearchPart } from '../search/search-part.ts';
import { selectJsonText, noText, toRef } from '../search/columns.ts';

const declared = locations.search.search;

export async function searchLocations(
  ctx: ServiceContext,
  request: Operations['locations']['search']['parsed'],
): Promise<Operations['locations']['search']['output']> {
  const part = buildLocationPart(ctx);
  const { hits, pagination, totalResults } = await search(ctx, { ...declared, parts: [part], request });
  const ids = listHitIds(hits);
  const locationsById =
    request.format === 'full' ? await readFullLocations(ctx, ids) : await readFlatRows(ctx, part, ids);
  return { data: ids.flatMap((id) => locationsById.get(id) ?? []), pagination, totalResults };
}

async function readFullLocations(ctx: ServiceContext, ids: readonly string[]) {
  const rows = await findRecords(ctx, 'location', ids);
  return new Map((await showLocations(ctx, [...rows.values()])).map((location) => [location.id, location]));
}

async function readFlatRows(ctx: ServiceContext, part: ReturnType<typeof buildLocationPart>, ids: readonly string[]) {
  const rows = await searchRows(ctx, part, ids);
  const points = await searchRows(ctx, { ...part, columns: listPointColumns(ctx) }, ids);
  return new Map(
    [...rows].map(([id, row]): [string, LocationSearchRow] => [
      id,
      {
        ...row,
        object: 'LOCATION_SEARCH_ROW',
        appointmentRequired: row.appointmentRequired === 1,
        point: parsePoint(points.get(id)),
      },
    ]),
  );
}

/** Parses the coordinates of an address, which are stored as text. */
function parsePoint(row: { readonly latitude: string | null; readonly longitude: string | null } | undefined) {
  if (!row?.latitude || !row.longitude) return null;
  const [lat, lon] = [Number(row.latitude), Number(row.longitude)];
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lon } : null;
}

const id = sql<string>`l.id`;

const listPointColumns = ({ kind }: ServiceContext) => ({
  id,
  latitude: selectJsonText(kind, toRef('l.address'), 'latitude'),
  longitude: selectJsonText(kind, toRef('l.address'), 'longitude'),
});

/** The contact marked as primary, else the first. */
const phoneNumber = sql<string | null>`(select k.phone_number from location_contact as lk
  join customer_contact as k on k.id = lk.customer_contact_id
  where lk.organization_id = l.organization_id and lk.location_id = l.id and lk.deleted_at is null order by lk.is_primary desc, lk.id limit 1)`;

function buildLocationPart({ organizationId, kind }: ServiceContext) {
  const selectAddressField = (name: string): RawBuilder<string | null> =>
    selectJsonText(kind, toRef('l.address'), name);
  const toUpper = (text: RawBuilder<unknown>) => sql<string | null>`upper(${text})`;
  return {
    from: sql`location as l join customer as c on c.id = l.customer_id`,
    visible: sql<SqlBool>`l.organization_id = ${organizationId} and l.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'location' },
    columns: {
      id,
      customerId: sql<string>`l.customer_id`,
      customerName: sql<string>`c.name`,
      customerFriendlyId: sql<string>`c.friendly_id`,
      name: sql<string>`l.name`,
      externalId: sql<string | null>`l.key`,
      line1: selectAddressField('line1'),
      line2: selectAddressField('line2'),
      city: sql<string | null>`l.city`,
      state: sql<string | null>`l.state`,
      postalCode: sql<string | null>`l.postal_code`,
      country: toUpper(selectAddressField('country')),
      market: selectAddressField('market'),
      zone: noText,
      phoneNumber,
      appointmentRequired: sql<number>`l.is_appointment_required`,
      stopsCount: sql<
        number | null
      >`(select count(*) from stop as s where s.organization_id = l.organization_id and s.location_id = l.id and s.deleted_at is null)`,
      createdAt: sql<string>`l.created_at`,
    },
  } satisfies SearchPart<typeof declared.fields>;
}
