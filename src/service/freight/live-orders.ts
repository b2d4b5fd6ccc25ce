import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';

/** Lists the live orders of a shipment by position. */
export function listLiveOrders(ctx: ServiceContext, shipmentId: string): Promise<Row<'freight_order'>[]> {
  return ctx.db
    .selectFrom('freight_order')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipmentId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
