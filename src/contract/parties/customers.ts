import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { currencies } from '../../domain/money/currencies.ts';
import {
  annualRevenues,
  annualSpends,
  customerModes,
  customerStatuses,
  deactivationReasons,
  employeeNumbers,
  industries,
  serviceTiers,
  spendTypes,
} from '../../domain/parties/customer-codes.ts';
import { EmbeddedCustomerContact } from './customer-contact-shapes.ts';
import { customerChoices, customerDetails } from './customer-fields.ts';
import { customerCriteria, CustomerSearchRow } from './customer-search.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { defineOperation } from '../kit/operation.ts';
import { Payment } from '../receivables/payment-shapes.ts';
import { UserTeam } from '../organization/people.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { searchOperation } from '../kit/search.ts';
import {
  Address,
  AddressInput,
  AddressPatch,
  ById,
  CivilDate,
  each,
  FriendlyId,
  Instant,
  Money,
  NameInput,
  nullable,
  optional,
  PageInfo,
  PaymentTermReference,
  RecordName,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

const CustomerStatus = z.enum(customerStatuses);

const { serviceTier, ...choices } = customerChoices;

export const Customer = z
  .object({
    object: z.literal('CUSTOMER'),
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    name: RecordName,
    status: CustomerStatus,
    serviceTier: serviceTier.nullable(),
    ...each(z.string().nullable(), 'website', 'phoneNumber', 'dbaName', 'leadSource', 'naics', 'ein', 'duns'),
    ...each(z.string().nullable(), 'externalId', 'qboCustomerId', 'notes'),
    industry: choices.industry.nullable(),
    annualRevenue: choices.annualRevenue.nullable(),
    annualSpend: choices.annualSpend.nullable(),
    spendType: choices.spendType.nullable(),
    numberOfEmployees: choices.numberOfEmployees.nullable(),
    currency: choices.currency.nullable(),
    ...each(Money.nullable(), 'creditLimit', 'creditUsageWarning', 'freeCreditReq'),
    defaultMode: choices.defaultMode.nullable(),
    /** Fractions: 0.15 is 15 %. */
    ...each(z.number().nullable(), 'defaultMargin', 'minMargin', 'maxMargin'),
    ...each(z.string().nullable(), 'defaultInternalNotes', 'defaultCarrierNotes', 'defaultExternalNotes'),
    defaultShowNotes: choices.defaultShowNotes.nullable(),
    autoAcceptTender: z.boolean().nullable(),
    /** The team that looks after the customer. */
    group: UserTeam.nullable(),
    paymentTerm: PaymentTermReference.nullable(),
    deactivationReason: choices.deactivationReason.nullable(),
    deactivationNotes: z.string().nullable(),
    deactivationDate: Instant.nullable(),
    closedAt: Instant.nullable(),
    closedBy: UserReference.nullable(),
    closedNotes: z.string().nullable(),
    ...each(Address.nullable(), 'corporateAddress', 'billingAddress'),
    contacts: z.array(EmbeddedCustomerContact),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Customer' });

export const CustomerInput = z
  .strictObject({
    name: NameInput,
    status: CustomerStatus,
    ...optional(customerDetails),
    ...each(AddressInput.optional(), 'corporateAddress', 'billingAddress'),
  })
  .meta({ id: 'CustomerInput' });

export const CustomerPatch = z
  .strictObject({
    name: NameInput.optional(),
    status: CustomerStatus.optional(),
    ...nullable(customerDetails),
    ...each(AddressPatch.nullish(), 'corporateAddress', 'billingAddress'),
  })
  .meta({ id: 'CustomerPatch' });

export const OutstandingInvoices = z
  .object({
    invoices: z.array(
      z.object({
        id: Uuid,
        friendlyId: FriendlyId,
        amount: Money,
        invoiceDate: CivilDate,
        dueDate: CivilDate.nullable(),
        openBalance: Money,
        isOverdue: SentFlag,
        payments: z.array(z.object({ id: Uuid, amount: Money, paymentDate: CivilDate })),
      }),
    ),
    totalOutstanding: Money,
  })
  .meta({ id: 'OutstandingInvoices' });

/** Query values arrive as text, hence the coercion. */
const PaymentsQuery = ById.extend({
  pageSize: z.coerce.number<number>().int().min(1).max(100).default(50),
  cursor: z.string().max(2000).optional(),
});

export const customers = {
  filter: filterOperation({
    name: 'Customer',
    path: '/customers/filter',
    summary: 'List customers that match a filter, newest first',
    fields: {
      id: uuidField,
      key: keyField,
      ...each(stringField, 'name', 'friendlyId', 'website', 'phoneNumber', 'naics', 'ein', 'duns', 'leadSource'),
      status: defineEnumField(customerStatuses),
      serviceTier: defineEnumField(serviceTiers),
      industry: defineEnumField(industries),
      annualRevenue: defineEnumField(annualRevenues),
      annualSpend: defineEnumField(annualSpends),
      spendType: defineEnumField(spendTypes),
      deactivationReason: defineEnumField(deactivationReasons),
      numberOfEmployees: defineEnumField(employeeNumbers),
      currency: defineEnumField(currencies),
      defaultMode: defineEnumField(customerModes),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt', 'closedAt', 'deactivationDate'),
    },
    item: Customer,
    page: 'pagination',
  }),
  search: searchOperation({
    name: 'Customer',
    path: '/customers/search',
    summary: 'Search customers with their balances and order figures',
    fields: customerCriteria,
    preference: 'CUSTOMER',
    row: CustomerSearchRow,
    full: Customer,
  }),
  create: createOperation({
    path: '/customers',
    summary: 'Create a customer or a lead',
    fieldGates: fieldGates['customers.create'],
    body: CustomerInput,
    response: Customer,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/customers/{id}', summary: 'Read one customer', response: Customer }),
  update: updateOperation({
    path: '/customers/{id}',
    summary: 'Change a customer',
    fieldGates: fieldGates['customers.update'],
    body: CustomerPatch,
    response: Customer,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/customers/{id}',
    summary: 'Delete a customer with which no money is open (soft)',
    gate: 'off',
    moreErrors: ['CONFLICT'],
  }),
  outstandingInvoices: getOperation({
    path: '/customers/{id}/outstanding-invoices',
    summary: 'List invoices that a customer has not or only partially paid',
    response: OutstandingInvoices,
  }),
  payments: defineOperation({
    method: 'GET',
    path: '/customers/{id}/payments',
    summary: 'List payments of a customer, newest first',
    effect: 'read',
    query: PaymentsQuery,
    status: 200,
    response: z.object({ data: z.array(Payment), pagination: PageInfo }),
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    page: 'pagination',
  }),
};
