import { paymentMethodTypes } from '../../domain/payments/payment-codes.ts';
import { paymentRecipientTypes } from '../../domain/payments/payment-recipient.ts';
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
import { CarrierFactorReference, CarrierReference, ClientKey, each, nullable, optional, Uuid } from '../kit/shapes.ts';

const PaymentRecipientType = z.enum(paymentRecipientTypes);

export const CarrierPaymentMethod = z
  .object({
    id: Uuid,
    key: z.string().nullish(),
    carrierId: Uuid,
    carrier: CarrierReference,
    paymentRecipientType: PaymentRecipientType,
    paymentMethodType: PaymentMethodType,
    carrierFactor: CarrierFactorReference.nullable(),
    ...shownPaymentMethodFields,
  })
  .meta({ id: 'CarrierPaymentMethod' });

/** A payment method inside its carrier. */
export const EmbeddedCarrierPaymentMethod = CarrierPaymentMethod.omit({ carrier: true, carrierId: true }).meta({
  id: 'EmbeddedCarrierPaymentMethod',
});

const details = { key: ClientKey, ...paymentMethodFields, paymentTermId: Uuid };

export const CarrierPaymentMethodInput = z
  .strictObject({
    carrierId: Uuid,
    paymentRecipientType: PaymentRecipientType,
    paymentMethodType: PaymentMethodType,
    ...optional(details),
    carrierFactorId: Uuid.nullish(),
  })
  .meta({ id: 'CarrierPaymentMethodInput' });

export const CarrierPaymentMethodPatch = z
  .strictObject({
    paymentRecipientType: PaymentRecipientType.optional(),
    paymentMethodType: PaymentMethodType.optional(),
    ...nullable(details),
    carrierFactorId: Uuid.nullish(),
  })
  .meta({ id: 'CarrierPaymentMethodPatch' });

export const carrierPaymentMethods = {
  filter: filterOperation({
    name: 'CarrierPaymentMethod',
    path: '/carrier-payment-methods/filter',
    summary: 'List payment methods of carriers that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'carrierId', 'carrierFactorId', 'paymentTermId'),
      key: keyField,
      paymentRecipientType: defineRequiredEnumField(paymentRecipientTypes),
      paymentMethodType: defineRequiredEnumField(paymentMethodTypes),
      ...each(stringField, 'status', 'email', 'companyName', 'bankName', 'currency'),
      isPreferred: boolField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: CarrierPaymentMethod,
    page: 'pageInfo',
  }),
  create: createOperation({
    path: '/carrier-payment-methods',
    summary: 'Add a way of paying a carrier, directly or through its factor',
    effect: 'money',
    body: CarrierPaymentMethodInput,
    response: CarrierPaymentMethod,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/carrier-payment-methods/{id}',
    summary: 'Read one payment method of a carrier',
    response: CarrierPaymentMethod,
  }),
  update: updateOperation({
    path: '/carrier-payment-methods/{id}',
    summary: 'Overwrite a payment method of a carrier',
    effect: 'money',
    gate: 'off',
    body: CarrierPaymentMethodPatch,
    response: CarrierPaymentMethod,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/carrier-payment-methods/{id}',
    summary: 'Delete a payment method of a carrier (soft)',
  }),
};
