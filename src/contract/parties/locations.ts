import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { CustomerContact, CustomerContactTypes } from './customer-contact-shapes.ts';
import { Customer } from './customers.ts';
import { filterOperation } from '../kit/filter.ts';
import { boolField, datetimeField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { searchOperation } from '../kit/search.ts';
import {
  Address,
  AddressInput,
  AddressPatch,
  ClientKey,
  each,
  Instant,
  NameInput,
  NotesInput,
  RecordName,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

/** A location contact as shown inside its location. */
export const EmbeddedLocationContact = z
  .object({
    object: z.literal('LOCATION_CONTACT'),
    id: Uuid,
    customerContactId: Uuid,
    customerContact: CustomerContact,
    isPrimary: SentFlag,
    contactTypes: CustomerContactTypes,
    key: z.string().nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'EmbeddedLocationContact' });

export const Location = z
  .object({
    object: z.literal('LOCATION'),
    id: Uuid,
    customerId: Uuid,
    customer: Customer,
    name: RecordName,
    key: z.string().nullable(),
    address: Address.nullish(),
    isAppointmentRequired: SentFlag,
    /** Carriers see these. */
    notes: z.string().nullable(),
    internalNotes: z.string().nullable(),
    contacts: z.array(EmbeddedLocationContact),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Location' });

/** Removed from the API, tolerated from older callers and ignored. */
const removedType = z.string().nullish().meta({ deprecated: true });

export const LocationInput = z
  .strictObject({
    customerId: Uuid,
    name: NameInput,
    isAppointmentRequired: z.boolean(),
    address: AddressInput.optional(),
    key: ClientKey.optional(),
    notes: NotesInput.optional(),
    internalNotes: NotesInput.optional(),
    type: removedType,
  })
  .meta({ id: 'LocationInput' });

export const LocationPatch = z
  .strictObject({
    customerId: Uuid.optional(),
    name: NameInput.optional(),
    isAppointmentRequired: z.boolean().optional(),
    /** Merged into the stored address; a location without one needs a complete address. */
    address: AddressPatch.optional(),
    key: ClientKey.nullish(),
    notes: NotesInput.nullish(),
    internalNotes: NotesInput.nullish(),
    type: removedType,
  })
  .meta({ id: 'LocationPatch' });

export const LocationSearchRow = z
  .object({
    object: z.literal('LOCATION_SEARCH_ROW'),
    id: Uuid,
    customerId: Uuid,
    customerName: z.string(),
    customerFriendlyId: z.string(),
    name: RecordName,
    ...each(z.string().nullable(), 'externalId', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'),
    ...each(z.string().nullable(), 'market', 'zone'),
    point: z.object({ lat: z.number(), lon: z.number() }).nullable(),
    /** The primary contact's. */
    phoneNumber: z.string().nullable(),
    appointmentRequired: z.boolean().nullable(),
    stopsCount: z.int().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'LocationSearchRow' });

const locationCriteria = {
  ...each('uuid', 'id', 'customerId'),
  ...each('key', 'customerFriendlyId', 'externalId', 'state', 'postalCode', 'country', 'market', 'zone'),
  ...each('text', 'customerName', 'name', 'line1', 'line2', 'city', 'phoneNumber'),
  appointmentRequired: 'bool',
  stopsCount: 'int',
  createdAt: 'datetime',
} as const;

export const locations = {
  filter: filterOperation({
    name: 'Location',
    path: '/locations/filter',
    summary: 'List pickup and delivery locations that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'customerId', 'orderId', 'shipmentId'),
      key: keyField,
      ...each(stringField, 'name', 'notes', 'internalNotes'),
      isAppointmentRequired: boolField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Location,
    page: 'pageInfo',
  }),
  search: searchOperation({
    name: 'Location',
    path: '/locations/search',
    summary: 'Search locations by name, place and customer',
    fields: locationCriteria,
    preference: 'LOCATION',
    row: LocationSearchRow,
    full: Location,
  }),
  create: createOperation({
    path: '/locations',
    summary: 'Create a pickup or delivery location of a customer',
    fieldGates: fieldGates['locations.create'],
    body: LocationInput,
    response: Location,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/locations/{id}', summary: 'Read one location', response: Location }),
  update: updateOperation({
    path: '/locations/{id}',
    summary: 'Change a location',
    fieldGates: fieldGates['locations.update'],
    body: LocationPatch,
    response: Location,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/locations/{id}', summary: 'Delete a location (soft)' }),
};
