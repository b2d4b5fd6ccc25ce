import type { IndexedTables } from '../table.ts';

const buildDatedIndex = (table: string, column: string) => ({
  name: `${table}_${column}_idx`,
  columns: ['organization_id', column],
  where: `${column} is not null`,
});

/** Builds the index of open bills and invoices by due date, stated or computed. */
const buildOpenDueIndex = (table: string) => ({
  name: `${table}_open_due_idx`,
  columns: ['organization_id', 'due_date', 'invoice_date'],
  where: 'owed_cents > 0',
});

/** Records by the days and statuses that people filter them by: pickups of a day, papers that are due, orders on hold. */
export const dateIndexes: IndexedTables = {
  bill: {
    named: [buildDatedIndex('bill', 'due_date'), buildDatedIndex('bill', 'invoice_date'), buildOpenDueIndex('bill')],
  },
  freight_order: { index: [['organization_id', 'status', 'id']] },
  invoice: {
    named: [
      buildDatedIndex('invoice', 'due_date'),
      buildDatedIndex('invoice', 'invoice_date'),
      buildOpenDueIndex('invoice'),
    ],
  },
  load: { index: [['organization_id', 'status', 'id']] },
  shipment: { named: [buildDatedIndex('shipment', 'delivery_date'), buildDatedIndex('shipment', 'pick_up_date')] },
  stop: { named: [buildDatedIndex('stop', 'requested_start_date')] },
};
