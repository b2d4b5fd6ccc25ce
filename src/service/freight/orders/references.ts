import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import type { ServiceContext } from '../../shared/context.ts';

type ShownReference = Pick<Row<'order_reference'>, 'id' | 'order_id' | 'type' | 'value'>;

/** Reads the references of orders, by order, in the order in which they were stated. */
export async function readReferences(
  ctx: ServiceContext,
  orderIds: readonly string[],
): Promise<Map<string, ShownReference[]>> {
  return Map.groupBy(await referenceRows(ctx, orderIds), ({ order_id: orderId }) => orderId);
}

const referenceRows = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_reference')
    .select(['id', 'order_id', 'type', 'value'])
    .where('organization_id', '=', organizationId)
    .where('order_id', 'in', ids)
    .orderBy('position'),
);
