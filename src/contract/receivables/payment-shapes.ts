import * as z from 'zod';
import { receivedMethodTypes } from '../../domain/payments/payment-codes.ts';
import {
  CivilDate,
  CustomerReference,
  FriendlyId,
  Money,
  RecordCurrency,
  timestamps,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

export const PaymentApplication = z
  .object({
    id: Uuid,
    invoiceId: Uuid,
    invoiceFriendlyId: z.string().nullable(),
    invoiceAmount: Money.nullable(),
    /** Before this payment. */
    invoiceOpenBalance: Money.nullable(),
    amount: Money,
  })
  .meta({ id: 'PaymentApplication' });

const PaymentCreditApplication = z
  .object({ id: Uuid, creditMemoId: Uuid, creditMemoReference: z.string().nullable(), amount: Money })
  .meta({ id: 'PaymentCreditApplication' });

/** Money received from a customer; shipmentKeys are the friendly numbers of the shipments it touches. */
export const Payment = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    key: z.string().nullable(),
    customer: CustomerReference,
    paymentDate: CivilDate,
    paymentMethodType: z.enum(receivedMethodTypes).nullable(),
    reference: z.string().nullable(),
    notes: z.string().nullable(),
    currency: RecordCurrency,
    totalAmount: Money,
    applications: z.array(PaymentApplication),
    creditApplications: z.array(PaymentCreditApplication),
    overpaymentAmount: Money.nullable(),
    overpaymentCreditMemoId: Uuid.nullable(),
    shipmentIds: z.array(Uuid),
    shipmentKeys: z.array(z.string()),
    qboId: z.string().nullable(),
    ...timestamps,
    deletedBy: UserReference.nullable(),
  })
  .meta({ id: 'Payment' });
