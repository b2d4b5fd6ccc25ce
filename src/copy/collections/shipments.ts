import { shipmentTables } from '../../copy-tables/shipments.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { finalShipmentStatuses } from '../../domain/freight/shipment.ts';
import { toCentsOrNull, toInstantOrNull } from '../kit/values.ts';
import type { ExportedShipment, Shipment } from '../../contract/types.ts';

export const shipments = defineCollection({
  name: 'shipment',
  resource: 'shipments',
  list: (api) => api.shipments.filter,
  open: { final: finalShipmentStatuses },
  tables: shipmentTables,
  toRows: (shipment) => toShipmentRows(shipment, shipment.orders[0]?.id),
  toExportedRows: (shipment: ExportedShipment) => toShipmentRows(shipment, shipment.orderIds[0]),
});

function toShipmentRows(shipment: Omit<Shipment, 'orders' | 'loads' | 'services'>, firstOrderId: string | undefined) {
  return {
    shipment: [
      {
        ...toRecordRow(shipment),
        friendly_id: shipment.friendlyId,
        status: shipment.status,
        billing_status: shipment.billingStatus,
        customer_id: shipment.customerId,
        customer_rep_id: shipment.customerRep?.id ?? null,
        first_order_id: firstOrderId ?? null,
        revenue_cents: toCentsOrNull(shipment.totalRevenue),
        cost_cents: toCentsOrNull(shipment.totalCost),
        currency: shipment.currency,
        pick_up_date: shipment.pickUpDate,
        delivery_date: shipment.deliveryDate,
        delivered_at: toInstantOrNull(shipment.deliveredAt),
      },
    ],
  };
}
