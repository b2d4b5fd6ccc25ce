import type { Row } from '../../store/schema.ts';
import { readJson } from '../shared/fields.ts';
import { type LoadedReferences, showReference, showStamps, type showUserReference } from '../identifiers/references.ts';
import type { EmbeddedCarrierContact, EmbeddedCustomerContact, EmbeddedVendorContact } from '../../contract/types.ts';

/** Contacts as they are shown inside the record that they belong to. */
export type Users = LoadedReferences<ReturnType<typeof showUserReference>>;

interface ContactUsers {
  readonly invited_user_id?: string | null;
  readonly deleted_by_id: string | null;
}

/** Lists the ids of the users that contacts show. */
export const listUserIds = (rows: Iterable<ContactUsers>): (string | null)[] =>
  [...rows].flatMap((row) => [row.invited_user_id ?? null, row.deleted_by_id]);

type ContactInfoRow = Pick<Row<'carrier_contact'>, 'name' | 'email' | 'phone_number' | 'title'>;

const showContactInfo = ({ name, email, phone_number: phoneNumber, title }: ContactInfoRow) => ({
  name,
  email,
  phoneNumber,
  title,
});

export function showCarrierContact(row: Row<'carrier_contact'>, users: Users): EmbeddedCarrierContact {
  return {
    object: 'CARRIER_CONTACT',
    ...showStamps(row),
    name: row.name,
    contactInfo: showContactInfo(row),
    contactTypes: readJson(row.contact_types),
    invitedUser: showReference(users, row.invited_user_id),
    deletedBy: showReference(users, row.deleted_by_id),
  };
}

export function showCustomerContact(row: Row<'customer_contact'>, users: Users): EmbeddedCustomerContact {
  return {
    object: 'CUSTOMER_CONTACT',
    ...showStamps(row),
    name: row.name,
    contactInfo: showContactInfo(row),
    phoneExtension: row.phone_extension,
    isPrimary: row.is_primary === 1,
    contactTypes: readJson(row.contact_types),
    notifications: readJson(row.notifications),
    invitedUser: showReference(users, row.invited_user_id),
    deletedBy: showReference(users, row.deleted_by_id),
  };
}

export function showVendorContact(row: Row<'vendor_contact'>, users: Users): EmbeddedVendorContact {
  return {
    object: 'VENDOR_CONTACT',
    ...showStamps(row),
    email: row.email,
    phone: row.phone,
    role: row.role,
    roles: readJson(row.roles),
    deletedBy: showReference(users, row.deleted_by_id),
  };
}
