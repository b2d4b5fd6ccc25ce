import { findLeastAdvanced } from '../../domain/money/order-billing.ts';
import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import { WaybillError } from '../../errors.ts';
import { lock } from '../../store/lock.ts';
import { updateRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { recordEvent, buildShipmentData } from '../shared/recorded-event.ts';
import { createFriendlyId } from '../identifiers/friendly-ids.ts';
import { buildNewRecord } from '../shared/records.ts';
import { listLiveOrders } from './live-orders.ts';
import { summarizeRoute } from './route-summary.ts';
import { recordStatus } from '../shared/status-events.ts';
import { readVisits } from './visits.ts';
import { requireParty, requireServed } from '../parties/party-use.ts';

interface NewShipment {
  readonly customerId: string;
  readonly customerRepId: string | null;
  readonly currency: string;
  readonly quoteId: string | null;
  readonly status: ShipmentStatus;
  /** New or existing orders without a shipment, in the order they shall have on it. */
  readonly orders: readonly Row<'freight_order'>[];
  readonly key?: string | null | undefined;
}

/** Writes a shipment around orders that have none yet; 409 when one of them was put on another shipment meanwhile. */
export async function insertShipment(ctx: ServiceContext, shipment: NewShipment): Promise<Row<'shipment'>> {
  const shipmentColumns = {
    ...buildNewRecord(ctx, shipment.key),
    friendly_id: await createFriendlyId(ctx, 'shipment'),
    status: shipment.status,
    status_before_cancel: null,
    cancel_reason: null,
    canceled_at: null,
    customer_id: shipment.customerId,
    customer_rep_id: shipment.customerRepId,
    quote_id: shipment.quoteId,
    delivered_at: null,
    currency: shipment.currency,
  };
  requireServed(await requireParty(ctx, 'customer', shipment.customerId));
  // The orders are held first: a request that edits a route at this moment ends before the route is read.
  for (const [position, order] of shipment.orders.entries()) await attachOrder(ctx, shipmentColumns, order, position);
  const row: Row<'shipment'> = { ...shipmentColumns, ...(await computeDerivedColumns(ctx, shipment.orders)) };
  await ctx.db.insertInto('shipment').values(row).execute();
  recordEvent(ctx, 'SHIPMENT_CREATED', buildShipmentData(row));
  recordStatus(ctx, 'shipment', row);
  return row;
}

async function attachOrder(
  ctx: ServiceContext,
  shipment: Pick<Row<'shipment'>, 'id' | 'customer_id' | 'status'>,
  order: Row<'freight_order'>,
  position: number,
): Promise<void> {
  const link = {
    shipment_id: shipment.id,
    customer_id: shipment.customer_id,
    status: shipment.status,
    position,
    updated_at: order.created_at === ctx.now ? order.updated_at : ctx.now,
  };
  const { numUpdatedRows } = await ctx.db
    .updateTable('freight_order')
    .set(link)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', order.id)
    .where('shipment_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 1) return;
  throw new WaybillError('CONFLICT', `The order ${order.friendly_id} is on a shipment already, or was deleted.`);
}

/** Brings what a shipment shows of its orders up to date: route, dates and billing status. */
export async function refreshShipment(ctx: ServiceContext, shipmentId: string): Promise<Row<'shipment'>> {
  // Two orders that change at once must not each miss the other's new status.
  await lock(ctx.kind, ctx.db, `shipment:${shipmentId}`);
  const derived = await computeDerivedColumns(ctx, await listLiveOrders(ctx, shipmentId));
  const row = await updateRecord(ctx, 'shipment', shipmentId, { ...derived, updated_at: ctx.now });
  if (row) return row;
  throw new WaybillError('CONFLICT', 'The shipment was deleted at the same moment.');
}

async function computeDerivedColumns(ctx: ServiceContext, orders: readonly Row<'freight_order'>[]) {
  const first = orders.slice(0, 1);
  const [visits = []] = (await readVisits(ctx, first)).values();
  const { origin, destination, pickUpDate, deliveryDate } = summarizeRoute(visits, ctx.organization.timeZone);
  return {
    billing_status: findLeastAdvanced(orders.map((order) => order.billing_status)) ?? 'DOCS_NEEDED',
    pick_up_date: pickUpDate,
    delivery_date: deliveryDate,
    origin_city: origin?.place_city ?? null,
    origin_state: origin?.place_state ?? null,
    origin_postal_code: origin?.place_postal_code ?? null,
    destination_city: destination?.place_city ?? null,
    destination_state: destination?.place_state ?? null,
    destination_postal_code: destination?.place_postal_code ?? null,
  };
}
