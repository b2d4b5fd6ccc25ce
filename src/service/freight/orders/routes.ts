import { sql } from 'kysely';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { changeRecord } from '../../shared/records.ts';
import { lockShipment } from '../lock-shipment.ts';
import { refreshShipment } from '../shipments.ts';

type RoutedOrderRow = Row<'freight_order'>;

/**
 * Keeps the routes of these orders as they are until the request is done, with the shipments that they are on; 409 when
 * one of them was deleted meanwhile. What the routes hold must be read after this.
 */
export async function holdRoutes(ctx: ServiceContext, orders: readonly RoutedOrderRow[]): Promise<RoutedOrderRow[]> {
  await lockOrderShipments(ctx, orders);
  const lockedOrders: RoutedOrderRow[] = [];
  for (const order of orders.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    lockedOrders.push(await changeRecord(ctx, 'freight_order', order, {}));
  return lockedOrders;
}

/** Waits for other requests that load, invoice or edit the shipments of these orders; to be called before any of their rows is written. */
export async function lockOrderShipments(ctx: ServiceContext, orders: readonly RoutedOrderRow[]): Promise<void> {
  for (const id of listShipmentIds(orders)) {
    await lockShipment(ctx, id);
  }
}

/** Brings the shipments of orders whose routes or charges changed up to date. */
export async function refreshOrderShipments(ctx: ServiceContext, orders: readonly RoutedOrderRow[]): Promise<void> {
  for (const id of listShipmentIds(orders)) await refreshShipment(ctx, id);
}

const listShipmentIds = (orders: readonly RoutedOrderRow[]): string[] =>
  [...new Set(orders.map((order) => order.shipment_id).filter((id) => id !== null))].sort();

/** Lists the live orders that visit a stop. */
export function listVisitingOrders(ctx: ServiceContext, stopId: string): Promise<RoutedOrderRow[]> {
  return ctx.db
    .selectFrom('order_stop')
    .innerJoin('freight_order', 'freight_order.id', 'order_stop.order_id')
    .selectAll('freight_order')
    .where('order_stop.organization_id', '=', ctx.organizationId)
    .where('order_stop.stop_id', '=', stopId)
    .where('freight_order.deleted_at', 'is', null)
    .execute();
}

interface RouteLink {
  readonly stop_id: string;
  readonly sequence: number;
}

/** Reads the live stops of each order, in route order. */
export async function readRoutes(ctx: ServiceContext, orderIds: readonly string[]): Promise<Map<string, RouteLink[]>> {
  return Map.groupBy(await liveVisits(ctx, orderIds), (link) => link.order_id);
}

const liveVisits = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_stop')
    .innerJoin('stop', 'stop.id', 'order_stop.stop_id')
    .select(['order_stop.order_id', 'order_stop.stop_id', 'order_stop.sequence'])
    .where('order_stop.organization_id', '=', organizationId)
    .where('order_stop.order_id', 'in', ids)
    .where('stop.deleted_at', 'is', null)
    .orderBy('order_stop.sequence'),
);

/** Moves the stops from a position on by one place back (1) or forward (-1). */
export async function shiftRoute(
  ctx: ServiceContext,
  { orderId, from, by }: { readonly orderId: string; readonly from: number; readonly by: 1 | -1 },
): Promise<void> {
  await ctx.db
    .updateTable('order_stop')
    .set({ sequence: sql<number>`sequence + ${sql.lit(by)}` })
    .where('organization_id', '=', ctx.organizationId)
    .where('order_id', '=', orderId)
    .where('sequence', '>=', from)
    .execute();
}
