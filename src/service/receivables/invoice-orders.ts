import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { liveOrders } from '../freight/live-orders.ts';

const invoiced: ReadonlySet<string> = new Set(['INVOICED', 'PARTIALLY_PAID', 'PAID']);

/** The live orders that an invoice covers: the one it names, and those of its shipment that were invoiced with it. */
export async function ordersOfInvoice(
  ctx: ServiceContext,
  invoice: Pick<Row<'invoice'>, 'shipment_id' | 'order_id'>,
): Promise<Row<'freight_order'>[]> {
  const orders = await liveOrders(ctx, invoice.shipment_id);
  return orders.filter(({ id, billing_status: billing }) => id === invoice.order_id || invoiced.has(billing));
}
