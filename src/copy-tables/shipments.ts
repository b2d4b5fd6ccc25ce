import type { CopiedTables } from './kit/copied-table.ts';
import { liveShipment, notCanceled } from '../domain/freight/shipment.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import { recordColumns } from './kit/columns.ts';

export const shipmentTables = {
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
      /** The currency; null if orders or costs are in several currencies. */
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
      {
        name: 'shipment_live_customer',
        columns: ['customer_id', 'created_at', 'id'],
        where: printRule(liveShipment),
      },
      { name: 'shipment_live', columns: ['created_at', 'id'], where: printRule(liveShipment) },
    ],
  },
} as const satisfies CopiedTables;
