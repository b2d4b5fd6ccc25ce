import type { CopiedTables } from './kit/copied-table.ts';
import { chargeColumns, recordColumns } from './kit/columns.ts';

export const serviceTables = {
  service: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      shipment_id: 'text',
      vendor_id: 'text?',
      service_type: 'text',
      status: 'text',
      cost_cents: 'cents?',
      currency: 'text',
      scheduled_date: 'date?',
      completed_date: 'date?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at'], ['shipment_id'], ['vendor_id']],
  },
  service_charge: {
    columns: { ...chargeColumns, service_id: 'text' },
    primaryKey: ['id'],
    owner: 'service_id',
    index: [['service_id']],
  },
} as const satisfies CopiedTables;
