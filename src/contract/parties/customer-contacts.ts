import * as z from 'zod';
import { filterOperation } from '../kit/filter.ts';
import { boolField, datetimeField, enumArrayField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ClientKey,
  ContactInfo,
  ContactInfoInput,
  ContactInfoPatch,
  CustomerReference,
  each,
  Instant,
  NameInput,
  PhoneInput,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

/** Contacts of customers and of their locations share these. */
export const customerContactTypes = [
  'ACCOUNT_MANAGER',
  'BILLING',
  'DOCK_SHIPPING',
  'EMERGENCY',
  'LOCATION_MANAGER',
  'OWNER',
  'PROCUREMENT',
  'PURCHASING',
  'RATES_PRICING',
  'RECEIVING',
  'SHIPPING',
] as const;

/** Which notices of a shipment the contact is sent. */
export const shipmentNotifications = [
  'SHIPMENT_DELIVERED',
  'SHIPMENT_IN_TRANSIT',
  'SHIPMENT_LOADING',
  'SHIPMENT_OUT_FOR_DELIVERY',
  'SHIPMENT_PICKED_UP',
  'SHIPMENT_TENDER_REJECTED',
  'SHIPMENT_UNLOADING',
] as const;

export const CustomerContactTypes = z.array(z.enum(customerContactTypes)).max(customerContactTypes.length);

const Notifications = z.array(z.enum(shipmentNotifications)).max(shipmentNotifications.length);

export const CustomerContact = z
  .object({
    object: z.literal('CUSTOMER_CONTACT'),
    id: Uuid,
    customer: CustomerReference,
    /** The same as `contactInfo.name`. */
    name: z.string(),
    contactInfo: ContactInfo,
    phoneExtension: z.string().nullable(),
    isPrimary: z.boolean(),
    contactTypes: CustomerContactTypes.nullable(),
    notifications: Notifications.nullable(),
    /** The account made for this contact. */
    invitedUser: UserReference.nullable(),
    deletedBy: UserReference.nullable(),
    key: z.string().nullable(),
    ...timestamps,
    updatedAt: Instant.nullish(),
  })
  .meta({ id: 'CustomerContact' });

/** As shown inside its customer. */
export const EmbeddedCustomerContact = CustomerContact.omit({ customer: true }).meta({ id: 'EmbeddedCustomerContact' });

export const CustomerContactInput = z
  .strictObject({
    customerId: Uuid,
    name: NameInput,
    contactInfo: ContactInfoInput,
    phoneExtension: PhoneInput.optional(),
    isPrimary: z.boolean().default(false),
    contactTypes: CustomerContactTypes.optional(),
    notifications: Notifications.optional(),
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
    notifications: Notifications.nullish(),
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
      contactTypes: enumArrayField(customerContactTypes),
      notifications: enumArrayField(shipmentNotifications),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: CustomerContact,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/customer-contacts',
    summary: 'Add a contact person to a customer',
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
    body: CustomerContactPatch,
    response: CustomerContact,
  }),
  delete: deleteOperation({ path: '/customer-contacts/{id}', summary: 'Delete a customer contact (soft)' }),
};
