import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { billStatuses } from '../../domain/bills/bill.ts';
import { billEntityTypes } from '../../domain/payments/payment-codes.ts';
import { agingReportQuery, PayablesAging } from '../kit/aging.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, flagField, floatField } from '../kit/filter-fields.ts';
import { keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { BillEntityType, itemsMax, ReasonText, ReferenceText } from '../kit/money-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ById,
  CarrierFactorReference,
  CarrierReference,
  CivilDate,
  ClientKey,
  Currency,
  FriendlyId,
  Money,
  RecordCurrency,
} from '../kit/shapes.ts';
import { MoneyInput, optional, PaymentTermReference, timestamps, UserReference, Uuid } from '../kit/shapes.ts';
import { VendorReference } from '../kit/shapes.ts';

const BillPaymentApplied = z
  .object({
    id: Uuid,
    paymentGroupId: Uuid,
    amount: Money,
    paymentDate: CivilDate,
    reference: z.string().nullable(),
  })
  .meta({ id: 'BillPaymentApplied' });

/** loadKey and shipmentKey are the friendly numbers people use; reference is the payee's own invoice number. */
export const Bill = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    entityType: BillEntityType,
    loadCarrierId: Uuid.nullable(),
    vendedServiceId: Uuid.nullable(),
    carrier: CarrierReference.nullable(),
    vendor: VendorReference.nullable(),
    loadId: Uuid.nullable(),
    loadKey: z.string().nullable(),
    shipmentId: Uuid.nullable(),
    shipmentKey: z.string().nullable(),
    status: z.enum(billStatuses),
    invoiceDate: CivilDate.nullable(),
    dueDate: CivilDate.nullable(),
    amount: Money,
    currency: RecordCurrency,
    reference: z.string().nullable(),
    amountPaid: Money,
    amountOwed: Money,
    payments: z.array(BillPaymentApplied),
    paymentTerm: PaymentTermReference.nullable(),
    carrierFactor: CarrierFactorReference.nullable(),
    factorJobId: z.string().nullable(),
    factorStatus: z.string().nullable(),
    qboId: z.string().nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Bill' });

/** entityId names the load carrier or the service the bill is for, by entityType. */
const BillInput = z
  .strictObject({
    entityType: BillEntityType,
    entityId: Uuid,
    invoiceDate: CivilDate,
    amount: MoneyInput,
    ...optional({
      dueDate: CivilDate,
      reference: ReferenceText,
      currency: Currency,
      paymentTermId: Uuid,
      key: ClientKey,
    }),
  })
  .meta({ id: 'BillInput' });

const BillPatch = z
  .strictObject({
    invoiceDate: CivilDate.nullish(),
    dueDate: CivilDate.nullish(),
    amount: MoneyInput.optional(),
    reference: ReferenceText.nullish(),
    paymentTermId: Uuid.optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'BillPatch' });

const BatchApproveResult = z
  .object({
    approved: z.array(z.object({ billId: Uuid, status: z.enum(billStatuses) })),
    failed: z.array(z.object({ billId: Uuid, error: z.string() })),
  })
  .meta({ id: 'BatchApproveResult' });

const fields = {
  id: uuidField,
  key: keyField,
  friendlyId: stringField,
  entityType: defineEnumField(billEntityTypes),
  loadCarrierId: uuidField,
  vendedServiceId: uuidField,
  carrierId: uuidField,
  vendorId: uuidField,
  carrierFactorId: uuidField,
  loadId: uuidField,
  shipmentId: uuidField,
  orderId: uuidField,
  customerId: uuidField,
  invoiceId: uuidField,
  status: defineEnumField(billStatuses),
  invoiceDate: dateField,
  dueDate: dateField,
  amount: floatField,
  amountOwed: floatField,
  currency: stringField,
  reference: stringField,
  overdue: flagField,
  createdAt: datetimeField,
  updatedAt: datetimeField,
  deletedAt: datetimeField,
} as const;

export const bills = {
  filter: filterOperation({
    name: 'Bill',
    path: '/bills/filter',
    summary: 'List carrier and vendor bills that match a filter, newest first',
    fields,
    item: Bill,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/bills',
    summary: 'Record the bill of a carrier or vendor for a load carrier or service that awaits it',
    fieldGates: fieldGates['bills.create'],
    body: BillInput,
    response: Bill,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/bills/{id}', summary: 'Read one bill with its payments', response: Bill }),
  update: updateOperation({
    path: '/bills/{id}',
    summary: 'Change a bill; its amount only while nothing is paid on it. New terms of an unpaid bill end its approval',
    fieldGates: fieldGates['bills.update'],
    body: BillPatch,
    response: Bill,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/bills/{id}',
    summary: 'Delete a bill without payments; its load carrier or service awaits an invoice again',
    moreErrors: ['CONFLICT'],
  }),
  approve: defineOperation({
    method: 'POST',
    path: '/bills/{id}/approve',
    summary: 'Approve a bill for payment',
    effect: 'money',
    gate: 'approve',
    query: ById,
    status: 200,
    response: Bill,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  unapprove: defineOperation({
    method: 'POST',
    path: '/bills/{id}/unapprove',
    summary: 'Take the approval of an unpaid bill back',
    effect: 'write',
    gate: 'confirm',
    query: ById,
    status: 200,
    response: Bill,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  revert: defineOperation({
    method: 'POST',
    path: '/bills/{id}/revert',
    summary: 'Delete a bill together with its payments; its load carrier or service awaits an invoice again',
    effect: 'destructive',
    query: ById,
    body: z.strictObject({ reason: ReasonText.optional() }).meta({ id: 'RevertBill' }),
    bodyOptional: true,
    status: 200,
    response: z.object({ success: SentFlag, entityStatus: z.string() }).meta({ id: 'RevertBillResult' }),
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  }),
  batchApprove: defineOperation({
    method: 'POST',
    path: '/bills/batch-approve',
    summary: 'Approve up to 100 bills; those that cannot be approved are named in failed',
    effect: 'money',
    gate: 'approve',
    body: z.strictObject({ billIds: z.array(Uuid).min(1).max(itemsMax) }).meta({ id: 'BatchApprove' }),
    status: 200,
    response: BatchApproveResult,
    errors: ['BAD_REQUEST'],
  }),
  payments: getOperation({
    path: '/bills/{id}/payments',
    summary: 'List the payments applied to a bill',
    response: z
      .object({ data: z.array(BillPaymentApplied), totalPaid: Money, openBalance: Money })
      .meta({ id: 'BillPaymentsApplied' }),
  }),
  agingReport: defineOperation({
    method: 'GET',
    path: '/bills/aging-report',
    summary: 'What is owed to carriers and vendors, by days past due',
    effect: 'read',
    query: z.strictObject({
      carrierId: Uuid.optional(),
      vendorId: Uuid.optional(),
      entityType: BillEntityType.optional(),
      ...agingReportQuery,
    }),
    status: 200,
    response: PayablesAging,
    alternates: ['text/csv'],
    errors: ['BAD_REQUEST'],
  }),
};
