import { billEntityTypes, paidMethodTypes, syncStatuses } from '../../domain/payments/payment-codes.ts';
import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, floatField, readFrom } from '../kit/filter-fields.ts';
import { keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { anyCase, BillEntityType, itemsMax, NotesText } from '../kit/money-shapes.ts';
import { ReferenceText } from '../kit/money-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import {
  ById,
  CarrierFactorReference,
  CarrierReference,
  CivilDate,
  ClientKey,
  Email,
  FriendlyId,
  Money,
  RecordCurrency,
} from '../kit/shapes.ts';
import { optional, PositiveMoneyInput, timestamps, UserReference, Uuid, VendorReference } from '../kit/shapes.ts';

const BillPaymentApplication = z
  .object({
    id: Uuid,
    billId: Uuid,
    billFriendlyId: z.string().nullable(),
    amount: Money,
    loadCarrierId: Uuid.nullable(),
    vendedServiceId: Uuid.nullable(),
    shipmentId: Uuid.nullable(),
    shipmentFriendlyId: z.string().nullable(),
  })
  .meta({ id: 'BillPaymentApplication' });

/** One payment to one payee, or to the payee's factor, over one or more bills. */
export const BillPayment = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    recipientType: BillEntityType,
    carrier: CarrierReference.nullable(),
    vendor: VendorReference.nullable(),
    carrierFactor: CarrierFactorReference.nullable(),
    paymentDate: CivilDate,
    paymentMethodType: z.enum(paidMethodTypes).nullable(),
    reference: z.string().nullable(),
    notes: z.string().nullable(),
    currency: RecordCurrency,
    totalAmount: Money,
    overpayment: Money.nullable(),
    overpaymentCreditMemoId: Uuid.nullable(),
    applications: z.array(BillPaymentApplication),
    qboId: z.string().nullable(),
    syncStatus: z.enum(syncStatuses).nullable(),
    syncError: z.string().nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'BillPayment' });

const PaidMethodType = anyCase(paidMethodTypes);

const BillPaymentInput = z
  .strictObject({
    paymentDate: CivilDate,
    applications: z
      .array(z.strictObject({ billId: Uuid, amount: PositiveMoneyInput }))
      .min(1)
      .max(itemsMax),
    ...optional({
      paymentMethodType: PaidMethodType,
      carrierFactorId: Uuid,
      reference: ReferenceText,
      notes: NotesText,
      key: ClientKey,
    }),
    allowOverpayment: z.boolean().default(false),
  })
  .meta({ id: 'BillPaymentInput' });

/** With an id the entry changes, with delete it goes, with a billId and no id it is new. */
const ApplicationChange = z
  .strictObject({ ...optional({ id: Uuid, billId: Uuid, amount: PositiveMoneyInput, delete: z.boolean() }) })
  .refine((change) => change.id !== undefined || (change.billId !== undefined && change.amount !== undefined), {
    message: 'needs an id, or a billId with an amount',
  })
  .meta({ id: 'BillPaymentApplicationChange' });

const BillPaymentPatch = z
  .strictObject({
    paymentDate: CivilDate.optional(),
    paymentMethodType: PaidMethodType.optional(),
    reference: ReferenceText.nullish(),
    notes: NotesText.nullish(),
    applications: z.array(ApplicationChange).max(itemsMax).optional(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'BillPaymentPatch' });

const Remittance = z
  .object({
    paymentDate: CivilDate,
    paymentMethod: z.string().nullable(),
    reference: z.string().nullable(),
    payee: z.object({ name: z.string(), address: z.string().nullable() }),
    applications: z.array(
      z.object({
        billFriendlyId: z.string(),
        shipmentFriendlyId: z.string().nullable(),
        invoiceDate: CivilDate.nullable(),
        amount: Money,
      }),
    ),
    currency: RecordCurrency,
    totalAmount: Money,
  })
  .meta({ id: 'Remittance' });

const SendRemittance = z
  .strictObject({ ...optional({ toEmail: Email, ccEmails: z.array(Email).max(20), message: NotesText }) })
  .meta({ id: 'SendRemittance' });

export const billPayments = {
  filter: filterOperation({
    name: 'BillPayment',
    path: '/bill-payments/filter',
    summary: 'List payments to carriers and vendors that match a filter, newest first',
    fields: {
      id: uuidField,
      key: keyField,
      friendlyId: stringField,
      recipientType: defineEnumField(billEntityTypes),
      carrierId: uuidField,
      vendorId: uuidField,
      carrierFactorId: uuidField,
      billId: readFrom(uuidField, 'applications.billId'),
      shipmentId: uuidField,
      orderId: uuidField,
      customerId: uuidField,
      invoiceId: uuidField,
      paymentMethodType: defineEnumField(paidMethodTypes),
      paymentDate: dateField,
      totalAmount: floatField,
      currency: stringField,
      reference: stringField,
      createdAt: datetimeField,
      updatedAt: datetimeField,
      deletedAt: datetimeField,
    },
    item: BillPayment,
    page: 'pagination',
  }),
  create: defineOperation({
    method: 'POST',
    path: '/bill-payments',
    summary: 'Record a payment of approved bills to one payee or its factor',
    effect: 'money',
    body: BillPaymentInput,
    status: 201,
    response: BillPayment,
    errors: ['BAD_REQUEST', 'CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/bill-payments/{id}',
    summary: 'Read one bill payment with the bills it paid',
    response: BillPayment,
  }),
  update: updateOperation({
    path: '/bill-payments/{id}',
    summary: 'Change a bill payment or what it pays; its factor stays',
    fieldGates: fieldGates['billPayments.update'],
    body: BillPaymentPatch,
    response: BillPayment,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/bill-payments/{id}',
    summary: 'Delete a bill payment: its bills are open again and the credit it made is released',
    moreErrors: ['CONFLICT'],
  }),
  applications: getOperation({
    path: '/bill-payments/{id}/applications',
    summary: 'List the bills a payment covers',
    response: z
      .object({ data: z.array(BillPaymentApplication), totalAmount: Money })
      .meta({ id: 'BillPaymentApplications' }),
  }),
  remittanceAdvice: defineOperation({
    method: 'GET',
    path: '/bill-payments/{id}/remittance-advice',
    summary: 'The remittance advice of a payment: a PDF unless JSON is asked for',
    effect: 'read',
    query: ById,
    status: 200,
    response: Remittance,
    alternates: ['application/pdf'],
    errors: ['NOT_FOUND'],
  }),
  sendRemittance: defineOperation({
    method: 'POST',
    path: '/bill-payments/{id}/send-remittance',
    summary: 'E-mail the remittance advice to the payee of record',
    fieldGates: fieldGates['billPayments.sendRemittance'],
    effect: 'mail',
    query: ById,
    body: SendRemittance,
    bodyOptional: true,
    status: 200,
    response: z.object({ success: SentFlag, sentTo: z.string() }).meta({ id: 'SendRemittanceResult' }),
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  }),
};
