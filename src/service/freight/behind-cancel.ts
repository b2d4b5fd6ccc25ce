import { followLoads } from '../../domain/freight/shipment.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { followShipment, listLiveLoads } from './shipment-status.ts';

/**
 * Updates a shipment after a carrier left a load or a load was deleted. If it is canceled, the status that it would be
 * restored to is updated.
 */
export async function followDeparture(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<void> {
  if (shipment.status === 'CANCELED') await followBehindCancel(ctx, shipment);
  else await followShipment(ctx, shipment);
}

async function followBehindCancel(ctx: ServiceContext, shipment: Row<'shipment'>): Promise<void> {
  const before = shipment.status_before_cancel;
  if (before === null) return;
  const loads = await listLiveLoads(ctx, shipment.id);
  const next = followLoads(
    before,
    loads.map((load) => load.status_before_cancel ?? load.status),
  );
  if (next === before) return;
  await changeRecord(ctx, 'shipment', shipment, { status_before_cancel: next }, { status: shipment.status });
  await ctx.db
    .updateTable('freight_order')
    .set({ status_before_cancel: next, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipment.id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'CANCELED')
    .where('status_before_cancel', '=', before)
    .execute();
}
