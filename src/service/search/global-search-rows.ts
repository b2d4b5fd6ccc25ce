import { compactReference } from '../../domain/kit/references.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { TokenMatch } from '../../store/search/match.ts';
import { selectIn } from '../../store/select-in.ts';
import { showAddress } from '../shared/addresses.ts';
import type { ServiceContext } from '../shared/context.ts';
import { highlightOf, type SearchedField } from './highlight.ts';
import { relatedFields } from './related-fields.ts';
import type { GlobalSearchRow } from '../../contract/types.ts';

export type GlobalRow = GlobalSearchRow;
export type SearchedObject = GlobalRow['object'];

interface Shown {
  readonly title: string;
  readonly subtitle: string | null;
  readonly fields: readonly SearchedField[];
}

const field = (label: string, text: string | null | undefined): SearchedField => ({ label, text });

interface Addressed {
  readonly corporate_address: string | null;
  readonly billing_address: string | null;
}

const addressOf = (row: Addressed) => showAddress(row.corporate_address) ?? showAddress(row.billing_address);

/** What is found by its address shows where it is, and not only its city. */
const addressFields = (row: Addressed): readonly SearchedField[] => {
  const address = addressOf(row);
  return [
    field('City', address?.city),
    field('State', address?.state),
    field('ZIP code', address?.zipCode),
    field('Market', address?.market),
    field('Country', address?.country),
  ];
};

const showCustomer = (row: Row<'customer'>): Shown => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    field('Name', row.name),
    field('DBA name', row.dba_name),
    field('Number', row.friendly_id),
    field('Key', row.key),
    field('External id', row.external_id),
    field('QuickBooks id', row.qbo_customer_id),
    field('Phone', row.phone_number),
    ...addressFields(row),
    field('Industry', row.industry),
    field('NAICS', row.naics),
    field('Service tier', row.service_tier),
    field('Employees', row.number_of_employees),
  ],
});

const showCarrier = (row: Row<'carrier'>): Shown => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    field('Name', row.name),
    field('DBA name', row.dba_name),
    field('Number', row.friendly_id),
    field('Key', row.key),
    field('MC number', row.mc_number),
    field('DOT number', row.dot_number),
    field('EIN', row.ein_number),
    field('SCAC', row.scac),
    field('Email', row.email),
    field('Phone', row.phone),
    field('Rating', row.rating),
    ...addressFields(row),
  ],
});

const showUser = (row: Row<'user_account'>): Shown => ({
  title: row.name ?? row.email,
  subtitle: row.email,
  fields: [field('Name', row.name), field('Email', row.email), field('Key', row.key), field('Phone', row.phone)],
});

const showVendor = (row: Row<'vendor'>): Shown => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    field('Name', row.name),
    field('Number', row.friendly_id),
    field('Key', row.key),
    field('Tax id', row.tax_id),
    field('Email', row.email),
    field('Phone', row.phone),
    ...addressFields(row),
  ],
});

/** The types whose rows are in the index, and what a hit of them shows. */
export const indexedObjects = {
  CUSTOMER: { table: 'customer', kind: 'customer', entityName: 'SHIPPER_PROFILE', show: showCustomer },
  CARRIER: { table: 'carrier', kind: 'carrier', entityName: 'CARRIER', show: showCarrier },
  USER: { table: 'user_account', kind: 'user', entityName: 'USER', show: showUser },
  VENDOR: { table: 'vendor', kind: 'vendor', entityName: 'VENDOR', show: showVendor },
} as const;

export type IndexedObject = keyof typeof indexedObjects;

export async function indexedRows(
  ctx: ServiceContext,
  object: IndexedObject,
  { ids, match }: { readonly ids: readonly string[]; readonly match: TokenMatch },
): Promise<GlobalRow[]> {
  const { table, entityName, show } = indexedObjects[object];
  const rows = await findRecords(ctx, table, ids);
  const related = await relatedFields(ctx, object, [...rows.values()]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    // Each entry of the table above shows the rows of its own table.
    const own = (show as (row: object) => Shown)(row);
    const shown = { ...own, fields: [...own.fields, ...(related.get(id) ?? [])] };
    return [showRow({ object, entityName, id, key: row.key, shown }, match)];
  });
}

export async function shipmentRows(
  ctx: ServiceContext,
  { ids, match, typed }: { readonly ids: readonly string[]; readonly match: TokenMatch; readonly typed: string },
): Promise<GlobalRow[]> {
  const rows = await findRecords(ctx, 'shipment', ids);
  const customers = await findRecords(
    ctx,
    'customer',
    [...rows.values()].map((row) => row.customer_id),
  );
  const ofCustomers = await relatedFields(ctx, 'CUSTOMER', [...customers.values()]);
  const references = await referencesOf(ctx, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const customer = customers.get(row.customer_id);
    const numbers = references.get(id) ?? [];
    const fields = [
      field('Number', row.friendly_id),
      field('Key', row.key),
      field('Reference', numbers.find((value) => compactReference(value).startsWith(typed)) ?? numbers[0]),
      field('Customer', customer?.name),
      // Whatever its customer was found by, the shipment was found by its customer.
      ...[...(customer ? showCustomer(customer).fields : []), ...(ofCustomers.get(row.customer_id) ?? [])].map(
        ({ text }) => field('Customer', text),
      ),
    ];
    const shown = { title: row.friendly_id, subtitle: customer?.name ?? null, fields };
    return [showRow({ object: 'SHIPMENT', entityName: 'SHIPMENT', id, key: row.key, shown }, match)];
  });
}

interface Found {
  readonly object: SearchedObject;
  readonly entityName: string;
  readonly id: string;
  readonly key: string | null;
  readonly shown: Shown;
}

const showRow = ({ object, entityName, id, key, shown }: Found, match: TokenMatch): GlobalRow => ({
  object,
  id,
  key,
  entityName,
  title: shown.title,
  subtitle: shown.subtitle,
  ...highlightOf(shown.fields, match),
});

const referencesOfShipments = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_reference')
    .innerJoin('freight_order', 'freight_order.id', 'order_reference.order_id')
    .select(['freight_order.shipment_id', 'order_reference.value'])
    .where('order_reference.organization_id', '=', organizationId)
    .where('freight_order.organization_id', '=', organizationId)
    .where('freight_order.shipment_id', 'in', ids)
    .where('freight_order.deleted_at', 'is', null)
    .orderBy('order_reference.id'),
);

async function referencesOf(
  ctx: ServiceContext,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await referencesOfShipments(ctx, shipmentIds);
  const references = new Map<string, string[]>();
  for (const { shipment_id: id, value } of rows)
    if (id !== null) references.set(id, [...(references.get(id) ?? []), value]);
  return references;
}
