import { receivedMethodTypes } from '../../domain/payments/payment-codes.ts';
import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, floatField, readFrom } from '../kit/filter-fields.ts';
import { keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { anyCase, itemsMax, NotesText, ReferenceText } from '../kit/money-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { CivilDate, ClientKey, Money, optional, PositiveMoneyInput, Uuid } from '../kit/shapes.ts';
import { Payment, PaymentApplication } from './payment-shapes.ts';

const applications = z
  .array(z.strictObject({ invoiceId: Uuid, amount: PositiveMoneyInput }))
  .min(1)
  .max(itemsMax);
const creditApplications = z.array(z.strictObject({ creditMemoId: Uuid, amount: PositiveMoneyInput })).max(itemsMax);
const ReceivedMethodType = anyCase(receivedMethodTypes);

const PaymentInput = z
  .strictObject({
    customerId: Uuid,
    paymentDate: CivilDate,
    applications,
    ...optional({
      creditApplications,
      paymentMethodType: ReceivedMethodType,
      reference: ReferenceText,
      notes: NotesText,
      key: ClientKey,
    }),
  })
  .meta({ id: 'PaymentInput' });

/** Lists given here replace what is stored. */
const PaymentPatch = z
  .strictObject({
    ...optional({ paymentDate: CivilDate, paymentMethodType: ReceivedMethodType, applications, creditApplications }),
    reference: ReferenceText.nullish(),
    notes: NotesText.nullish(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'PaymentPatch' });

export const payments = {
  filter: filterOperation({
    name: 'Payment',
    path: '/payments/filter',
    summary: 'List customer payments that match a filter, newest first',
    fields: {
      id: uuidField,
      key: keyField,
      friendlyId: stringField,
      customerId: uuidField,
      invoiceId: readFrom(uuidField, 'applications.invoiceId'),
      orderId: uuidField,
      shipmentId: uuidField,
      carrierId: uuidField,
      vendorId: uuidField,
      paymentDate: dateField,
      paymentMethodType: defineEnumField(receivedMethodTypes),
      totalAmount: floatField,
      currency: stringField,
      reference: stringField,
      createdAt: datetimeField,
      updatedAt: datetimeField,
      deletedAt: datetimeField,
    },
    item: Payment,
    page: 'pagination',
  }),
  create: defineOperation({
    method: 'POST',
    path: '/payments',
    summary: 'Record money received from a customer and apply it, with credits, to invoices',
    fieldGates: fieldGates['payments.create'],
    effect: 'money',
    gate: 'confirm',
    body: PaymentInput,
    status: 201,
    response: Payment,
    errors: ['BAD_REQUEST', 'CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/payments/{id}',
    summary: 'Read one customer payment with what it was applied to',
    response: Payment,
  }),
  update: updateOperation({
    path: '/payments/{id}',
    summary: 'Change a customer payment; applications given here replace all of its kind',
    fieldGates: fieldGates['payments.update'],
    body: PaymentPatch,
    response: Payment,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/payments/{id}',
    summary: 'Delete a customer payment: its invoices are open again and the credit it carried is released',
    moreErrors: ['CONFLICT'],
  }),
  applications: getOperation({
    path: '/payments/{id}/applications',
    summary: 'List the invoices a customer payment was applied to',
    response: z.object({ data: z.array(PaymentApplication), totalApplied: Money }).meta({ id: 'PaymentApplications' }),
  }),
};
