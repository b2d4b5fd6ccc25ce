import { uninvoicedStatuses } from '../../src/domain/money/order-billing.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../src/mcp/tool/scan.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { chunks } from '../records/chunks.ts';

export const unbilledOperations = ['shipments.filter', 'invoices.filter'] as const;

/** Ids in one condition of a filter. */
const idsMax = 250;

/** Billing has no invoice of it yet. */
export const isUninvoiced = ({ billingStatus }: Pick<ShipmentRecord, 'billingStatus'>): boolean =>
  billingStatus !== null && uninvoicedStatuses.includes(billingStatus);

/** Delivered, not canceled, without an invoice, of one customer or of all; newest first. */
export async function unbilledShipments(ctx: ToolContext, customerId?: string): Promise<Scan<ShipmentRecord>> {
  const found = await scan(ctx, ctx.api.shipments.filter, {
    filter: {
      status: { equalTo: 'DELIVERED' },
      billingStatus: { in: uninvoicedStatuses },
      ...(customerId !== undefined && { customerId: { equalTo: customerId } }),
    },
    local: {
      status: ({ status }: ShipmentRecord) => status === 'DELIVERED',
      billingStatus: isUninvoiced,
      customerId: (shipment: ShipmentRecord) => shipment.customerId === customerId,
    },
  });
  const delivered = found.rows.filter((shipment) => shipment.status === 'DELIVERED' && isUninvoiced(shipment));
  const invoiced = await invoicedOf(ctx, delivered);
  return { ...found, rows: delivered.filter(({ id }) => !invoiced.has(id)) };
}

/** An order that joined later waits, but its shipment has its one invoice. */
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
  const live = pages.flatMap(({ rows }) => rows).filter(({ status }) => status !== 'VOIDED');
  return new Set(live.map(({ shipmentId }) => shipmentId));
}
