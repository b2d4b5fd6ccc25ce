import type { IndexedTables } from '../table.ts';

const buildPresentIndex = (table: string, column: string) => ({
  name: `${table}_${column}_idx`,
  columns: ['organization_id', column],
  where: `${column} is not null`,
});

/** Records by which a filter finds others. */
export const lookupIndexes: IndexedTables = {
  bill: {
    index: [['organization_id', 'load_id']],
    named: [buildPresentIndex('bill', 'carrier_factor_id'), buildPresentIndex('bill', 'reference')],
  },
  carrier_contact: { named: [buildPresentIndex('carrier_contact', 'invited_user_id')] },
  customer_contact: { named: [buildPresentIndex('customer_contact', 'invited_user_id')] },
  freight_order: { named: [buildPresentIndex('freight_order', 'customer_id')] },
  invoice: {
    index: [
      ['organization_id', 'order_id'],
      ['organization_id', 'shipment_id'],
    ],
    named: [buildPresentIndex('invoice', 'reference')],
  },
  shipment: { named: [buildPresentIndex('shipment', 'quote_id')] },
  stop: { named: [buildPresentIndex('stop', 'city_id')] },
};
