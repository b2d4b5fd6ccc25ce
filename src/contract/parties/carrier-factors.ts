import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { BillsForPayment } from './outstanding-bills.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  bankFields,
  ClientKey,
  CodeInput,
  each,
  Email,
  NameInput,
  nullable,
  optional,
  PaymentTermReference,
  PhoneInput,
  shownBankFields,
  TextInput,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

export const CarrierFactor = z
  .object({
    id: Uuid,
    companyName: z.string(),
    ...each(z.string().nullable(), 'key', 'email', 'phoneNumber', 'phoneExtension', 'fax'),
    ...each(z.string().nullable(), 'addressLine1', 'addressLine2', 'city', 'state', 'country', 'zipCode'),
    ...shownBankFields,
    paymentTerm: PaymentTermReference.nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'CarrierFactor' });

const details = {
  key: ClientKey,
  email: Email,
  phoneNumber: PhoneInput,
  phoneExtension: PhoneInput,
  fax: PhoneInput,
  ...each(TextInput, 'addressLine1', 'addressLine2', 'city'),
  ...each(CodeInput, 'state', 'country', 'zipCode'),
  ...bankFields,
  paymentTermId: Uuid,
};

export const CarrierFactorInput = z
  .strictObject({ companyName: NameInput, ...optional(details) })
  .meta({ id: 'CarrierFactorInput' });

export const CarrierFactorPatch = z
  .strictObject({ companyName: NameInput.optional(), ...nullable(details) })
  .meta({ id: 'CarrierFactorPatch' });

export const carrierFactors = {
  filter: filterOperation({
    name: 'CarrierFactor',
    path: '/carrier-factors/filter',
    summary: 'List factoring companies that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'paymentTermId'),
      key: keyField,
      ...each(stringField, 'companyName', 'email', 'phoneNumber', 'phoneExtension', 'fax'),
      ...each(stringField, 'city', 'state', 'country', 'zipCode', 'bankName', 'currency'),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: CarrierFactor,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/carrier-factors',
    summary: 'Create a factoring company, which is paid in place of carriers',
    fieldGates: fieldGates['carrierFactors.create'],
    body: CarrierFactorInput,
    response: CarrierFactor,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/carrier-factors/{id}',
    summary: 'Read one factoring company',
    response: CarrierFactor,
  }),
  update: updateOperation({
    path: '/carrier-factors/{id}',
    summary: 'Change a factoring company',
    fieldGates: fieldGates['carrierFactors.update'],
    body: CarrierFactorPatch,
    response: CarrierFactor,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/carrier-factors/{id}',
    summary: 'Delete a factoring company that no carrier is paid through (soft)',
    moreErrors: ['CONFLICT'],
  }),
  billsForPayment: getOperation({
    path: '/carrier-factors/{id}/bills-for-payment',
    summary: 'List approved bills of the carriers that this factor is paid for',
    response: BillsForPayment,
  }),
};
