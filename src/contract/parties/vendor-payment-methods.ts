import { paymentMethodTypes } from '../../domain/payments/payment-codes.ts';
import * as z from 'zod';
import { filterOperation } from '../kit/filter.ts';
import {
  boolField,
  datetimeField,
  keyField,
  defineRequiredEnumField,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { paymentMethodFields, PaymentMethodType, shownPaymentMethodFields } from './payment-method.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, each, nullable, optional, Uuid, VendorReference } from '../kit/shapes.ts';

export const VendorPaymentMethod = z
  .object({
    id: Uuid,
    key: z.string().nullish(),
    vendorId: Uuid,
    vendor: VendorReference,
    paymentMethodType: PaymentMethodType,
    ...shownPaymentMethodFields,
  })
  .meta({ id: 'VendorPaymentMethod' });

/** A payment method inside its vendor. */
export const EmbeddedVendorPaymentMethod = VendorPaymentMethod.omit({ vendor: true, vendorId: true }).meta({
  id: 'EmbeddedVendorPaymentMethod',
});

const details = { key: ClientKey, ...paymentMethodFields, paymentTermId: Uuid };

export const VendorPaymentMethodInput = z
  .strictObject({ vendorId: Uuid, paymentMethodType: PaymentMethodType, ...optional(details) })
  .meta({ id: 'VendorPaymentMethodInput' });

export const VendorPaymentMethodPatch = z
  .strictObject({ paymentMethodType: PaymentMethodType.optional(), ...nullable(details) })
  .meta({ id: 'VendorPaymentMethodPatch' });

export const vendorPaymentMethods = {
  filter: filterOperation({
    name: 'VendorPaymentMethod',
    path: '/vendor-payment-methods/filter',
    summary: 'List payment methods of vendors that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'vendorId', 'paymentTermId'),
      key: keyField,
      paymentMethodType: defineRequiredEnumField(paymentMethodTypes),
      ...each(stringField, 'status', 'email', 'companyName', 'bankName', 'currency'),
      isPreferred: boolField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: VendorPaymentMethod,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/vendor-payment-methods',
    summary: 'Add a way of paying a vendor',
    effect: 'money',
    body: VendorPaymentMethodInput,
    response: VendorPaymentMethod,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/vendor-payment-methods/{id}',
    summary: 'Read one payment method of a vendor',
    response: VendorPaymentMethod,
  }),
  update: updateOperation({
    path: '/vendor-payment-methods/{id}',
    summary: 'Overwrite a payment method of a vendor',
    effect: 'money',
    gate: 'off',
    body: VendorPaymentMethodPatch,
    response: VendorPaymentMethod,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/vendor-payment-methods/{id}',
    summary: 'Delete a payment method of a vendor (soft)',
  }),
};
