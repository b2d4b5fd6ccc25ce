import { compactReference } from '../../domain/identifiers/references.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { TokenMatch } from '../../store/search/match.ts';
import { selectIn } from '../../store/select-in.ts';
import { showAddress } from '../shared/addresses.ts';
import type { ServiceContext } from '../shared/context.ts';
import { findHighlight, type SearchedField } from './highlight.ts';
import { readRelatedFields } from './related-fields.ts';
import type { GlobalSearchRow } from '../../contract/types.ts';

export type GlobalRow = GlobalSearchRow;
export type SearchedObject = GlobalRow['object'];

interface ShownHit {
  readonly title: string;
  readonly subtitle: string | null;
  readonly fields: readonly SearchedField[];
}

const toField = (label: string, text: string | null | undefined): SearchedField => ({ label, text });

interface AddressedRow {
  readonly corporate_address: string | null;
  readonly billing_address: string | null;
}

const readAddress = (row: AddressedRow) => showAddress(row.corporate_address) ?? showAddress(row.billing_address);

/** Lists the parts of a record's address. A record that was found by its address shows all of it, not only the city. */
const listAddressFields = (row: AddressedRow): readonly SearchedField[] => {
  const address = readAddress(row);
  return [
    toField('City', address?.city),
    toField('State', address?.state),
    toField('ZIP code', address?.zipCode),
    toField('Market', address?.market),
    toField('Country', address?.country),
  ];
};

const showCustomer = (row: Row<'customer'>): ShownHit => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    toField('Name', row.name),
    toField('DBA name', row.dba_name),
    toField('Number', row.friendly_id),
    toField('Key', row.key),
    toField('External id', row.external_id),
    toField('QuickBooks id', row.qbo_customer_id),
    toField('Phone', row.phone_number),
    ...listAddressFields(row),
    toField('Industry', row.industry),
    toField('NAICS', row.naics),
    toField('Service tier', row.service_tier),
    toField('Employees', row.number_of_employees),
  ],
});

const showCarrier = (row: Row<'carrier'>): ShownHit => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    toField('Name', row.name),
    toField('DBA name', row.dba_name),
    toField('Number', row.friendly_id),
    toField('Key', row.key),
    toField('MC number', row.mc_number),
    toField('DOT number', row.dot_number),
    toField('EIN', row.ein_number),
    toField('SCAC', row.scac),
    toField('Email', row.email),
    toField('Phone', row.phone),
    toField('Rating', row.rating),
    ...listAddressFields(row),
  ],
});

const showUser = (row: Row<'user_account'>): ShownHit => ({
  title: row.name ?? row.email,
  subtitle: row.email,
  fields: [
    toField('Name', row.name),
    toField('Email', row.email),
    toField('Key', row.key),
    toField('Phone', row.phone),
  ],
});

const showVendor = (row: Row<'vendor'>): ShownHit => ({
  title: row.name,
  subtitle: row.friendly_id,
  fields: [
    toField('Name', row.name),
    toField('Number', row.friendly_id),
    toField('Key', row.key),
    toField('Tax id', row.tax_id),
    toField('Email', row.email),
    toField('Phone', row.phone),
    ...listAddressFields(row),
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

export async function readIndexedRows(
  ctx: ServiceContext,
  object: IndexedObject,
  { ids, match }: { readonly ids: readonly string[]; readonly match: TokenMatch },
): Promise<GlobalRow[]> {
  const { table, entityName, show } = indexedObjects[object];
  const rows = await findRecords(ctx, table, ids);
  const related = await readRelatedFields(ctx, object, [...rows.values()]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    // Each entry of the table above shows the rows of its own table.
    const hit = (show as (row: object) => ShownHit)(row);
    const hitWithRelated = { ...hit, fields: [...hit.fields, ...(related.get(id) ?? [])] };
    return [showRow({ object, entityName, id, key: row.key, hit: hitWithRelated }, match)];
  });
}

export async function readShipmentRows(
  ctx: ServiceContext,
  { ids, match, typed }: { readonly ids: readonly string[]; readonly match: TokenMatch; readonly typed: string },
): Promise<GlobalRow[]> {
  const rows = await findRecords(ctx, 'shipment', ids);
  const customers = await findRecords(
    ctx,
    'customer',
    [...rows.values()].map((row) => row.customer_id),
  );
  const customerFields = await readRelatedFields(ctx, 'CUSTOMER', [...customers.values()]);
  const references = await readReferences(ctx, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const customer = customers.get(row.customer_id);
    const numbers = references.get(id) ?? [];
    const fields = [
      toField('Number', row.friendly_id),
      toField('Key', row.key),
      toField('Reference', numbers.find((value) => compactReference(value).startsWith(typed)) ?? numbers[0]),
      toField('Customer', customer?.name),
      // Whatever its customer was found by, the shipment was found by its customer.
      ...[...(customer ? showCustomer(customer).fields : []), ...(customerFields.get(row.customer_id) ?? [])].map(
        ({ text }) => toField('Customer', text),
      ),
    ];
    const hit = { title: row.friendly_id, subtitle: customer?.name ?? null, fields };
    return [showRow({ object: 'SHIPMENT', entityName: 'SHIPMENT', id, key: row.key, hit }, match)];
  });
}

interface FoundRecord {
  readonly object: SearchedObject;
  readonly entityName: string;
  readonly id: string;
  readonly key: string | null;
  readonly hit: ShownHit;
}

const showRow = ({ object, entityName, id, key, hit }: FoundRecord, match: TokenMatch): GlobalRow => ({
  object,
  id,
  key,
  entityName,
  title: hit.title,
  subtitle: hit.subtitle,
  ...findHighlight(hit.fields, match),
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

async function readReferences(
  ctx: ServiceContext,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await referencesOfShipments(ctx, shipmentIds);
  const references = new Map<string, string[]>();
  for (const { shipment_id: id, value } of rows)
    if (id !== null) references.set(id, [...(references.get(id) ?? []), value]);
  return references;
}
