import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  boolField,
  datetimeField,
  defineEnumArrayField,
  keyField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, ContactInfoInput, ContactInfoPatch, each, NameInput, PhoneInput, Uuid } from '../kit/shapes.ts';
import {
  CustomerContact,
  CustomerContactTypes,
  customerContactTypes,
  ShipmentNotifications,
  shipmentNotifications,
} from './customer-contact-shapes.ts';

export const CustomerContactInput = z
  .strictObject({
    customerId: Uuid,
    name: NameInput,
    contactInfo: ContactInfoInput,
    phoneExtension: PhoneInput.optional(),
    isPrimary: z.boolean().default(false),
    contactTypes: CustomerContactTypes.optional(),
    notifications: ShipmentNotifications.optional(),
    key: ClientKey.optional(),
  })
  .meta({ id: 'CustomerContactInput' });

/** The lists replace all that was there. */
export const CustomerContactPatch = z
  .strictObject({
    name: NameInput.optional(),
    contactInfo: ContactInfoPatch.optional(),
    phoneExtension: PhoneInput.nullish(),
    isPrimary: z.boolean().optional(),
    contactTypes: CustomerContactTypes.nullish(),
    notifications: ShipmentNotifications.nullish(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'CustomerContactPatch' });

export const customerContacts = {
  filter: filterOperation({
    name: 'CustomerContact',
    path: '/customer-contacts/filter',
    summary: 'List customer contacts that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'customerId', 'invitedUserId', 'deletedById'),
      ...each(stringField, 'name', 'email', 'phoneNumber', 'phoneExtension'),
      isPrimary: boolField,
      contactTypes: defineEnumArrayField(customerContactTypes),
      notifications: defineEnumArrayField(shipmentNotifications),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: CustomerContact,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/customer-contacts',
    summary: 'Add a contact person to a customer',
    fieldGates: fieldGates['customerContacts.create'],
    body: CustomerContactInput,
    response: CustomerContact,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/customer-contacts/{id}',
    summary: 'Read one customer contact',
    response: CustomerContact,
  }),
  update: updateOperation({
    path: '/customer-contacts/{id}',
    summary: 'Change a customer contact',
    fieldGates: fieldGates['customerContacts.update'],
    body: CustomerContactPatch,
    response: CustomerContact,
  }),
  delete: deleteOperation({ path: '/customer-contacts/{id}', summary: 'Delete a customer contact (soft)' }),
};
