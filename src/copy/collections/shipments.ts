import { notCanceled } from '../../domain/freight/shipment.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { finalShipmentStatuses } from '../../domain/freight/shipment.ts';
import { centsOrNull, instantOrNull } from '../kit/values.ts';

export const shipments = collection({
  name: 'shipment',
  resource: 'shipments',
  list: (api) => api.shipments.filter,
  open: { final: finalShipmentStatuses },
  tables: {
    shipment: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        status: 'text',
        billing_status: 'text?',
        customer_id: 'text?',
        customer_rep_id: 'text?',
        /** Its route is the shipment's: orders say nothing of their sequence themselves. */
        first_order_id: 'text?',
        /** Null where its orders, or what it costs, are in several currencies. */
        revenue_cents: 'cents?',
        cost_cents: 'cents?',
        currency: 'text',
        pick_up_date: 'date?',
        delivery_date: 'date?',
        delivered_at: 'instant?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at'], ['customer_id', 'pick_up_date'], ['pick_up_date'], ['status', 'billing_status']],
      named: [
        { name: 'shipment_booked', columns: ['currency', 'status', 'revenue_cents'] },
        { name: 'shipment_ordered', columns: ['created_at', 'customer_id', 'status'], where: printRule(notCanceled) },
      ],
    },
  },
  rowsOf: (shipment) => ({
    shipment: [
      {
        ...recordRow(shipment),
        friendly_id: shipment.friendlyId,
        status: shipment.status,
        billing_status: shipment.billingStatus,
        customer_id: shipment.customerId,
        customer_rep_id: shipment.customerRep?.id ?? null,
        first_order_id: shipment.orders[0]?.id ?? null,
        revenue_cents: centsOrNull(shipment.totalRevenue),
        cost_cents: centsOrNull(shipment.totalCost),
        currency: shipment.currency,
        pick_up_date: shipment.pickUpDate,
        delivery_date: shipment.deliveryDate,
        delivered_at: instantOrNull(shipment.deliveredAt),
      },
    ],
  }),
});
