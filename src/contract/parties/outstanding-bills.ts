import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { CarrierReference, CivilDate, FriendlyId, Money, Uuid, VendorReference } from '../kit/shapes.ts';

/** Open bills of a payee, shared by carriers, vendors and carrier factors. */

export const OutstandingBill = z
  .object({
    id: Uuid,
    friendlyId: FriendlyId,
    entityType: z.enum(['CARRIER', 'VENDOR']),
    /** On bills of a carrier. */
    carrier: CarrierReference.optional(),
    /** On bills of a vendor. */
    vendor: VendorReference.optional(),
    amount: Money,
    invoiceDate: CivilDate.nullable(),
    dueDate: CivilDate.nullable(),
    openBalance: Money,
    isOverdue: SentFlag,
  })
  .meta({ id: 'OutstandingBill' });

export const OutstandingBills = z
  .object({ bills: z.array(OutstandingBill), totalOutstanding: Money })
  .meta({ id: 'OutstandingBills' });

export const BillForPayment = z
  .object({
    ...OutstandingBill.shape,
    amountPaid: Money,
    shipmentId: Uuid.nullable(),
    shipmentFriendlyId: z.string().nullable(),
  })
  .meta({ id: 'BillForPayment' });

/** Names the payee that was asked for: a carrier with its factor if it has one, a vendor, or a factor. */
export const BillsForPayment = z
  .object({
    bills: z.array(BillForPayment),
    totalOutstanding: Money,
    carrier: CarrierReference.optional(),
    vendor: VendorReference.optional(),
    carrierFactor: z.object({ id: Uuid, companyName: z.string(), bankName: z.string().nullable() }).optional(),
  })
  .meta({ id: 'BillsForPayment' });
