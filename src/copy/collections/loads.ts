import { loadTables } from '../../copy-tables/loads.ts';
import { finalLoadStatuses } from '../../domain/freight/load.ts';
import { toChargeRow } from '../kit/charges.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCentsOrNull, toInstant, toInstantOrNull, joinNames } from '../kit/values.ts';

/** Loads with their carriers, costs and stops. */
export const loads = defineCollection({
  name: 'load',
  resource: 'loads',
  list: (api) => api.loads.filter,
  open: { final: finalLoadStatuses },
  // A carrier that leaves changes the shipment, a bill how far its money is; the load says of neither that it changed.
  follows: [
    { collectionName: 'shipment', key: 'id', table: 'load', column: 'shipment_id' },
    { collectionName: 'bill', key: 'load_carrier_id', table: 'load_carrier', column: 'id' },
  ],
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'load', column: 'shipment_id' }],
  tables: loadTables,
  toRows: (load) => ({
    load: [
      {
        ...toRecordRow(load),
        friendly_id: load.friendlyId,
        shipment_id: load.shipmentId,
        mode: load.mode,
        status: load.status,
        equipment: joinNames(load.equipment),
        cost_cents: toCentsOrNull(load.totalCost),
        currency: load.currency,
        picked_up_at: toInstantOrNull(load.pickedUpAt),
        delivered_at: toInstantOrNull(load.deliveredAt),
      },
    ],
    load_stop: load.stops.map(({ orderStopId, sequence }) => ({
      load_id: load.id,
      stop_id: orderStopId,
      sequence,
    })),
    load_carrier: load.carriers.map((carrier) => ({
      id: carrier.id,
      created_at: toInstant(carrier.createdAt),
      load_id: load.id,
      carrier_id: carrier.carrier?.id ?? null,
      status: carrier.status,
      billing_status: carrier.billingStatus,
      booked_at: toInstantOrNull(carrier.bookedAt),
      dispatched_at: toInstantOrNull(carrier.dispatchedAt),
      cost_cents: toCentsOrNull(carrier.totalCost),
      currency: carrier.currency,
      removal_reason: carrier.removalReason,
    })),
    load_carrier_charge: load.carriers.flatMap(({ id, charges }) =>
      charges.map((charge) => ({ ...toChargeRow(charge), load_id: load.id, load_carrier_id: id })),
    ),
  }),
});
