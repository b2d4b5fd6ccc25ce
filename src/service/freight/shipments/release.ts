import { advance } from '../../../domain/kit/transitions.ts';
import { type OrderBillingAction, orderBillingLifecycle } from '../../../domain/money/order-billing.ts';
import { createFieldError, WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { changeRecord } from '../../shared/records.ts';
import { lockShipment } from '../lock-shipment.ts';
import { listLiveOrders } from '../live-orders.ts';
import { refreshShipment } from '../shipments.ts';
import { listStatusesAllowing } from '../shipment-status.ts';

/** Releases the orders of a shipment for invoicing; 422 without an uploaded proof of delivery. */
export async function releaseShipment(ctx: ServiceContext, { id }: Row<'shipment'>): Promise<Row<'shipment'>> {
  const shipment = await lockShipment(ctx, id);
  const orders = await listLiveOrders(ctx, shipment.id);
  const movable = requireOrdersAllowing(shipment, orders, 'ready');
  await requireProofOfDelivery(ctx, shipment, orders);
  return moveBilling(ctx, shipment, movable, 'ready');
}

/** Holds the orders of a shipment back from invoicing. */
export async function holdShipment(ctx: ServiceContext, { id }: Row<'shipment'>): Promise<Row<'shipment'>> {
  const shipment = await lockShipment(ctx, id);
  const orders = await listLiveOrders(ctx, shipment.id);
  if (orders.some((order) => !uninvoiced.includes(order.billing_status))) {
    throw new WaybillError('CONFLICT', `${shipment.friendly_id} is invoiced already.`);
  }
  return moveBilling(ctx, shipment, requireOrdersAllowing(shipment, orders, 'notReady'), 'notReady');
}

const uninvoiced: readonly string[] = listStatusesAllowing(orderBillingLifecycle, 'invoice');

/** Lists the orders that allow the action; CONFLICT if none does. */
function requireOrdersAllowing(
  shipment: Row<'shipment'>,
  orders: readonly Row<'freight_order'>[],
  action: OrderBillingAction,
) {
  const allowing: readonly string[] = listStatusesAllowing(orderBillingLifecycle, action);
  const movable = orders.filter((order) => allowing.includes(order.billing_status));
  // The call refuses with the reason.
  if (movable.length === 0) advance(orderBillingLifecycle, shipment.billing_status, action);
  return movable;
}

async function moveBilling(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
  orders: readonly Row<'freight_order'>[],
  action: 'ready' | 'notReady',
): Promise<Row<'shipment'>> {
  for (const order of orders) {
    const next = advance(orderBillingLifecycle, order.billing_status, action);
    await changeRecord(ctx, 'freight_order', order, { billing_status: next }, { billing_status: order.billing_status });
  }
  return refreshShipment(ctx, shipment.id);
}

async function requireProofOfDelivery(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
  orders: readonly Row<'freight_order'>[],
): Promise<void> {
  const statuses = await readProofStatuses(ctx, shipment, orders);
  if (statuses.includes('UPLOADED')) return;
  const message = statuses.includes('PENDING_UPLOAD')
    ? 'the proof of delivery was announced, but its file was never uploaded'
    : 'a proof of delivery is missing: upload a PROOF_OF_DELIVERY tagged with the shipment, one of its orders or one of its loads';
  throw createFieldError('VALIDATION_ERROR', 'documents', message);
}

/** Reads the statuses of the proofs of delivery of the shipment, its orders and its loads. */
async function readProofStatuses(
  ctx: ServiceContext,
  shipment: Row<'shipment'>,
  orders: readonly Row<'freight_order'>[],
): Promise<string[]> {
  const { organizationId } = ctx;
  const rows = await ctx.db
    .selectFrom('document_tag')
    .innerJoin('document', 'document.id', 'document_tag.document_id')
    .select('document.status')
    .distinct()
    .where('document_tag.organization_id', '=', organizationId)
    .where('document_tag.name', 'in', ['shipmentId', 'orderId', 'loadId'])
    .where((eb) =>
      eb.or([
        eb('document_tag.value', 'in', [shipment.id, ...orders.map(({ id }) => id)]),
        eb(
          'document_tag.value',
          'in',
          eb
            .selectFrom('load')
            .select('load.id')
            .where('load.organization_id', '=', organizationId)
            .where('load.shipment_id', '=', shipment.id)
            .where('load.deleted_at', 'is', null),
        ),
      ]),
    )
    .where('document.type', '=', 'PROOF_OF_DELIVERY')
    .where('document.deleted_at', 'is', null)
    .execute();
  return rows.map(({ status }) => status);
}
