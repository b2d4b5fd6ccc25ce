import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { invoiceStatuses } from '../../domain/money/invoice.ts';
import { factoringProviders } from '../../domain/payments/payment-codes.ts';
import { agingReportQuery, ReceivablesAging } from '../kit/aging.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, flagField, floatField } from '../kit/filter-fields.ts';
import { keyField, readFrom, stringField, uuidField } from '../kit/filter-fields.ts';
import { itemsMax, NotesText, ReferenceText } from '../kit/money-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ById,
  CivilDate,
  ClientKey,
  Currency,
  CustomerReference,
  Email,
  FriendlyId,
  Instant,
  Money,
  RecordCurrency,
} from '../kit/shapes.ts';
import { MoneyInput, optional, PaymentTermReference, timestamps, UserReference, Uuid } from '../kit/shapes.ts';

const InvoicePayment = z
  .object({
    id: Uuid,
    paymentGroupId: Uuid,
    amount: Money,
    paymentDate: CivilDate,
    reference: z.string().nullable(),
    paymentMethodType: z.string().nullable(),
  })
  .meta({ id: 'InvoicePayment' });

const InvoiceCredit = z
  .object({
    id: Uuid,
    creditMemoId: Uuid,
    creditMemoReference: z.string().nullable(),
    amount: Money,
    appliedAt: Instant,
  })
  .meta({ id: 'InvoiceCredit' });

/** orderKey and shipmentKey are the friendly numbers people use; amount = amountPaid + creditsApplied + amountOwed. */
export const Invoice = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    orderId: Uuid,
    orderKey: z.string().nullable(),
    shipmentId: Uuid,
    shipmentKey: z.string().nullable(),
    customer: CustomerReference,
    status: z.enum(invoiceStatuses),
    invoiceDate: CivilDate,
    dueDate: CivilDate.nullable(),
    amount: Money,
    currency: RecordCurrency,
    reference: z.string().nullable(),
    amountPaid: Money,
    amountOwed: Money,
    creditsApplied: Money,
    paymentTerm: PaymentTermReference.nullable(),
    payments: z.array(InvoicePayment),
    credits: z.array(InvoiceCredit),
    factorName: z.enum(factoringProviders).nullable(),
    factorJobId: z.string().nullable(),
    factorStatus: z.string().nullable(),
    qboId: z.string().nullable(),
    documentId: Uuid.nullable(),
    documentUrl: z.string().nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Invoice' });

const InvoiceInput = z
  .strictObject({
    orderId: Uuid,
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
  .meta({ id: 'InvoiceInput' });

const InvoicePatch = z
  .strictObject({
    dueDate: CivilDate.nullish(),
    reference: ReferenceText.nullish(),
    paymentTermId: Uuid.optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'InvoicePatch' });

const SendInvoiceEmail = z
  .strictObject({
    toEmails: z.array(Email).min(1).max(20),
    ccEmails: z.array(Email).max(20).optional(),
    subject: z.string().max(500).optional(),
    message: NotesText.optional(),
  })
  .meta({ id: 'SendInvoiceEmail' });

const AvailableCredits = z
  .object({
    availableCredits: z.array(
      z.object({
        id: Uuid,
        reference: z.string().nullable(),
        remainingBalance: Money,
        currency: RecordCurrency,
        memoDate: CivilDate,
        notes: z.string().nullable(),
      }),
    ),
    totalAvailable: Money,
  })
  .meta({ id: 'AvailableCredits' });

const BatchGenerate = z
  .strictObject({
    orderIds: z.array(Uuid).min(1).max(itemsMax).optional(),
    shipmentIds: z.array(Uuid).min(1).max(itemsMax).optional(),
    sendEmail: z.boolean().default(false),
    emailConfig: z
      .strictObject({ ccEmails: z.array(Email).max(20).optional(), groupByCustomer: z.boolean().default(true) })
      .optional(),
  })
  .refine((batch) => (batch.orderIds === undefined) !== (batch.shipmentIds === undefined), {
    path: ['orderIds'],
    message: 'give exactly one of orderIds and shipmentIds',
  })
  .meta({ id: 'BatchGenerate' });

/** The later five are not in the published description: what was made, and who got it by e-mail. */
const GeneratedItem = z.object({
  orderId: Uuid,
  shipmentId: Uuid,
  invoiceId: Uuid,
  documentId: Uuid,
  ...optional({
    friendlyId: FriendlyId,
    amount: Money,
    currency: RecordCurrency,
    mailedTo: z.array(z.string()),
    /** Why nobody was mailed; null where somebody was, or where no mail was asked for. */
    notMailed: z.string().nullable(),
  }),
});

const BatchGenerateResult = z
  .object({
    generated: z.array(GeneratedItem),
    failed: z.array(z.object({ orderId: Uuid.nullable(), shipmentId: Uuid.nullable(), error: z.string() })),
    emailsSent: z.int(),
  })
  .meta({ id: 'BatchGenerateResult' });

const fields = {
  id: uuidField,
  key: keyField,
  friendlyId: stringField,
  invoiceId: readFrom(uuidField, 'id'),
  orderId: uuidField,
  shipmentId: uuidField,
  customerId: uuidField,
  carrierId: uuidField,
  vendorId: uuidField,
  status: defineEnumField(invoiceStatuses),
  invoiceDate: dateField,
  dueDate: dateField,
  amount: floatField,
  amountOwed: floatField,
  currency: stringField,
  reference: stringField,
  overdue: flagField,
  factored: flagField,
  createdAt: datetimeField,
  updatedAt: datetimeField,
  deletedAt: datetimeField,
} as const;

export const invoices = {
  filter: filterOperation({
    name: 'Invoice',
    path: '/invoices/filter',
    summary: 'List customer invoices that match a filter, newest first',
    fields,
    item: Invoice,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/invoices',
    summary: 'Invoice an order; a shipment has at most one invoice',
    fieldGates: fieldGates['invoices.create'],
    gate: 'confirm',
    body: InvoiceInput,
    response: Invoice,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/invoices/{id}',
    summary: 'Read one invoice with its payments, credits and document',
    response: Invoice,
  }),
  update: updateOperation({
    path: '/invoices/{id}',
    summary: 'Change due date, reference or term of an invoice; its amount follows the charges of the order',
    fieldGates: fieldGates['invoices.update'],
    body: InvoicePatch,
    response: Invoice,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/invoices/{id}',
    summary: 'Void an invoice that has no payments and is not factored',
    moreErrors: ['CONFLICT'],
  }),
  markAwaiting: defineOperation({
    method: 'POST',
    path: '/invoices/{id}/mark-awaiting',
    summary: 'Set invoice date and due date anew and await payment; this restarts the aging',
    fieldGates: fieldGates['invoices.markAwaiting'],
    effect: 'write',
    gate: 'confirm',
    query: ById,
    body: z
      .strictObject({ invoiceDate: CivilDate.optional(), dueDate: CivilDate.optional() })
      .meta({ id: 'MarkAwaiting' }),
    bodyOptional: true,
    status: 200,
    response: Invoice,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  }),
  send: defineOperation({
    method: 'POST',
    path: '/invoices/{id}/send',
    summary: 'E-mail an invoice as a PDF',
    fieldGates: fieldGates['invoices.send'],
    effect: 'mail',
    query: ById,
    body: SendInvoiceEmail,
    status: 200,
    response: z.object({ success: SentFlag, emailId: Uuid }).meta({ id: 'SendInvoiceResult' }),
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  }),
  payments: getOperation({
    path: '/invoices/{id}/payments',
    summary: 'List the payments applied to an invoice',
    response: z
      .object({ data: z.array(InvoicePayment), totalPaid: Money, openBalance: Money })
      .meta({ id: 'InvoicePayments' }),
  }),
  availableCredits: getOperation({
    path: '/invoices/{id}/available-credits',
    summary: 'List credit memos of the same customer and currency that still have a balance',
    response: AvailableCredits,
  }),
  batchGenerate: defineOperation({
    method: 'POST',
    path: '/invoices/batch-generate',
    summary: 'Invoice up to 100 orders or shipments, optionally by e-mail; what cannot be invoiced is named in failed',
    effect: 'mail',
    gate: 'approve',
    body: BatchGenerate,
    status: 200,
    response: BatchGenerateResult,
    errors: ['BAD_REQUEST'],
  }),
  agingReport: defineOperation({
    method: 'GET',
    path: '/invoices/aging-report',
    summary: 'What customers owe, by days past due',
    effect: 'read',
    query: z.strictObject({ customerId: Uuid.optional(), ...agingReportQuery }),
    status: 200,
    response: ReceivablesAging,
    alternates: ['text/csv'],
    errors: ['BAD_REQUEST'],
  }),
};
