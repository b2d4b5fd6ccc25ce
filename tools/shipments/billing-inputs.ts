import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { notVoided } from '../../src/domain/money/invoice.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Belongings, RecordIds } from '../../src/mcp/tool/records-copy.ts';
import { buildPodQueries, toPodStates } from '../copied/pod-statuses.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { BillingInputs } from './shipment-billing.ts';

/** Lists the ids of shipments with their orders and loads. */
export const listFreightIds = (
  shipments: readonly ShipmentRecord[],
): Pick<Required<RecordIds>, 'shipment' | 'freight_order' | 'load'> => ({
  shipment: shipments.map(({ id }) => id),
  freight_order: shipments.flatMap(({ orders }) => orders.map(({ id }) => id)),
  load: shipments.flatMap(({ loads }) => loads.map(({ id }) => id)),
});

/** Names the papers and invoices of shipments that invoicing depends on. */
export function listBillingBelongings(shipments: readonly ShipmentRecord[]): Belongings {
  const freight = listFreightIds(shipments);
  return { document: freight, invoice: { shipment: freight.shipment } };
}

/** Reads what invoicing each of these shipments depends on; they and their papers are read again before. */
export async function readBillingInputs(
  ctx: ToolContext,
  shipments: readonly ShipmentRecord[],
): Promise<readonly BillingInputs[]> {
  if (shipments.length === 0) return [];
  const records = await ctx.records();
  const reader = await records.fresh(listFreightIds(shipments), listBillingBelongings(shipments));
  const ids = shipments.map(({ id }) => id);
  const { invoices, ...pods } = await reader.readTogether({
    ...buildPodQueries(reader.db, ids),
    invoices: reader.db
      .selectFrom('invoice as i')
      .select(['i.shipment_id as shipmentId', 'i.friendly_id as friendlyId'])
      .where(isAmongValues('i.shipment_id', ids))
      .where(matchRule(notVoided, 'i'))
      .orderBy('i.created_at', 'desc'),
  });
  const findPod = toPodStates(pods, reader);
  const invoicesByShipment = Map.groupBy(invoices, ({ shipmentId }) => shipmentId);
  return shipments.map((shipment) => ({
    shipment,
    pod: findPod(shipment.id),
    invoices: invoicesByShipment.get(shipment.id) ?? [],
  }));
}
