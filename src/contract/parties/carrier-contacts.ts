import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumArrayField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  CarrierReference,
  ClientKey,
  ContactInfo,
  ContactInfoInput,
  ContactInfoPatch,
  each,
  Instant,
  NameInput,
  RecordName,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

export const carrierContactTypes = [
  'ACCOUNTING',
  'AFTER_HOURS',
  'CENSUS',
  'CLAIMS',
  'DISPATCH',
  'DRIVER',
  'EMERGENCY',
  'MANAGER',
  'OWNER',
] as const;

const ContactTypes = z.array(z.enum(carrierContactTypes));

export const CarrierContact = z
  .object({
    object: z.literal('CARRIER_CONTACT'),
    id: Uuid,
    carrier: CarrierReference,
    /** The same as `contactInfo.name`. */
    name: RecordName,
    contactInfo: ContactInfo,
    contactTypes: ContactTypes.nullable(),
    /** The account made for this contact. */
    invitedUser: UserReference.nullable(),
    deletedBy: UserReference.nullable(),
    key: z.string().nullable(),
    ...timestamps,
    updatedAt: Instant.nullish(),
  })
  .meta({ id: 'CarrierContact' });

/** A contact inside its carrier. */
export const EmbeddedCarrierContact = CarrierContact.omit({ carrier: true }).meta({ id: 'EmbeddedCarrierContact' });

export const CarrierContactInput = z
  .strictObject({
    carrierId: Uuid,
    name: NameInput,
    contactInfo: ContactInfoInput,
    contactTypes: ContactTypes.max(carrierContactTypes.length).optional(),
    key: ClientKey.optional(),
  })
  .meta({ id: 'CarrierContactInput' });

export const CarrierContactPatch = z
  .strictObject({
    name: NameInput.optional(),
    contactInfo: ContactInfoPatch.optional(),
    /** Replaces all. */
    contactTypes: ContactTypes.max(carrierContactTypes.length).nullish(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'CarrierContactPatch' });

export const carrierContacts = {
  filter: filterOperation({
    name: 'CarrierContact',
    path: '/carrier-contacts/filter',
    summary: 'List carrier contacts that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'carrierId', 'invitedUserId', 'deletedById'),
      ...each(stringField, 'name', 'email', 'phoneNumber'),
      contactTypes: defineEnumArrayField(carrierContactTypes),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: CarrierContact,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/carrier-contacts',
    summary: 'Add a contact person to a carrier',
    fieldGates: fieldGates['carrierContacts.create'],
    body: CarrierContactInput,
    response: CarrierContact,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/carrier-contacts/{id}',
    summary: 'Read one carrier contact',
    response: CarrierContact,
  }),
  update: updateOperation({
    path: '/carrier-contacts/{id}',
    summary: 'Change a carrier contact',
    fieldGates: fieldGates['carrierContacts.update'],
    body: CarrierContactPatch,
    response: CarrierContact,
  }),
  delete: deleteOperation({ path: '/carrier-contacts/{id}', summary: 'Delete a carrier contact (soft)' }),
};
