import { tonuCode } from '../../src/domain/charges/charge-codes.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getDeskClock, getDeskToday } from '../arguments/date-words.ts';
import type { RequestedCall } from '../plans/plan-operation.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { BillingInputs } from '../shipments/shipment-billing.ts';

/**
 * Builds the call that invoices the TONU of a canceled shipment, and nothing else that it was charged. Undefined where
 * it has none, and where the shipment has an invoice already.
 */
export async function buildTonuCall(
  ctx: ToolContext,
  { shipment, invoices }: BillingInputs,
): Promise<RequestedCall | undefined> {
  if (shipment.status !== 'CANCELED' || invoices.length > 0) return undefined;
  const orders = await listOrders(ctx, shipment.id);
  const charged = orders.flatMap(({ id, currency, charges }) =>
    charges
      .filter(({ chargeCode }) => chargeCode.code === tonuCode)
      .map(({ total }) => ({ id, currency, cents: toAmountCents(total) })),
  );
  const [first] = charged;
  const cents = charged.filter(({ id }) => id === first?.id).reduce((sum, charge) => sum + charge.cents, 0);
  if (first === undefined || cents <= 0) return undefined;
  const invoiceDate = getDeskToday(getDeskClock(ctx));
  return {
    operation: 'invoices.create',
    input: { orderId: first.id, invoiceDate, amount: fromCents(cents), currency: first.currency },
  };
}

/** Lists the orders of a shipment; none where the API does not list orders by themselves. */
async function listOrders(ctx: ToolContext, shipmentId: string) {
  try {
    const { data } = await ctx.api.orders.filter({ filter: { shipmentId: { equalTo: shipmentId } } });
    return data.filter((order) => order.shipmentId === shipmentId);
  } catch (error) {
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return [];
    throw error;
  }
}
