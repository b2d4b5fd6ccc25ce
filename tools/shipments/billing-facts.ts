import { podState } from '../../src/domain/freight/pod.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { podsOf } from './pods.ts';
import type { BillingFacts } from './shipment-billing.ts';

/** What the desk knows of each shipment, as get_shipment does. */
export async function billingFactsOf(
  ctx: ToolContext,
  shipments: readonly ShipmentRecord[],
): Promise<readonly BillingFacts[]> {
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const [podsFor, invoices] = await Promise.all([
    podsOf(ctx, shipments),
    scan(ctx, ctx.api.invoices.filter, {
      filter: { shipmentId: { in: ids } },
      local: { shipmentId: ({ shipmentId }) => ids.includes(shipmentId) },
    }),
  ]);
  return shipments.map((shipment) => ({
    shipment,
    pod: podState({
      delivered: shipment.status === 'DELIVERED',
      podStatuses: podsFor(shipment),
      billingStatus: shipment.billingStatus,
    }),
    invoices: invoices.rows.filter(({ shipmentId, status }) => shipmentId === shipment.id && status !== 'VOIDED'),
  }));
}
