import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { boolField, datetimeField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ClientKey,
  CodeInput,
  each,
  Email,
  NameInput,
  NotesInput,
  nullable,
  optional,
  PhoneInput,
  RecordName,
  TextInput,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

export const Company = z
  .object({
    object: z.literal('COMPANY'),
    id: Uuid,
    name: RecordName,
    ...each(z.string().nullable(), 'key', 'addressLine1', 'addressLine2', 'city', 'country', 'fax'),
    /** Used for invoicing only. */
    invoiceOnly: z.boolean().nullable(),
    /** Printed on invoices. */
    invoiceVerbiage: z.string().nullable(),
    ...each(z.string().nullable(), 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
    createdBy: UserReference.nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Company' });

const details = {
  key: ClientKey,
  ...each(TextInput, 'addressLine1', 'addressLine2', 'city'),
  country: CodeInput,
  fax: PhoneInput,
  invoiceOnly: z.boolean(),
  invoiceVerbiage: NotesInput,
  primaryContactName: TextInput,
  primaryContactEmail: Email,
  primaryContactPhone: PhoneInput,
};

export const CompanyInput = z.strictObject({ name: NameInput, ...optional(details) }).meta({ id: 'CompanyInput' });

export const CompanyPatch = z
  .strictObject({ name: NameInput.optional(), ...nullable(details) })
  .meta({ id: 'CompanyPatch' });

export const companies = {
  filter: filterOperation({
    name: 'Company',
    path: '/companies/filter',
    summary: 'List companies that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'createdById'),
      key: keyField,
      ...each(stringField, 'name', 'addressLine1', 'addressLine2', 'city', 'country', 'fax', 'invoiceVerbiage'),
      ...each(stringField, 'primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
      invoiceOnly: boolField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Company,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/companies',
    summary: 'Create a company that the brokerage trades or invoices as',
    fieldGates: fieldGates['companies.create'],
    body: CompanyInput,
    response: Company,
  }),
  get: getOperation({ path: '/companies/{id}', summary: 'Read one company', response: Company }),
  update: updateOperation({
    path: '/companies/{id}',
    summary: 'Change a company',
    fieldGates: fieldGates['companies.update'],
    body: CompanyPatch,
    response: Company,
  }),
  delete: deleteOperation({ path: '/companies/{id}', summary: 'Delete a company (soft)' }),
};
