import { serviceTables } from '../../copy-tables/services.ts';
import { finalServiceStatuses } from '../../domain/freight/service.ts';
import { toChargeRow } from '../kit/charges.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCentsOrNull } from '../kit/values.ts';

export const services = defineCollection({
  name: 'service',
  resource: 'services',
  list: (api) => api.services.filter,
  open: { final: finalServiceStatuses },
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'service', column: 'shipment_id' }],
  tables: serviceTables,
  toRows: (service) => ({
    service: [
      {
        ...toRecordRow(service),
        friendly_id: service.friendlyId,
        shipment_id: service.shipmentId,
        vendor_id: service.vendor?.id ?? null,
        service_type: service.serviceType,
        status: service.status,
        cost_cents: toCentsOrNull(service.totalCost),
        currency: service.currency,
        scheduled_date: service.scheduledDate,
        completed_date: service.completedDate,
      },
    ],
    service_charge: service.charges.map((charge) => ({ ...toChargeRow(charge), service_id: service.id })),
  }),
});
