import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { creditMemoStatuses } from '../../domain/money/credit-memo.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, flagField, floatField } from '../kit/filter-fields.ts';
import { keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { NotesText, ReasonText, ReferenceText } from '../kit/money-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { createOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ById,
  CarrierReference,
  CivilDate,
  ClientKey,
  Currency,
  CustomerReference,
  FriendlyId,
  Instant,
  Money,
  RecordCurrency,
} from '../kit/shapes.ts';
import { optional, PositiveMoneyInput, timestamps, UserReference, Uuid, VendorReference } from '../kit/shapes.ts';

const CreditMemoApplication = z
  .object({
    id: Uuid,
    invoiceId: Uuid,
    invoiceFriendlyId: z.string().nullable(),
    paymentId: Uuid.nullable(),
    paymentKey: z.string().nullable(),
    amount: Money,
    appliedAt: Instant,
  })
  .meta({ id: 'CreditMemoApplication' });

/** Exactly one of customer, carrier and vendor is set: an overpaid bill leaves a credit with its payee. */
export const CreditMemo = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    reference: z.string().nullable(),
    customer: CustomerReference.nullable(),
    carrier: CarrierReference.nullable(),
    vendor: VendorReference.nullable(),
    amount: Money,
    appliedAmount: Money,
    remainingBalance: Money,
    currency: RecordCurrency,
    status: z.enum(creditMemoStatuses),
    memoDate: CivilDate,
    notes: z.string().nullable(),
    sourcePaymentGroupId: Uuid.nullable(),
    sourcePaymentKey: z.string().nullable(),
    applications: z.array(CreditMemoApplication),
    qboId: z.string().nullable(),
    ...timestamps,
    voidedAt: Instant.nullable(),
    voidReason: z.string().nullable(),
    createdBy: UserReference.nullable(),
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'CreditMemo' });

const CreditMemoInput = z
  .strictObject({
    customerId: Uuid,
    amount: PositiveMoneyInput,
    memoDate: CivilDate,
    ...optional({ currency: Currency, reference: ReferenceText, notes: NotesText, key: ClientKey }),
  })
  .meta({ id: 'CreditMemoInput' });

const CreditMemoPatch = z
  .strictObject({
    reference: ReferenceText.nullish(),
    notes: NotesText.nullish(),
    memoDate: CivilDate.optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'CreditMemoPatch' });

export const creditMemos = {
  filter: filterOperation({
    name: 'CreditMemo',
    path: '/credit-memos/filter',
    summary: 'List credit memos that match a filter, newest first',
    fields: {
      id: uuidField,
      key: keyField,
      friendlyId: stringField,
      customerId: uuidField,
      carrierId: uuidField,
      vendorId: uuidField,
      invoiceId: uuidField,
      orderId: uuidField,
      shipmentId: uuidField,
      sourcePaymentGroupId: uuidField,
      status: defineEnumField(creditMemoStatuses),
      memoDate: dateField,
      amount: floatField,
      remainingBalance: floatField,
      hasRemainingBalance: flagField,
      currency: stringField,
      reference: stringField,
      createdAt: datetimeField,
      updatedAt: datetimeField,
      deletedAt: datetimeField,
    },
    item: CreditMemo,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/credit-memos',
    summary: 'Give a customer credit',
    effect: 'money',
    body: CreditMemoInput,
    response: CreditMemo,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/credit-memos/{id}',
    summary: 'Read one credit memo with its applications',
    response: CreditMemo,
  }),
  update: updateOperation({
    path: '/credit-memos/{id}',
    summary: 'Change reference, notes or date of a credit memo',
    fieldGates: fieldGates['creditMemos.update'],
    body: CreditMemoPatch,
    response: CreditMemo,
  }),
  void: defineOperation({
    method: 'POST',
    path: '/credit-memos/{id}/void',
    summary: 'Void a credit memo that was never applied; it cannot be used afterwards',
    effect: 'destructive',
    query: ById,
    body: z.strictObject({ reason: ReasonText.optional() }).meta({ id: 'VoidCreditMemo' }),
    bodyOptional: true,
    status: 200,
    response: CreditMemo,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  }),
  apply: defineOperation({
    method: 'POST',
    path: '/credit-memos/{id}/apply',
    summary: 'Apply credit to an open invoice of the same customer and currency',
    fieldGates: fieldGates['creditMemos.apply'],
    effect: 'money',
    gate: 'confirm',
    query: ById,
    body: z.strictObject({ invoiceId: Uuid, amount: PositiveMoneyInput }).meta({ id: 'ApplyCredit' }),
    status: 200,
    response: z
      .object({ application: CreditMemoApplication, creditMemo: CreditMemo })
      .meta({ id: 'ApplyCreditResult' }),
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  }),
  applications: getOperation({
    path: '/credit-memos/{id}/applications',
    summary: 'List the invoices a credit memo was applied to',
    response: z
      .object({ data: z.array(CreditMemoApplication), totalApplied: Money, remainingBalance: Money })
      .meta({ id: 'CreditMemoApplications' }),
  }),
  unapply: defineOperation({
    method: 'DELETE',
    path: '/credit-memos/{creditMemoId}/applications/{applicationId}',
    summary: 'Take applied credit back: memo and invoice have their balances again',
    effect: 'money',
    status: 200,
    response: CreditMemo,
    errors: ['NOT_FOUND'],
  }),
};
