import type { z } from 'zod';
import type { EmbeddedCarrierPaymentMethod } from '../contract/carrier-payment-methods.ts';
import type { EmbeddedVendorPaymentMethod } from '../contract/vendor-payment-methods.ts';
import type { Row } from '../store/schema.ts';
import type { Users } from './contacts.ts';
import { fieldMap } from './fields.ts';
import {
  type Loaded,
  shown,
  shownStamps,
  type toCarrierFactorReference,
  type toPaymentTermReference,
} from './references.ts';

type Common = Omit<Row<'vendor_payment_method'>, 'vendor_id'>;

/** Fields that the payment methods of carriers and of vendors share, as rows and on the wire. */
export const paymentMethodFields = fieldMap<Common>()({
  status: 'plain',
  isPreferred: 'bool',
  email: 'plain',
  phone: 'plain',
  companyName: 'plain',
  username: 'plain',
  bankName: 'plain',
  bankAddress: 'plain',
  accountName: 'plain',
  accountNumber: 'plain',
  abaAch: 'plain',
  wire: 'plain',
  swiftCode: 'plain',
  eftInstitution: 'plain',
  eftTransit: 'plain',
  clabe: 'plain',
  currency: 'plain',
});

/** `****1234`; a number too short to hide anything behind its last four digits is hidden whole. */
export function maskedAccountNumber(accountNumber: string | null): string | null {
  if (accountNumber === null) return null;
  return accountNumber.length > 4 ? `****${accountNumber.slice(-4)}` : '****';
}

export interface PaymentMethodReferences {
  readonly terms: Loaded<ReturnType<typeof toPaymentTermReference>>;
  readonly factors: Loaded<ReturnType<typeof toCarrierFactorReference>>;
  readonly users: Users;
}

export function toVendorPaymentMethod(
  row: Common,
  { terms, users }: Pick<PaymentMethodReferences, 'terms' | 'users'>,
): z.output<typeof EmbeddedVendorPaymentMethod> {
  return {
    ...shownStamps(row),
    // The column holds only types that the contract declares.
    paymentMethodType: row.payment_method_type as z.output<typeof EmbeddedVendorPaymentMethod>['paymentMethodType'],
    ...paymentMethodFields.toWire(row),
    accountNumber: maskedAccountNumber(row.account_number),
    paymentTerm: shown(terms, row.payment_term_id),
    deletedBy: shown(users, row.deleted_by_id),
  };
}

export function toCarrierPaymentMethod(
  row: Row<'carrier_payment_method'>,
  references: PaymentMethodReferences,
): z.output<typeof EmbeddedCarrierPaymentMethod> {
  return {
    ...toVendorPaymentMethod(row, references),
    // As above.
    paymentRecipientType: row.payment_recipient_type as 'DIRECT' | 'FACTOR',
    carrierFactor: shown(references.factors, row.carrier_factor_id),
  };
}
