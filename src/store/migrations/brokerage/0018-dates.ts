import type { IndexedTables } from '../table.ts';

const dated = (table: string, column: string) => ({
  name: `${table}_${column}_idx`,
  columns: ['organization_id', column],
  where: `${column} is not null`,
});

/** Open papers in the order in which they fall due, whether they name that day or it follows from their own. */
const openDue = (table: string) => ({
  name: `${table}_open_due_idx`,
  columns: ['organization_id', 'due_date', 'invoice_date'],
  where: 'owed_cents > 0',
});

/** Records by the days and statuses that people filter them by: pickups of a day, papers that are due, orders on hold. */
export const dateIndexes: IndexedTables = {
  bill: { named: [dated('bill', 'due_date'), dated('bill', 'invoice_date'), openDue('bill')] },
  freight_order: { index: [['organization_id', 'status', 'id']] },
  invoice: { named: [dated('invoice', 'due_date'), dated('invoice', 'invoice_date'), openDue('invoice')] },
  load: { index: [['organization_id', 'status', 'id']] },
  shipment: { named: [dated('shipment', 'delivery_date'), dated('shipment', 'pick_up_date')] },
  stop: { named: [dated('stop', 'requested_start_date')] },
};
