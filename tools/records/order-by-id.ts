import type { Order } from '../../src/contract/types.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';

/** Reads an order, from its shipment if the API has no orders by themselves. */
export async function readOrder({ api }: Pick<ToolContext, 'api'>, id: string): Promise<Order> {
  try {
    return await api.orders.get({ id, by: 'id' });
  } catch (error) {
    if (!(error instanceof WaybillError) || (error.code !== 'NOT_IMPLEMENTED' && error.code !== 'NOT_FOUND'))
      throw error;
    const { data } = await api.shipments.filter({ filter: { orderId: { equalTo: id } }, pageSize: 1 });
    const order = data.flatMap(({ orders }) => orders).find((listed) => listed.id === id);
    if (order === undefined) throw error;
    return order;
  }
}
