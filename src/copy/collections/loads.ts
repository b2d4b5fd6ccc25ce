import { loadTables } from '../../copy-tables/loads.ts';
import { finalLoadStatuses } from '../../domain/freight/load.ts';
import { chargeRow } from '../kit/charges.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { centsOrNull, instant, instantOrNull, namesOf } from '../kit/values.ts';

/** Loads with their carriers, what these cost, and the stops that they visit. */
export const loads = collection({
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
        ...recordRow(load),
        friendly_id: load.friendlyId,
        shipment_id: load.shipmentId,
        mode: load.mode,
        status: load.status,
        equipment: namesOf(load.equipment),
        cost_cents: centsOrNull(load.totalCost),
        currency: load.currency,
        picked_up_at: instantOrNull(load.pickedUpAt),
        delivered_at: instantOrNull(load.deliveredAt),
      },
    ],
    load_stop: load.stops.map(({ orderStopId, sequence }) => ({
      load_id: load.id,
      stop_id: orderStopId,
      sequence,
    })),
    load_carrier: load.carriers.map((carrier) => ({
      id: carrier.id,
      created_at: instant(carrier.createdAt),
      load_id: load.id,
      carrier_id: carrier.carrier?.id ?? null,
      status: carrier.status,
      billing_status: carrier.billingStatus,
      booked_at: instantOrNull(carrier.bookedAt),
      dispatched_at: instantOrNull(carrier.dispatchedAt),
      cost_cents: centsOrNull(carrier.totalCost),
      currency: carrier.currency,
      removal_reason: carrier.removalReason,
    })),
    load_carrier_charge: load.carriers.flatMap(({ id, charges }) =>
      charges.map((charge) => ({ ...chargeRow(charge), load_id: load.id, load_carrier_id: id })),
    ),
  }),
});
