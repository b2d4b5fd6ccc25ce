import { amountText, centsOf } from '../records/amounts.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from '../shipments/shipment-progress.ts';

/** Money came for it, and not all of it. */
export const isShortPaid = ({ amountPaid, amountOwed }: InvoiceRecord): boolean => amountPaid > 0 && amountOwed > 0;

/** What is missing is often exactly one charge, which the customer does not accept. */
export function shortPayText(invoice: InvoiceRecord, shipment: ShipmentRecord | undefined): string {
  const { amountOwed, currency } = invoice;
  const charges = shipment ? liveOrders(shipment).flatMap((order) => order.charges) : [];
  const equal = charges.filter(({ total }) => centsOf(total) === centsOf(amountOwed));
  const [charge] = equal;
  const which = charge ? `, exactly the charge ${charge.chargeCode.name}` : '';
  return `paid short by ${amountText(amountOwed, currency)}${which}`;
}
