import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notCanceled } from '../../domain/freight/shipment.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { vendors } from '../../contract/parties/vendors.ts';
import type { Operations, VendorSearchRow } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { idsOf, search, searchRows } from '../search/search.ts';
import type { SearchPart } from '../search/search-part.ts';
import { jsonText, noText, ref, translated } from '../search/columns.ts';
import { showVendors } from './vendor-view.ts';

type ShownRow = VendorSearchRow;

const declared = vendors.search.search;

export async function searchVendors(
  ctx: ServiceContext,
  request: Operations['vendors']['search']['parsed'],
): Promise<Operations['vendors']['search']['output']> {
  const part = vendorPart(ctx);
  const { hits, pagination, totalResults } = await search(ctx, { ...declared, parts: [part], request });
  const ids = idsOf(hits);
  const shown = request.format === 'full' ? await fullVendors(ctx, ids) : await flatRows(ctx, part, ids);
  return { data: ids.flatMap((id) => shown.get(id) ?? []), pagination, totalResults };
}

async function fullVendors(ctx: ServiceContext, ids: readonly string[]) {
  const rows = await findRecords(ctx, 'vendor', ids);
  return new Map((await showVendors(ctx, [...rows.values()])).map((vendor) => [vendor.id, vendor]));
}

async function flatRows(ctx: ServiceContext, part: ReturnType<typeof vendorPart>, ids: readonly string[]) {
  const rows = await searchRows(ctx, part, ids);
  const services = await serviceTypesOf(ctx, ids);
  return new Map(
    [...rows].map(([id, row]): [string, ShownRow] => [
      id,
      { ...row, object: 'VENDOR_SEARCH_ROW', service: services.get(id) ?? [] },
    ]),
  );
}

const servicesDone = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('service')
    .select(['vendor_id', 'service_type'])
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('vendor_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'CANCELED')
    .orderBy('service_type'),
);

/** What each vendor has done for the organization. */
async function serviceTypesOf(ctx: ServiceContext, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await servicesDone(ctx, ids);
  const types = new Map<string, string[]>();
  for (const row of rows) types.set(row.vendor_id, [...(types.get(row.vendor_id) ?? []), row.service_type]);
  return types;
}

/** Statuses of a vendor, as rows name them. */
const rowStatuses = { ACTIVE: 'active', INACTIVE: 'inactive', DO_NOT_USE: 'do_not_use' } as const;

/** The first person of a vendor is its primary contact; without one the vendor itself is. */
const firstContact = (column: 'email' | 'phone') => sql<string | null>`coalesce((select ${ref(`k.${column}`)}
  from vendor_contact as k where k.organization_id = v.organization_id and k.vendor_id = v.id and k.deleted_at is null
  order by k.id limit 1), ${ref(`v.${column}`)})`;

const services = sql`service as s where s.organization_id = v.organization_id and s.vendor_id = v.id
  and s.deleted_at is null and ${sql.raw(printRule(notCanceled, 's'))}`;

function vendorPart({ organizationId, kind }: ServiceContext) {
  const id = sql<string>`v.id`;
  const address = (name: string): RawBuilder<string | null> =>
    jsonText(kind, sql`coalesce(v.corporate_address, v.billing_address)`, name);
  const upper = (text: RawBuilder<unknown>) => sql<string | null>`upper(${text})`;
  return {
    from: sql`vendor as v left join payment_term as t on t.id = v.payment_term_id and t.organization_id = v.organization_id`,
    visible: sql<SqlBool>`v.organization_id = ${organizationId} and v.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'vendor' },
    columns: {
      id,
      friendlyId: sql<string>`v.friendly_id`,
      name: sql<string>`v.name`,
      status: translated(ref('v.status'), rowStatuses),
      taxId: sql<string | null>`v.tax_id`,
      service: {
        related: (test: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>) =>
          sql<SqlBool>`exists (select 1 from ${services} and ${test(ref('s.service_type'))})`,
      },
      location: sql<string | null>`(${address('city')} || coalesce(', ' || ${upper(address('state'))}, ''))`,
      city: address('city'),
      state: upper(address('state')),
      zip: address('zipCode'),
      country: upper(address('country')),
      // Contacts of vendors have no names.
      primaryContactName: noText,
      primaryContactEmail: firstContact('email'),
      primaryContactPhone: firstContact('phone'),
      paymentTermName: sql<string | null>`t.name`,
      quickbooksVendorId: noText,
      numberOfTimesUsed: sql<number>`(select count(*) from ${services})`,
      lastUsed: sql<
        string | null
      >`(select max(coalesce(s.completed_date, s.scheduled_date, substr(s.created_at, 1, 10)))
        from ${services})`,
      createdAt: sql<string>`v.created_at`,
    },
  } satisfies SearchPart<typeof declared.fields>;
}
