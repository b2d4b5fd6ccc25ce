import type { Scope } from '../../store/connection.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { showCustomerContacts, showLocations, showLocationContact } from './location-view.ts';
import { loadDeleters, requireShown } from '../identifiers/references.ts';
import type { LocationContact } from '../../contract/types.ts';

export type ShownLocationContact = LocationContact;

/** Shows location contacts with their whole location and person. It makes one query per table. */
export async function showLocationContacts(
  scope: Scope,
  rows: readonly Row<'location_contact'>[],
): Promise<ShownLocationContact[]> {
  const places = await findRecords(
    scope,
    'location',
    rows.map((row) => row.location_id),
  );
  const locations = await showLocations(scope, [...places.values()]);
  const locationsById = new Map(locations.map((location) => [location.id, location]));
  const people = await findRecords(
    scope,
    'customer_contact',
    rows.map((row) => row.customer_contact_id),
  );
  const contacts = await showCustomerContacts(scope, [...people.values()]);
  const users = await loadDeleters(scope, rows);
  return rows.map((row) => ({
    ...showLocationContact(row, { contacts, users }),
    locationId: row.location_id,
    location: requireShown(locationsById, row.location_id),
  }));
}
