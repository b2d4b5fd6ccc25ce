import type { StopWindow } from '../domain/stops/stop-window.ts';
import { oneOf } from '../store/migrations/table.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { chargeColumns, laneColumns, recordColumns } from './kit/columns.ts';

export const orderTables = {
  freight_order: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      shipment_id: 'text?',
      quote_id: 'text?',
      mode: 'text',
      status: 'text',
      billing_status: 'text',
      /** Names, in alphabetical order. */
      equipment: 'text?',
      /** The same apart from one another. */
      equipment_names: 'text',
      mileage: 'real?',
      weight: 'real?',
      /** Values of its references, as lists show them. */
      reference_text: 'text?',
      revenue_cents: 'cents?',
      currency: 'text',
      /** The day of the pickup; the planned day before it. */
      pick_up_date: 'date?',
      /** The day of the last drop; the planned day before it. */
      delivery_date: 'date?',
      /** The first pickup and the last drop of the order. */
      ...laneColumns,
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [
      ['created_at'],
      ['shipment_id'],
      ['origin_state', 'destination_state', 'origin_city', 'destination_city', 'id', 'equipment'],
    ],
  },
  /** Stops of orders. A stop that several orders visit has one row for each order. */
  order_stop: {
    columns: {
      order_id: 'text',
      stop_id: 'text',
      sequence: 'int',
      type: 'text',
      location_id: 'text?',
      /** The place as lists print it. */
      place: 'text',
      city: 'text?',
      state: 'text?',
      postal_code: 'text?',
      market: 'text?',
      time_zone: 'text?',
      /** The window that decides whether the truck was on time: the one in force when it arrived. */
      window_start: 'instant?',
      window_end: 'instant?',
      window_kind: oneOf<StopWindow['kind']>('?'),
      /** The same as lists show it: "Fri, Nov 20, 8:00 AM-10:00 AM CST". */
      window_text: 'text',
      /** The window requested now, which may differ from that one after the truck has arrived. */
      request_text: 'text',
      /** True if a date was requested. A window can also be missing because the time zone is unknown. */
      is_dated: 'bool',
      actual_arrival: 'instant?',
      actual_departure: 'instant?',
      /** Local date on which the requested window ends; if it has no end, on which it begins. */
      requested_on: 'date?',
      /** True for a dropped trailer, which may stay as long as the shipper likes. */
      is_drop_trailer: 'bool',
      /** Minutes from the end of the window to the truck's arrival, negative if it came before; null if unknown. */
      late_minutes: 'int?',
      /** Minutes that a truck which has left stood there; null of a trailer that is dropped. */
      dwell_minutes: 'int?',
    },
    primaryKey: ['order_id', 'stop_id'],
    owner: 'order_id',
    index: [['stop_id'], ['location_id']],
  },
  order_charge: {
    columns: { ...chargeColumns, order_id: 'text' },
    primaryKey: ['id'],
    owner: 'order_id',
    index: [['order_id']],
  },
} as const satisfies CopiedTables;
