import type { Scope } from '../../store/connection.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { showAddress } from '../shared/addresses.ts';
import { childrenOf } from '../shared/child-records.ts';
import { showCustomerContact, type Users, usersOf } from './contact-view.ts';
import { showCustomers } from './customer-view.ts';
import { readJson } from '../shared/fields.ts';
import {
  deleters,
  type Loaded,
  mustShow,
  showReference,
  showStamps,
  customerReferences,
  userReferences,
} from '../shared/references.ts';
import type { EmbeddedLocationContact, Location } from '../../contract/types.ts';

type LocationRow = Row<'location'>;
export type ShownLocation = Location;
type ShownContact = EmbeddedLocationContact;

/** Locations as the API shows them, with their customers and contacts: one query per table. */
export async function showLocations(scope: Scope, rows: readonly LocationRow[]): Promise<ShownLocation[]> {
  const customerRows = await findRecords(
    scope,
    'customer',
    rows.map((row) => row.customer_id),
  );
  const customers = await showCustomers(scope, [...customerRows.values()]);
  const customersById = new Map(customers.map((customer) => [customer.id, customer]));
  const contacts = await locationContacts(scope, rows);
  const users = await deleters(scope, rows);
  return rows.map((row) => ({
    object: 'LOCATION',
    ...showStamps(row),
    customerId: row.customer_id,
    customer: mustShow(customersById, row.customer_id),
    name: row.name,
    address: showAddress(row.address),
    isAppointmentRequired: row.is_appointment_required === 1,
    notes: row.notes,
    internalNotes: row.internal_notes,
    contacts: contacts.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

async function locationContacts(
  scope: Scope,
  locations: readonly LocationRow[],
): Promise<ReadonlyMap<string, ShownContact[]>> {
  const ids = locations.map(({ id }) => id);
  const links = await childrenOf(scope, { table: 'location_contact', parent: 'location_id', ids });
  const people = await findRecords(
    scope,
    'customer_contact',
    [...links.values()].flat().map((link) => link.customer_contact_id),
  );
  const contacts = await showCustomerContacts(scope, [...people.values()]);
  const users = await deleters(scope, [...links.values()].flat());
  return new Map(
    [...links].map(([id, rows]) => [id, rows.map((row) => showLocationContact(row, { contacts, users }))]),
  );
}

export function showLocationContact(
  row: Row<'location_contact'>,
  { contacts, users }: { readonly contacts: Loaded<ShownContact['customerContact']>; readonly users: Users },
): ShownContact {
  return {
    object: 'LOCATION_CONTACT',
    ...showStamps(row),
    customerContactId: row.customer_contact_id,
    customerContact: mustShow(contacts, row.customer_contact_id),
    isPrimary: row.is_primary === 1,
    contactTypes: readJson<ShownContact['contactTypes']>(row.contact_types) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  };
}

/** Contacts with the customer that they belong to, by id. */
export async function showCustomerContacts(
  scope: Scope,
  rows: readonly Row<'customer_contact'>[],
): Promise<Loaded<ShownContact['customerContact']>> {
  const customerIds = rows.map((row) => row.customer_id);
  const references = await customerReferences(scope, customerIds);
  const users: Users = await userReferences(scope, usersOf(rows));
  return new Map(
    rows.map((row) => [
      row.id,
      { ...showCustomerContact(row, users), customer: mustShow(references, row.customer_id) },
    ]),
  );
}
