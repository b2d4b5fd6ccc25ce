import type { Scope } from '../../store/connection.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { showAddress } from '../shared/addresses.ts';
import { readChildren } from '../shared/child-records.ts';
import { showCustomerContact, type Users, listUserIds } from './contact-view.ts';
import { showCustomers } from './customer-view.ts';
import { readJson } from '../shared/fields.ts';
import {
  loadDeleters,
  type LoadedReferences,
  requireShown,
  showReference,
  showStamps,
  customerReferences,
  userReferences,
} from '../identifiers/references.ts';
import type { EmbeddedLocationContact, Location } from '../../contract/types.ts';

type LocationRow = Row<'location'>;
export type ShownLocation = Location;

/** Shows locations with their customers and contacts. It makes one query per table. */
export async function showLocations(scope: Scope, rows: readonly LocationRow[]): Promise<ShownLocation[]> {
  const customerRows = await findRecords(
    scope,
    'customer',
    rows.map((row) => row.customer_id),
  );
  const customers = await showCustomers(scope, [...customerRows.values()]);
  const customersById = new Map(customers.map((customer) => [customer.id, customer]));
  const contacts = await readLocationContacts(scope, rows);
  const users = await loadDeleters(scope, rows);
  return rows.map((row) => ({
    object: 'LOCATION',
    ...showStamps(row),
    customerId: row.customer_id,
    customer: requireShown(customersById, row.customer_id),
    name: row.name,
    address: showAddress(row.address),
    isAppointmentRequired: row.is_appointment_required === 1,
    notes: row.notes,
    internalNotes: row.internal_notes,
    contacts: contacts.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

async function readLocationContacts(
  scope: Scope,
  locations: readonly LocationRow[],
): Promise<ReadonlyMap<string, EmbeddedLocationContact[]>> {
  const ids = locations.map(({ id }) => id);
  const links = await readChildren(scope, { table: 'location_contact', parent: 'location_id', ids });
  const people = await findRecords(
    scope,
    'customer_contact',
    [...links.values()].flat().map((link) => link.customer_contact_id),
  );
  const contacts = await showCustomerContacts(scope, [...people.values()]);
  const users = await loadDeleters(scope, [...links.values()].flat());
  return new Map(
    [...links].map(([id, rows]) => [id, rows.map((row) => showLocationContact(row, { contacts, users }))]),
  );
}

export function showLocationContact(
  row: Row<'location_contact'>,
  {
    contacts,
    users,
  }: { readonly contacts: LoadedReferences<EmbeddedLocationContact['customerContact']>; readonly users: Users },
): EmbeddedLocationContact {
  return {
    object: 'LOCATION_CONTACT',
    ...showStamps(row),
    customerContactId: row.customer_contact_id,
    customerContact: requireShown(contacts, row.customer_contact_id),
    isPrimary: row.is_primary === 1,
    contactTypes: readJson<EmbeddedLocationContact['contactTypes']>(row.contact_types) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  };
}

/** Shows contacts by id, with their customer. */
export async function showCustomerContacts(
  scope: Scope,
  rows: readonly Row<'customer_contact'>[],
): Promise<LoadedReferences<EmbeddedLocationContact['customerContact']>> {
  const customerIds = rows.map((row) => row.customer_id);
  const references = await customerReferences(scope, customerIds);
  const users: Users = await userReferences(scope, listUserIds(rows));
  return new Map(
    rows.map((row) => [
      row.id,
      { ...showCustomerContact(row, users), customer: requireShown(references, row.customer_id) },
    ]),
  );
}
