import type { Cipher } from '../../store/cipher.ts';
import type { Row } from '../../store/schema.ts';
import { buildBankColumns, showBankDetails } from './bank-details.ts';
import type { Users } from './contact-view.ts';
import type { ServiceContext } from '../shared/context.ts';
import { dropUndefined, createFieldMap } from '../shared/fields.ts';
import type { MethodTable } from './preferred-method.ts';
import {
  type LoadedReferences,
  showReference,
  showStamps,
  type showCarrierFactorReference,
  type showPaymentTermReference,
} from '../identifiers/references.ts';
import { resolvePayeeTerm } from '../ledger/payment-terms.ts';
import type { EmbeddedCarrierPaymentMethod, EmbeddedVendorPaymentMethod } from '../../contract/types.ts';

type Common = Omit<Row<'vendor_payment_method'>, 'vendor_id'>;

/** Fields that the payment methods of carriers and of vendors share, apart from the bank account. */
const fields = createFieldMap<Common>()({
  status: 'plain',
  isPreferred: 'bool',
  email: 'plain',
  phone: 'plain',
  companyName: 'plain',
  username: 'plain',
});

interface PaymentMethodDetails {
  readonly paymentMethodType?: EmbeddedVendorPaymentMethod['paymentMethodType'] | undefined;
  readonly accountNumber?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
}

/** Builds the columns of the fields that the input names for this method, except key, payee and recipient. */
export async function buildMethodColumns(
  ctx: ServiceContext,
  table: MethodTable,
  row: Pick<Common, 'id' | 'payment_term_id'>,
  input: PaymentMethodDetails,
) {
  return dropUndefined({
    ...fields.toRow(input),
    ...buildBankColumns(ctx.cipher, table, row.id, input),
    payment_method_type: input.paymentMethodType,
    payment_term_id: await resolvePayeeTerm(ctx, input, row.payment_term_id),
  });
}

export interface PaymentMethodReferences {
  readonly terms: LoadedReferences<ReturnType<typeof showPaymentTermReference>>;
  readonly factors: LoadedReferences<ReturnType<typeof showCarrierFactorReference>>;
  readonly users: Users;
}

type VendorMethodReferences = Pick<PaymentMethodReferences, 'terms' | 'users'>;

export function showVendorPaymentMethod(
  cipher: Cipher,
  row: Row<'vendor_payment_method'>,
  references: VendorMethodReferences,
): EmbeddedVendorPaymentMethod {
  return showPaymentMethod(cipher, 'vendor_payment_method', row, references);
}

export function showCarrierPaymentMethod(
  cipher: Cipher,
  row: Row<'carrier_payment_method'>,
  references: PaymentMethodReferences,
): EmbeddedCarrierPaymentMethod {
  return {
    ...showPaymentMethod(cipher, 'carrier_payment_method', row, references),
    paymentRecipientType: row.payment_recipient_type,
    carrierFactor: showReference(references.factors, row.carrier_factor_id),
  };
}

function showPaymentMethod(
  cipher: Cipher,
  table: MethodTable,
  row: Common,
  { terms, users }: VendorMethodReferences,
): EmbeddedVendorPaymentMethod {
  return {
    ...showStamps(row),
    paymentMethodType: row.payment_method_type,
    ...fields.toWire(row),
    ...showBankDetails(cipher, table, row),
    paymentTerm: showReference(terms, row.payment_term_id),
    deletedBy: showReference(users, row.deleted_by_id),
  };
}
