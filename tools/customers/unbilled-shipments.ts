import { deliveredShipment } from '../../src/domain/freight/shipment.ts';
import { notVoided } from '../../src/domain/money/invoice.ts';
import { invoicedStatuses } from '../../src/domain/money/order-billing.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { isUnbilled, isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../src/mcp/tool/scan.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { chunks } from '../records/chunks.ts';

/** Ids in one condition of a filter. */
const idsMax = 250;

/** Delivered, not canceled, without an invoice, of one customer or of all; newest first. */
export async function unbilledShipments(ctx: ToolContext, customerId?: string): Promise<Scan<ShipmentRecord>> {
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      status: { equalTo: 'DELIVERED' },
      billingStatus: { notIn: invoicedStatuses },
      ...(customerId !== undefined && { customerId: { equalTo: customerId } }),
    },
    local: {
      status: (shipment: ShipmentRecord) => isMet(deliveredShipment, shipment),
      billingStatus: isUninvoiced,
      customerId: (shipment: ShipmentRecord) => shipment.customerId === customerId,
    },
  });
  const invoiced = await invoicedOf(ctx, found.rows);
  return { ...found, rows: found.rows.filter((shipment) => isUnbilled(shipment, invoiced.has(shipment.id))) };
}

async function invoicedOf(ctx: ToolContext, shipments: readonly ShipmentRecord[]): Promise<ReadonlySet<string>> {
  const pages = await Promise.all(
    chunks(
      shipments.map(({ id }) => id),
      idsMax,
    ).map((ids) => {
      const wanted = new Set(ids);
      return scan(ctx, ctx.api.invoices.filter, {
        filter: { shipmentId: { in: ids } },
        local: { shipmentId: ({ shipmentId }: InvoiceRecord) => wanted.has(shipmentId) },
      });
    }),
  );
  const live = pages.flatMap(({ rows }) => rows).filter((invoice) => isMet(notVoided, invoice));
  return new Set(live.map(({ shipmentId }) => shipmentId));
}
