import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { customerContactTypes, CustomerContactTypes } from './customer-contact-shapes.ts';
import { filterOperation } from '../kit/filter.ts';
import { boolField, datetimeField, defineEnumArrayField, keyField, uuidField } from '../kit/filter-fields.ts';
import { EmbeddedLocationContact, Location } from './locations.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, each, Uuid } from '../kit/shapes.ts';

/** A customer contact in its part at one location. */
export const LocationContact = EmbeddedLocationContact.extend({ locationId: Uuid, location: Location }).meta({
  id: 'LocationContact',
});

export const LocationContactInput = z
  .strictObject({
    locationId: Uuid,
    customerContactId: Uuid,
    isPrimary: z.boolean(),
    contactTypes: CustomerContactTypes.optional(),
    key: ClientKey.optional(),
  })
  .meta({ id: 'LocationContactInput' });

export const LocationContactPatch = z
  .strictObject({
    locationId: Uuid.optional(),
    customerContactId: Uuid.optional(),
    isPrimary: z.boolean().optional(),
    contactTypes: CustomerContactTypes.optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'LocationContactPatch' });

export const locationContacts = {
  filter: filterOperation({
    name: 'LocationContact',
    path: '/location-contacts/filter',
    summary: 'List location contacts that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'customerId', 'locationId', 'customerContactId'),
      isPrimary: boolField,
      contactTypes: defineEnumArrayField(customerContactTypes),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: LocationContact,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/location-contacts',
    summary: 'Make a customer contact a contact of a location',
    fieldGates: fieldGates['locationContacts.create'],
    body: LocationContactInput,
    response: LocationContact,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/location-contacts/{id}',
    summary: 'Read one location contact',
    response: LocationContact,
  }),
  update: updateOperation({
    path: '/location-contacts/{id}',
    summary: 'Change a location contact',
    fieldGates: fieldGates['locationContacts.update'],
    body: LocationContactPatch,
    response: LocationContact,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/location-contacts/{id}', summary: 'Delete a location contact (soft)' }),
};
