import { serviceTables } from '../../copy-tables/services.ts';
import { finalServiceStatuses } from '../../domain/freight/service.ts';
import { chargeRow } from '../kit/charges.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { centsOrNull } from '../kit/values.ts';

export const services = collection({
  name: 'service',
  resource: 'services',
  list: (api) => api.services.filter,
  open: { final: finalServiceStatuses },
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'service', column: 'shipment_id' }],
  tables: serviceTables,
  toRows: (service) => ({
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
