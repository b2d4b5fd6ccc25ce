import { WaybillError } from '../../../errors.ts';
import { markDeleted } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { recordEvent, buildShipmentData } from '../../shared/recorded-event.ts';
import { deleteOrders } from '../orders/orders.ts';

/** Marks a shipment deleted, with its orders, loads, the carriers on them, and services. */
export async function deleteShipment(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<void> {
  const deleted = await markDeleted(ctx, 'shipment', [shipment.id], ctx.now);
  if (deleted === 0) throw new WaybillError('NOT_FOUND', `${shipment.friendly_id} was deleted at the same moment.`);
  recordEvent(ctx, 'SHIPMENT_DELETED', buildShipmentData(shipment));
  for (const table of ['load', 'load_carrier', 'service'] as const) {
    await markDeleted(ctx, table, await listIds(ctx, table, shipment.id), ctx.now);
  }
  await deleteOrders(ctx, await listIds(ctx, 'freight_order', shipment.id));
}

async function listIds(
  ctx: ServiceContext,
  table: 'freight_order' | 'load' | 'load_carrier' | 'service',
  shipmentId: string,
): Promise<string[]> {
  const rows = await ctx.db
    // The four tables share the columns used here; the union of their types is too much for the query builder.
    .selectFrom(table as 'load')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
