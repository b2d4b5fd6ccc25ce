import { finalLoadStatuses } from '../../domain/freight/load.ts';
import { chargeColumns, chargeRow } from '../kit/charges.ts';
import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { centsOrNull, instant, instantOrNull, namesOf } from '../kit/values.ts';

/** Loads with their carriers, what these cost, and the stops that they visit. */
export const loads = collection({
  name: 'load',
  resource: 'loads',
  list: (api) => api.loads.filter,
  open: { final: finalLoadStatuses },
  // A carrier that leaves changes the shipment, a bill how far its money is; the load says of neither that it changed.
  follows: [
    { of: 'shipment', key: 'id', table: 'load', column: 'shipment_id' },
    { of: 'bill', key: 'load_carrier_id', table: 'load_carrier', column: 'id' },
  ],
  tables: {
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
  },
  rowsOf: (load) => ({
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
