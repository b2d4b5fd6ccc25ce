import type { IndexedTables } from '../table.ts';

const present = (table: string, column: string) => ({
  name: `${table}_${column}_idx`,
  columns: ['organization_id', column],
  where: `${column} is not null`,
});

/** Records by which a filter finds others. */
export const lookupIndexes: IndexedTables = {
  bill: {
    index: [['organization_id', 'load_id']],
    named: [present('bill', 'carrier_factor_id'), present('bill', 'reference')],
  },
  carrier_contact: { named: [present('carrier_contact', 'invited_user_id')] },
  customer_contact: { named: [present('customer_contact', 'invited_user_id')] },
  freight_order: { named: [present('freight_order', 'customer_id')] },
  invoice: {
    index: [
      ['organization_id', 'order_id'],
      ['organization_id', 'shipment_id'],
    ],
    named: [present('invoice', 'reference')],
  },
  shipment: { named: [present('shipment', 'quote_id')] },
  stop: { named: [present('stop', 'city_id')] },
};
