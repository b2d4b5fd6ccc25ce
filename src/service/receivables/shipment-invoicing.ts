import { advance } from '../../domain/kit/transitions.ts';
import { fromCents } from '../../domain/money/money.ts';
import { orderBillingLifecycle } from '../../domain/money/order-billing.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { lock } from '../../store/lock.ts';
import type { Row } from '../../store/schema.ts';
import { readCharges, totalCents } from '../freight/orders/charges.ts';
import type { ServiceContext } from '../shared/context.ts';
import { ensureCurrentDocument, type InvoiceDocument } from './invoice-document.ts';
import { insertInvoice } from './invoicing.ts';
import { listLiveOrders } from '../freight/live-orders.ts';
import type { GeneratedInvoice } from '../../contract/types.ts';

/** Creates the invoice of a shipment, over all of its orders, with its PDF; 409 unless every order is ready. */
export async function createShipmentInvoice(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<InvoiceDocument> {
  // Of two requests at once the second one waits here and then reads what the first one made.
  await lock(ctx.kind, ctx.db, `shipment:${shipment.id}`);
  const [first, ...rest] = await requireReadyOrders(ctx, shipment);
  const orders = [first, ...rest];
  const amountCents = await computeAmount(ctx, shipment, orders);
  const input = { orderId: first.id, invoiceDate: ctx.today, amount: fromCents(amountCents), currency: first.currency };
  const inserted = await insertInvoice(ctx, input, { action: 'generateInvoice', otherOrders: rest });
  return ensureCurrentDocument(ctx, inserted);
}

export function showGeneratedInvoice(ctx: ServiceContext, { invoice, document }: InvoiceDocument): GeneratedInvoice {
  return {
    shipmentId: invoice.shipment_id,
    invoiceId: invoice.id,
    documentId: document.id,
    downloadUrl: ctx.addresses.download(document.id),
  };
}

async function requireReadyOrders(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
): Promise<[Row<'freight_order'>, ...Row<'freight_order'>[]]> {
  const orders = await listLiveOrders(ctx, shipment.id);
  // The call refuses with the reason.
  for (const order of orders) {
    advance(orderBillingLifecycle, order.billing_status, 'generateInvoice');
  }
  const [first, ...rest] = orders;
  if (first) return [first, ...rest];
  throw new WaybillError('CONFLICT', `${shipment.friendly_id} has no orders to invoice.`);
}

async function computeAmount(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
  orders: readonly Row<'freight_order'>[],
): Promise<number> {
  const currencies = new Set(orders.map(({ currency }) => currency));
  if (currencies.size > 1) {
    throw createFieldError(
      'VALIDATION_ERROR',
      'currency',
      `differs among the orders of ${shipment.friendly_id} (${[...currencies].join(', ')}); an invoice has one`,
    );
  }
  const charges = await readCharges(
    ctx,
    orders.map(({ id }) => id),
  );
  const amountCents = totalCents([...charges.values()].flat());
  if (amountCents > 0) return amountCents;
  const message = `of ${shipment.friendly_id} add up to nothing that could be invoiced; add the charges to its orders`;
  throw createFieldError('VALIDATION_ERROR', 'charges', message);
}
