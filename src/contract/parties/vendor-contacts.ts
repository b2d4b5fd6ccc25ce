import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumArrayField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ClientKey,
  each,
  Email,
  Instant,
  nullable,
  optional,
  PhoneInput,
  TextInput,
  timestamps,
  UserReference,
  Uuid,
  VendorReference,
} from '../kit/shapes.ts';

export const vendorContactRoles = ['AGENT', 'BILLING', 'OPERATION', 'OWNER'] as const;

const Roles = z.array(z.enum(vendorContactRoles));

export const VendorContact = z
  .object({
    object: z.literal('VENDOR_CONTACT'),
    id: Uuid,
    vendor: VendorReference,
    key: z.string().nullish(),
    ...each(z.string().nullable(), 'email', 'phone'),
    /** Free text, superseded by `roles`. */
    role: z.string().nullable(),
    roles: Roles.nullable(),
    deletedBy: UserReference.nullable(),
    ...timestamps,
    updatedAt: Instant.nullish(),
  })
  .meta({ id: 'VendorContact' });

/** A contact inside its vendor. */
export const EmbeddedVendorContact = VendorContact.omit({ vendor: true }).meta({ id: 'EmbeddedVendorContact' });

const details = {
  key: ClientKey,
  email: Email,
  phone: PhoneInput,
  role: TextInput,
  roles: Roles.max(vendorContactRoles.length),
};

export const VendorContactInput = z
  .strictObject({ vendorId: Uuid, ...optional(details) })
  .meta({ id: 'VendorContactInput' });

export const VendorContactPatch = z.strictObject(nullable(details)).meta({ id: 'VendorContactPatch' });

export const vendorContacts = {
  filter: filterOperation({
    name: 'VendorContact',
    path: '/vendor-contacts/filter',
    summary: 'List vendor contacts that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'vendorId', 'deletedById'),
      key: keyField,
      ...each(stringField, 'email', 'phone', 'role'),
      roles: defineEnumArrayField(vendorContactRoles),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: VendorContact,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/vendor-contacts',
    summary: 'Add a contact to a vendor',
    fieldGates: fieldGates['vendorContacts.create'],
    body: VendorContactInput,
    response: VendorContact,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/vendor-contacts/{id}', summary: 'Read one vendor contact', response: VendorContact }),
  update: updateOperation({
    path: '/vendor-contacts/{id}',
    summary: 'Change a vendor contact',
    fieldGates: fieldGates['vendorContacts.update'],
    body: VendorContactPatch,
    response: VendorContact,
  }),
  delete: deleteOperation({ path: '/vendor-contacts/{id}', summary: 'Delete a vendor contact (soft)' }),
};
