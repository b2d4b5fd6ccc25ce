import { loadLifecycle } from '../../domain/freight/load.ts';
import { orderLifecycle } from '../../domain/freight/order.ts';
import { serviceLifecycle } from '../../domain/freight/service.ts';
import {
  listAllowedActions,
  type ActionOf,
  type Lifecycle,
  type StatusOf,
  listStatuses,
} from '../../domain/kit/lifecycle.ts';
import { followLoads, type ShipmentStatus } from '../../domain/freight/shipment.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';

/** Lists the statuses from which a lifecycle allows an action, for one conditional update of many records. */
export function listStatusesAllowing<Table extends Lifecycle>(
  table: Table,
  action: ActionOf<Table>,
): StatusOf<Table>[] {
  return listStatuses(table).filter((status) => listAllowedActions(table, status).includes(action));
}

export const cancelable = {
  freight_order: listStatusesAllowing(orderLifecycle, 'cancel'),
  load: listStatusesAllowing(loadLifecycle, 'cancel'),
  service: listStatusesAllowing(serviceLifecycle, 'cancel'),
} as const;

/** Updates a shipment, its orders and services after one of its loads moved, was added or was removed. */
export async function followShipment(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<Row<'shipment'>> {
  const loads = await listLiveLoads(ctx, shipment.id);
  const next = followLoads(
    shipment.status,
    loads.map((load) => load.status),
  );
  if (next === shipment.status) return shipment;
  const deliveredAt = next === 'DELIVERED' ? findLastDelivery(loads, ctx.now) : shipment.delivered_at;
  const changed = await changeRecord(
    ctx,
    'shipment',
    shipment,
    { status: next, delivered_at: deliveredAt },
    { status: shipment.status },
  );
  await moveOrders(ctx, shipment.id, next);
  if (next === 'DELIVERED') await completeServices(ctx, shipment.id);
  return changed;
}

/** Orders show their shipment's status, except where they were invoiced or canceled. */
async function moveOrders(ctx: ServiceContext, shipmentId: string, status: ShipmentStatus): Promise<void> {
  await ctx.db
    .updateTable('freight_order')
    .set({ status, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ['DELIVERED_UNPAID', 'CANCELED'])
    .execute();
}

/** Completes the vendors' work on delivered freight: their invoices are awaited. */
async function completeServices(ctx: ServiceContext, shipmentId: string): Promise<void> {
  await ctx.db
    .updateTable('service')
    .set({ status: 'AWAITING_INVOICE', updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', listStatusesAllowing(serviceLifecycle, 'complete'))
    .execute();
}

function findLastDelivery(loads: readonly Row<'load'>[], now: string): string {
  const instants = loads.map((load) => load.delivered_at).filter((instant) => instant !== null);
  return instants.sort().at(-1) ?? now;
}

export function listLiveLoads(ctx: ServiceContext, shipmentId: string): Promise<Row<'load'>[]> {
  return ctx.db
    .selectFrom('load')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .execute();
}
