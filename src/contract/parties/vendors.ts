import { vendorCurrencies } from '../../domain/money/currencies.ts';
import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { BillsForPayment, OutstandingBills } from './outstanding-bills.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { searchOperation } from '../kit/search.ts';
import {
  Address,
  AddressInput,
  CivilDate,
  ClientKey,
  CodeInput,
  each,
  Email,
  FriendlyId,
  Instant,
  NameInput,
  NotesInput,
  nullable,
  optional,
  PaymentTermReference,
  PhoneInput,
  RecordName,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';
import { EmbeddedVendorContact } from './vendor-contacts.ts';
import { EmbeddedVendorPaymentMethod } from './vendor-payment-methods.ts';

export const vendorStatuses = ['ACTIVE', 'INACTIVE', 'DO_NOT_USE'] as const;

/** Vendor statuses in rows. */
export const vendorRowStatuses = ['active', 'inactive', 'do_not_use'] as const;

export const Vendor = z
  .object({
    object: z.literal('VENDOR'),
    id: Uuid,
    friendlyId: FriendlyId,
    name: RecordName,
    ...each(z.string().nullable(), 'key', 'email', 'phone', 'status', 'notes', 'taxId'),
    currency: z.enum(vendorCurrencies).nullable(),
    ...each(Address.nullable(), 'corporateAddress', 'billingAddress'),
    paymentTerm: PaymentTermReference.nullable(),
    /** Types of documents, such as W9 or INSURANCE_CERTIFICATE. */
    requiredDocuments: z.array(z.string()).nullable(),
    paymentMethods: z.array(EmbeddedVendorPaymentMethod),
    contacts: z.array(EmbeddedVendorContact),
    deletedBy: UserReference.nullable(),
    ...timestamps,
  })
  .meta({ id: 'Vendor' });

const details = {
  key: ClientKey,
  email: Email,
  phone: PhoneInput,
  status: z.enum(vendorStatuses),
  notes: NotesInput,
  taxId: CodeInput,
  currency: z.enum(vendorCurrencies),
  /** A patch replaces the whole address. */
  ...each(AddressInput, 'corporateAddress', 'billingAddress'),
  paymentTermId: Uuid,
  requiredDocuments: z.array(CodeInput.min(1)).max(50),
};

export const VendorInput = z.strictObject({ name: NameInput, ...optional(details) }).meta({ id: 'VendorInput' });

export const VendorPatch = z
  .strictObject({ name: NameInput.optional(), ...nullable(details) })
  .meta({ id: 'VendorPatch' });

export const VendorSearchRow = z
  .object({
    object: z.literal('VENDOR_SEARCH_ROW'),
    id: Uuid,
    friendlyId: FriendlyId,
    name: RecordName,
    status: z.enum(vendorRowStatuses).nullable(),
    taxId: z.string().nullable(),
    /** Services that the vendor offers. */
    service: z.array(z.string()),
    /** `location` is "city, state". */
    ...each(z.string().nullable(), 'location', 'city', 'state', 'zip', 'country'),
    ...each(z.string().nullable(), 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
    ...each(z.string().nullable(), 'paymentTermName', 'quickbooksVendorId'),
    numberOfTimesUsed: z.int(),
    lastUsed: CivilDate.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'VendorSearchRow' });

const vendorCriteria = {
  id: 'uuid',
  ...each('key', 'friendlyId', 'status', 'service', 'state', 'zip', 'country'),
  ...each('key', 'paymentTermName', 'quickbooksVendorId'),
  ...each('text', 'name', 'taxId', 'location', 'city'),
  ...each('text', 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
  numberOfTimesUsed: 'int',
  lastUsed: 'date',
  createdAt: 'datetime',
} as const;

export const vendors = {
  filter: filterOperation({
    name: 'Vendor',
    path: '/vendors/filter',
    summary: 'List vendors that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'paymentTermId', 'deletedById'),
      key: keyField,
      ...each(stringField, 'friendlyId', 'name', 'email', 'phone', 'notes', 'taxId'),
      status: defineEnumField(vendorStatuses),
      currency: defineEnumField(vendorCurrencies),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Vendor,
    page: 'pageInfo',
  }),
  search: searchOperation({
    name: 'Vendor',
    path: '/vendors/search',
    summary: 'Search vendors by name, place and service',
    fields: vendorCriteria,
    preference: 'VENDOR',
    row: VendorSearchRow,
    full: Vendor,
  }),
  create: createOperation({
    path: '/vendors',
    summary: 'Create a vendor: a provider of services that is not a carrier',
    fieldGates: fieldGates['vendors.create'],
    body: VendorInput,
    response: Vendor,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/vendors/{id}', summary: 'Read one vendor', response: Vendor }),
  update: updateOperation({
    path: '/vendors/{id}',
    summary: 'Change a vendor',
    fieldGates: fieldGates['vendors.update'],
    body: VendorPatch,
    response: Vendor,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/vendors/{id}',
    summary: 'Delete a vendor with which no money is open (soft)',
    moreErrors: ['CONFLICT'],
  }),
  outstandingBills: getOperation({
    path: '/vendors/{id}/outstanding-bills',
    summary: 'List approved bills of a vendor that are not yet paid',
    response: OutstandingBills,
  }),
  billsForPayment: getOperation({
    path: '/vendors/{id}/bills-for-payment',
    summary: 'List approved bills of a vendor with an open balance',
    response: BillsForPayment,
  }),
};
