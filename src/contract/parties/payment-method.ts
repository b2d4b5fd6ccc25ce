import * as z from 'zod';
import { paymentMethodTypes } from '../../domain/payments/payment-codes.ts';
import {
  bankFields,
  CodeInput,
  each,
  Email,
  PaymentTermReference,
  PhoneInput,
  shownBankFields,
  TextInput,
  timestamps,
  UserReference,
} from '../kit/shapes.ts';

/** Shared fields of the payment methods of carriers and vendors. */

export const PaymentMethodType = z.enum(paymentMethodTypes);

export const paymentMethodFields = {
  /** ACTIVE unless said otherwise. */
  status: CodeInput,
  isPreferred: z.boolean(),
  email: Email,
  phone: PhoneInput,
  /** The payee's name, where it differs from the record's. */
  companyName: TextInput,
  /** On wallet platforms. */
  username: TextInput,
  ...bankFields,
};

export const shownPaymentMethodFields = {
  ...each(z.string().nullable(), 'status', 'email', 'phone', 'companyName', 'username'),
  isPreferred: z.boolean().nullable(),
  ...shownBankFields,
  paymentTerm: PaymentTermReference.nullable(),
  ...timestamps,
  deletedBy: UserReference.nullable(),
};
