import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  boolField,
  datetimeField,
  floatField,
  intField,
  keyField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, each, NameInput, nullable, optional, PaymentTermReference, UserReference } from '../kit/shapes.ts';

export const PaymentTerm = PaymentTermReference.extend({ deletedBy: UserReference.nullable() }).meta({
  id: 'PaymentTerm',
});

const details = {
  description: z.string().max(500),
  days: z.int().min(0).max(365),
  quickPayFee: z.number().min(0).max(1),
  apOnly: z.boolean(),
  doNotUse: z.boolean(),
  key: ClientKey,
};

const PaymentTermInput = z.strictObject({ name: NameInput, ...optional(details) }).meta({ id: 'PaymentTermInput' });
const PaymentTermPatch = z
  .strictObject({ name: NameInput.optional(), ...nullable(details) })
  .meta({ id: 'PaymentTermPatch' });

export const paymentTerms = {
  filter: filterOperation({
    name: 'PaymentTerm',
    path: '/payment-terms/filter',
    summary: 'List payment terms that match a filter, newest first',
    fields: {
      id: uuidField,
      ...each(stringField, 'name', 'description'),
      days: intField,
      quickPayFee: floatField,
      ...each(boolField, 'apOnly', 'doNotUse'),
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: PaymentTerm,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/payment-terms',
    summary: 'Create a payment term',
    fieldGates: fieldGates['paymentTerms.create'],
    body: PaymentTermInput,
    response: PaymentTerm,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/payment-terms/{id}', summary: 'Read one payment term', response: PaymentTerm }),
  update: updateOperation({
    path: '/payment-terms/{id}',
    summary: 'Change a payment term',
    fieldGates: fieldGates['paymentTerms.update'],
    body: PaymentTermPatch,
    response: PaymentTerm,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/payment-terms/{id}', summary: 'Delete a payment term (soft)' }),
};
