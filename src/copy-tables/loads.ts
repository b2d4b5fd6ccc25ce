import { liveLoad } from '../domain/freight/load.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { chargeColumns, recordColumns } from './kit/columns.ts';

export const loadTables = {
  load: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      shipment_id: 'text',
      mode: 'text',
      status: 'text',
      equipment: 'text?',
      /** Null where its carriers are paid in several currencies. */
      cost_cents: 'cents?',
      currency: 'text',
      picked_up_at: 'instant?',
      delivered_at: 'instant?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at'], ['shipment_id']],
    named: [{ name: 'load_live', columns: ['shipment_id'], where: printRule(liveLoad) }],
  },
  load_stop: {
    columns: { load_id: 'text', stop_id: 'text', sequence: 'int' },
    primaryKey: ['load_id', 'stop_id'],
    owner: 'load_id',
    index: [['stop_id']],
  },
  load_carrier: {
    columns: {
      // Without the time of its last change: a bill that came and went leaves nothing else behind.
      id: 'text',
      created_at: 'instant',
      load_id: 'text',
      carrier_id: 'text?',
      status: 'text',
      billing_status: 'text',
      booked_at: 'instant?',
      dispatched_at: 'instant?',
      cost_cents: 'cents?',
      currency: 'text',
      removal_reason: 'text?',
    },
    primaryKey: ['id'],
    owner: 'load_id',
    index: [['load_id'], ['carrier_id', 'booked_at']],
  },
  load_carrier_charge: {
    columns: { ...chargeColumns, load_id: 'text', load_carrier_id: 'text' },
    primaryKey: ['id'],
    owner: 'load_id',
    index: [['load_id'], ['load_carrier_id']],
  },
} as const satisfies CopiedTables;
