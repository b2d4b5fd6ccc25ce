import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { toChargeInput } from '../plans/kit/charge-input.ts';
import type { EarlierSteps } from '../plans/kit/earlier-steps.ts';
import { planOperation } from '../plans/plan-operation.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';

/** Plans one more charge of an order. It sends the existing charges too, because the API replaces the list. */
export const planOrderCharge = (
  ctx: ToolContext,
  { id, charges }: ShipmentRecord['orders'][number],
  line: Readonly<Record<string, unknown>>,
  earlier?: EarlierSteps,
): Promise<PlanDraft> =>
  planOperation(ctx, {
    operation: 'orders.update',
    input: { id, charges: [...charges.map(toChargeInput), line] },
    earlier,
  });

/** Returns the only live order of the shipment, which a charge goes to. Throws if there are several. */
export function requireOnlyOrder(shipment: ShipmentRecord): ShipmentRecord['orders'][number] {
  const [order, ...otherOrders] = getLiveOrders(shipment);
  if (order && otherOrders.length === 0) return order;
  const orderNumbers = [order, ...otherOrders].flatMap((liveOrder) => liveOrder?.friendlyId ?? []);
  throw new WaybillError(
    order ? 'AMBIGUOUS' : 'CONFLICT',
    order
      ? `${shipment.friendlyId} has ${orderNumbers.length} orders: ${orderNumbers.join(', ')}. Nothing was done; api_write orders.update charges the one that it names.`
      : `${shipment.friendlyId} has no live order to charge.`,
  );
}
