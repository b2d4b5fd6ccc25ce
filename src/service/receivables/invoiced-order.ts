import { allowedActions } from '../../domain/kit/lifecycle.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { billingAfter, orderBillingLifecycle, type OrderBillingStatus } from '../../domain/money/order-billing.ts';
import { orderLifecycle, type OrderStatus } from '../../domain/freight/order.ts';
import { findRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { claimShipment } from '../freight/lock-shipment.ts';
import { liveOrders } from '../freight/live-orders.ts';
import { refreshShipment } from '../freight/shipments.ts';

/** The orders that an invoice covers go along with it. */

type Order = Row<'freight_order'>;
type Change = Partial<Order>;

/** The invoice has another balance. */
export const followBalance = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} has another balance`, (order) => ({
    billing_status: billingOf(order, invoice),
  }));

/** The invoice was restarted: its orders are delivered and unpaid, and how far they are paid follows from the balance. */
export const restartOrders = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} awaits payment`, (order) => ({
    status: advance(orderLifecycle, order.status, 'invoice'),
    billing_status: billingOf(order, invoice),
  }));

/** The invoice was voided: its orders are to be invoiced again and show the shipment's status, as before. */
export const releaseOrders = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} was voided`, (order, shipment) => ({
    ...(isInvoiced(order)
      ? { billing_status: advance(orderBillingLifecycle, order.billing_status, 'voidInvoice') }
      : {}),
    ...statusBehindInvoice(order, shipment),
  }));

function billingOf(order: Order, invoice: Row<'invoice'>): OrderBillingStatus {
  const balance = { appliedCents: invoice.paid_cents + invoice.credited_cents, openCents: invoice.owed_cents };
  return billingAfter(order.billing_status, balance);
}

const isInvoiced = ({ billing_status: billing }: Order) =>
  !allowedActions(orderBillingLifecycle, billing).includes('invoice');

/** The order shows its shipment's status again, canceled or not, and an uncancel brings back what the shipment was. */
function statusBehindInvoice(order: Order, shipment: Row<'shipment'>): Change {
  const isBehind = (status: OrderStatus) => allowedActions(orderLifecycle, status).includes('voidInvoice');
  const before = order.status_before_cancel;
  if (!isBehind(order.status) && (before === null || !isBehind(before))) return {};
  return {
    ...(isBehind(order.status) ? { status: shipment.status } : {}),
    ...(before === null ? {} : { status_before_cancel: shipment.status_before_cancel ?? shipment.status }),
  };
}

/** Changes the order of the invoice and, as a shipment has one invoice, every other of the shipment that is invoiced. */
async function changeOrders(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  why: string,
  changeOf: (order: Order, shipment: Row<'shipment'>) => Change,
): Promise<void> {
  // A shipment that was deleted took its orders along.
  if (!(await findRecord(ctx, 'shipment', invoice.shipment_id, 'id'))) return;
  const shipment = await claimShipment(ctx, invoice.shipment_id);
  const orders = await liveOrders(ctx, shipment.id);
  for (const order of orders) {
    if (order.id === invoice.order_id || isInvoiced(order))
      await changeOrder(ctx, order, changeOf(order, shipment), why);
  }
  await refreshShipment(ctx, shipment.id);
}

async function changeOrder(ctx: ServiceContext, order: Order, change: Change, why: string): Promise<void> {
  const expected = { status: order.status, billing_status: order.billing_status };
  const changed = await changeRecord(ctx, 'freight_order', order, change, expected);
  const moves = (['status', 'billing_status'] as const)
    .filter((column) => changed[column] !== order[column])
    .map((column) => `${order[column]} became ${changed[column]}`);
  if (moves.length === 0) return;
  await recordActivity(ctx, { recordType: 'freight_order', recordId: order.id, text: `${why}: ${moves.join(', ')}.` });
}
