import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notCanceled } from '../../domain/freight/shipment.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { vendors } from '../../contract/parties/vendors.ts';
import type { Operations, VendorSearchRow } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listHitIds, search, searchRows } from '../search/search.ts';
import type { SearchPart } from '../search/search-part.ts';
import { selectJsonText, noText, toRef, translateCodes } from '../search/columns.ts';
import { showVendors } from './vendor-view.ts';

const declared = vendors.search.search;

export async function searchVendors(
  ctx: ServiceContext,
  request: Operations['vendors']['search']['parsed'],
): Promise<Operations['vendors']['search']['output']> {
  const part = buildVendorPart(ctx);
  const { hits, pagination, totalResults } = await search(ctx, { ...declared, parts: [part], request });
  const ids = listHitIds(hits);
  const vendorsById = request.format === 'full' ? await readFullVendors(ctx, ids) : await readFlatRows(ctx, part, ids);
  return { data: ids.flatMap((id) => vendorsById.get(id) ?? []), pagination, totalResults };
}

async function readFullVendors(ctx: ServiceContext, ids: readonly string[]) {
  const rows = await findRecords(ctx, 'vendor', ids);
  return new Map((await showVendors(ctx, [...rows.values()])).map((vendor) => [vendor.id, vendor]));
}

async function readFlatRows(ctx: ServiceContext, part: ReturnType<typeof buildVendorPart>, ids: readonly string[]) {
  const rows = await searchRows(ctx, part, ids);
  const services = await readServiceTypes(ctx, ids);
  return new Map(
    [...rows].map(([id, row]): [string, VendorSearchRow] => [
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

/** Reads the types of service that each vendor has done for the organization. */
async function readServiceTypes(ctx: ServiceContext, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await servicesDone(ctx, ids);
  const types = new Map<string, string[]>();
  for (const row of rows) types.set(row.vendor_id, [...(types.get(row.vendor_id) ?? []), row.service_type]);
  return types;
}

/** Statuses of a vendor, as rows name them. */
const rowStatuses = { ACTIVE: 'active', INACTIVE: 'inactive', DO_NOT_USE: 'do_not_use' } as const;

/** Selects a column of a vendor's primary contact, which is its first; without a contact, that of the vendor. */
const selectFirstContact = (column: 'email' | 'phone') => sql<string | null>`coalesce((select ${toRef(`k.${column}`)}
  from vendor_contact as k where k.organization_id = v.organization_id and k.vendor_id = v.id and k.deleted_at is null
  order by k.id limit 1), ${toRef(`v.${column}`)})`;

const services = sql`service as s where s.organization_id = v.organization_id and s.vendor_id = v.id
  and s.deleted_at is null and ${sql.raw(printRule(notCanceled, 's'))}`;

function buildVendorPart({ organizationId, kind }: ServiceContext) {
  const id = sql<string>`v.id`;
  const selectAddressField = (name: string): RawBuilder<string | null> =>
    selectJsonText(kind, sql`coalesce(v.corporate_address, v.billing_address)`, name);
  const toUpper = (text: RawBuilder<unknown>) => sql<string | null>`upper(${text})`;
  return {
    from: sql`vendor as v left join payment_term as t on t.id = v.payment_term_id and t.organization_id = v.organization_id`,
    visible: sql<SqlBool>`v.organization_id = ${organizationId} and v.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'vendor' },
    columns: {
      id,
      friendlyId: sql<string>`v.friendly_id`,
      name: sql<string>`v.name`,
      status: translateCodes(toRef('v.status'), rowStatuses),
      taxId: sql<string | null>`v.tax_id`,
      service: {
        related: (test: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>) =>
          sql<SqlBool>`exists (select 1 from ${services} and ${test(toRef('s.service_type'))})`,
      },
      location: sql<
        string | null
      >`(${selectAddressField('city')} || coalesce(', ' || ${toUpper(selectAddressField('state'))}, ''))`,
      city: selectAddressField('city'),
      state: toUpper(selectAddressField('state')),
      zip: selectAddressField('zipCode'),
      country: toUpper(selectAddressField('country')),
      // Contacts of vendors have no names.
      primaryContactName: noText,
      primaryContactEmail: selectFirstContact('email'),
      primaryContactPhone: selectFirstContact('phone'),
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
