import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { carrierStatuses, carrierTypes } from '../../domain/parties/party-codes.ts';
import { EmbeddedCarrierContact } from './carrier-contacts.ts';
import { carrierDetails, CarrierEquipments, carrierEquipments, truckloadDetails } from './carrier-fields.ts';
import { EmbeddedCarrierPaymentMethod } from './carrier-payment-methods.ts';
import { carrierCriteria, CarrierRegistryEntry, CarrierSearchRow, RegistryEntriesRequest } from './carrier-search.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  boolField,
  dateField,
  datetimeField,
  intField,
  keyField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { BillsForPayment, OutstandingBills } from './outstanding-bills.ts';
import { defineOperation } from '../kit/operation.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { searchOperation } from '../kit/search.ts';
import {
  Address,
  AddressInput,
  AddressPatch,
  CivilDate,
  each,
  FriendlyId,
  Instant,
  Money,
  NameInput,
  nullable,
  optional,
  PaymentTermReference,
  RecordName,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

const CarrierType = z.enum(carrierTypes);

const truckloadShown = {
  ...each(z.string().nullish(), 'insuranceCompany', 'insuranceAgent', 'insuranceAgentPhone'),
  ...each(Instant.nullish(), 'insuranceAuthorityDate', 'insuranceExpirationDate'),
  ...each(
    Money.nullish(),
    'insuranceAutoLiabilityLimit',
    'insuranceCargoLiabilityLimit',
    'insuranceGeneralLiabilityLimit',
  ),
  ...each(z.string().nullish(), 'rating', 'reviewType', 'operatingAbility'),
  ...each(CivilDate.nullish(), 'ratingDate', 'reviewDate'),
  inFmcsa: z.boolean().nullish(),
  ...each(z.int().nullish(), 'usDriverInspections', 'usDriverInspectionsOos'),
  ...each(z.int().nullish(), 'usVehicleInspections', 'usVehicleInspectionsOos'),
  ...each(z.number().nullish(), 'usDriverInspectionsOosPct', 'usVehicleInspectionsOosPct'),
};

/** One shape for all types; the fields of TRUCKLOAD carriers are absent on the others. */
export const Carrier = z
  .object({
    object: z.literal('CARRIER'),
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    type: CarrierType,
    name: RecordName,
    status: z.string(),
    ...each(z.string().nullable(), 'dbaName', 'email', 'phone', 'website', 'statusReason', 'notes'),
    ...each(Address.nullable(), 'corporateAddress', 'billingAddress'),
    ...each(z.string().nullable(), 'mcNumber', 'dotNumber', 'scac', 'einNumber'),
    ...each(z.string().nullable(), 'ffNumber', 'mxNumber', 'rfcNumber', 'iataCode'),
    equipments: CarrierEquipments,
    ...each(z.boolean().nullable(), 'isHazmat', 'tsaApproved', 'isFactoringPreferred'),
    ...each(z.int().nullable(), 'trucks', 'trailers', 'drivers', 'powerUnits'),
    currency: z.string().nullable(),
    paymentTerm: PaymentTermReference.nullable(),
    /** The same carrier in the public registry. */
    goldenCarrierId: Uuid.nullable(),
    ...truckloadShown,
    paymentMethods: z.array(EmbeddedCarrierPaymentMethod),
    contacts: z.array(EmbeddedCarrierContact),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Carrier' });

/** The service checks that the fields of TRUCKLOAD carriers come with that type only. */
export const CarrierInput = z
  .strictObject({
    name: NameInput,
    type: CarrierType,
    status: z.enum(carrierStatuses).optional(),
    equipments: CarrierEquipments.max(carrierEquipments.length).optional(),
    ...each(AddressInput.optional(), 'corporateAddress', 'billingAddress'),
    ...optional(carrierDetails),
    ...optional(truckloadDetails),
  })
  .meta({ id: 'CarrierInput' });

export const CarrierPatch = z
  .strictObject({
    name: NameInput.optional(),
    type: CarrierType.optional(),
    status: z.enum(carrierStatuses).optional(),
    /** Replaces all. */
    equipments: CarrierEquipments.max(carrierEquipments.length).optional(),
    ...each(AddressPatch.optional(), 'corporateAddress', 'billingAddress'),
    ...nullable(carrierDetails),
    ...nullable(truckloadDetails),
  })
  .meta({ id: 'CarrierPatch' });

export const carriers = {
  filter: filterOperation({
    name: 'Carrier',
    path: '/carriers/filter',
    summary: 'List carriers that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'goldenCarrierId', 'paymentTermId'),
      key: keyField,
      ...each(stringField, 'friendlyId', 'name', 'dbaName', 'email', 'phone', 'website'),
      ...each(stringField, 'status', 'statusReason', 'type', 'mcNumber', 'dotNumber', 'scac', 'einNumber', 'ffNumber'),
      ...each(stringField, 'mxNumber', 'rfcNumber', 'iataCode', 'currency'),
      ...each(stringField, 'rating', 'operatingAbility', 'insuranceCompany'),
      ...each(boolField, 'isHazmat', 'tsaApproved', 'isFactoringPreferred', 'inFmcsa'),
      ...each(intField, 'trucks', 'trailers', 'drivers', 'powerUnits'),
      ratingDate: dateField,
      ...each(datetimeField, 'insuranceExpirationDate', 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Carrier,
    page: 'pageInfo',
  }),
  search: searchOperation({
    name: 'Carrier',
    path: '/carriers/search',
    summary: 'Search onboarded carriers and the public carrier registry',
    fields: carrierCriteria,
    preference: 'CARRIER',
    row: CarrierSearchRow,
    full: Carrier,
  }),
  registryEntries: defineOperation({
    method: 'POST',
    path: '/carriers/registry-entries',
    summary: 'Read what the public carrier registry lists of up to 250 onboarded carriers',
    effect: 'read',
    body: RegistryEntriesRequest,
    status: 200,
    response: z.object({ data: z.array(CarrierRegistryEntry) }),
    errors: ['BAD_REQUEST'],
    extension: true,
  }),
  create: createOperation({
    path: '/carriers',
    summary: 'Create a carrier',
    fieldGates: fieldGates['carriers.create'],
    body: CarrierInput,
    response: Carrier,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/carriers/{id}', summary: 'Read one carrier', response: Carrier }),
  update: updateOperation({
    path: '/carriers/{id}',
    summary: 'Change a carrier',
    fieldGates: fieldGates['carriers.update'],
    body: CarrierPatch,
    response: Carrier,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/carriers/{id}',
    summary: 'Delete a carrier with which no money is open (soft)',
    gate: 'off',
    moreErrors: ['CONFLICT'],
  }),
  outstandingBills: getOperation({
    path: '/carriers/{id}/outstanding-bills',
    summary: 'List approved bills of a carrier that are not yet paid',
    response: OutstandingBills,
  }),
  billsForPayment: getOperation({
    path: '/carriers/{id}/bills-for-payment',
    summary: 'List approved bills of a carrier with an open balance, and the factor to pay if it has one',
    response: BillsForPayment,
  }),
};
