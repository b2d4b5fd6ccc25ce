import { toAmountCents, centsText } from '../records/amounts.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';

interface BilledCharge {
  readonly name: string;
  readonly totalCents: number;
}

/** Describes a short pay: what is missing is often exactly one charge, which the customer does not accept. */
export function describeShortPay(openCents: number, currency: string, charges: readonly BilledCharge[]): string {
  const charge = charges.find(({ totalCents }) => totalCents === openCents);
  return `paid short by ${centsText(openCents, currency)}${charge ? `, exactly the charge ${charge.name}` : ''}`;
}

/** Returns true if an invoice was paid in part. */
export const isShortPaid = ({ amountPaid, amountOwed }: InvoiceRecord): boolean => amountPaid > 0 && amountOwed > 0;

/** Describes the short pay of one invoice as the API shows it. */
export function describeInvoiceShortPay(
  { amountOwed, currency }: InvoiceRecord,
  shipment: ShipmentRecord | undefined,
): string {
  const charges = shipment ? getLiveOrders(shipment).flatMap((order) => order.charges) : [];
  return describeShortPay(
    toAmountCents(amountOwed),
    currency,
    charges.map(({ chargeCode, total }) => ({ name: chargeCode.name, totalCents: toAmountCents(total) })),
  );
}
