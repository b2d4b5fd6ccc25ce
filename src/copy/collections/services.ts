import { finalServiceStatuses } from '../../domain/freight/service.ts';
import { chargeColumns, chargeRow } from '../kit/charges.ts';
import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { centsOrNull } from '../kit/values.ts';

export const services = collection({
  name: 'service',
  resource: 'services',
  list: (api) => api.services.filter,
  open: { final: finalServiceStatuses },
  tables: {
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
  },
  rowsOf: (service) => ({
    service: [
      {
        ...recordRow(service),
        friendly_id: service.friendlyId,
        shipment_id: service.shipmentId,
        vendor_id: service.vendor?.id ?? null,
        service_type: service.serviceType,
        status: service.status,
        cost_cents: centsOrNull(service.totalCost),
        currency: service.currency,
        scheduled_date: service.scheduledDate,
        completed_date: service.completedDate,
      },
    ],
    service_charge: service.charges.map((charge) => ({ ...chargeRow(charge), service_id: service.id })),
  }),
});
