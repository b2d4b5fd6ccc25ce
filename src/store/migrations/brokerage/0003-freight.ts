import type { TransportMode } from '../../../domain/freight/freight-codes.ts';
import type { LoadCarrierRemovalReason, LoadCarrierStatus, LoadStatus } from '../../../domain/freight/load.ts';
import type { OrderBillingStatus } from '../../../domain/money/order-billing.ts';
import type { OrderStatus } from '../../../domain/freight/order.ts';
import type { QuoteLostReason, QuoteSide, QuoteStatus } from '../../../domain/quotes/quote.ts';
import type { ServiceStatus, ServiceType } from '../../../domain/freight/service.ts';
import type { SettlementStatus } from '../../../domain/payments/settlement.ts';
import type { ShipmentStatus } from '../../../domain/freight/shipment.ts';
import type { StopType } from '../../../domain/stops/stop.ts';
import { oneOf, type TableDefinitions } from '../table.ts';
import { byId, newestFirst, record, uniqueFriendlyId, uniqueKey } from './record-columns.ts';

/** From the quote to the delivery. */
export const freightTables = {
  quote: {
    columns: {
      ...record,
      friendly_id: 'text',
      side: oneOf<QuoteSide>(),
      status: oneOf<QuoteStatus>(),
      amount_cents: 'cents?',
      target_cents: 'cents?',
      currency: 'text',
      expires_at: 'instant?',
      customer_id: 'text?',
      carrier_id: 'text?',
      order_id: 'text',
      lost_reason: oneOf<QuoteLostReason>('?'),
      lost_reason_text: 'text?',
      closed_time: 'instant?',
      assignee_id: 'text?',
      shipment_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [
      newestFirst,
      ['organization_id', 'status', 'id'],
      ['organization_id', 'customer_id', 'id'],
      ['organization_id', 'order_id'],
      ['organization_id', 'shipment_id'],
      ['organization_id', 'carrier_id'],
    ],
  },
  freight_order: {
    columns: {
      ...record,
      friendly_id: 'text',
      /** Null until the quote that holds the order is converted. */
      shipment_id: 'text?',
      customer_id: 'text?',
      position: 'int',
      mode: oneOf<TransportMode>(),
      status: oneOf<OrderStatus>(),
      status_before_cancel: oneOf<OrderStatus>('?'),
      billing_status: oneOf<OrderBillingStatus>(),
      currency: 'text',
      freight: 'json?',
      equipment_ids: 'json',
      special_requirement_ids: 'json',
      mileage: 'real?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [['organization_id', 'shipment_id'], newestFirst],
  },
  order_reference: {
    columns: {
      id: 'text',
      organization_id: 'text',
      order_id: 'text',
      type: 'text',
      value: 'text',
      /** The value as it is looked up: trimmed, inner spaces single, lower case. */
      search_value: 'text',
      position: 'int',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'order_id'],
      ['organization_id', 'search_value'],
    ],
  },
  charge: {
    columns: {
      id: 'text',
      organization_id: 'text',
      /** ORDER, LOAD_CARRIER or SERVICE: whose charge it is; owner_id is that record's id. */
      owner_type: oneOf<'ORDER' | 'LOAD_CARRIER' | 'SERVICE'>(),
      owner_id: 'text',
      charge_code_id: 'int',
      description: 'text?',
      amount_cents: 'cents',
      quantity: 'real',
      rate: 'real?',
      /** amount when there is no rate, else rate x quantity. */
      total_cents: 'cents',
      position: 'int',
    },
    primaryKey: byId,
    index: [['organization_id', 'owner_id']],
  },
  stop: {
    columns: {
      ...record,
      /** The order it was made for; `order_stop` says which orders visit it. */
      order_id: 'text',
      type: oneOf<StopType>(),
      location_id: 'text?',
      postal_code: 'text?',
      city_id: 'text?',
      airport_code: 'text?',
      requested_start_date: 'date?',
      requested_end_date: 'date?',
      requested_start_time: 'text?',
      requested_end_time: 'text?',
      actual_arrival: 'instant?',
      actual_departure: 'instant?',
      drop_trailer: 'bool',
      notes: 'text?',
      /** Place of the stop, as far as it is stated. */
      place_city: 'text?',
      place_state: 'text?',
      place_postal_code: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst, ['organization_id', 'order_id'], ['organization_id', 'location_id']],
  },
  order_stop: {
    columns: { organization_id: 'text', order_id: 'text', stop_id: 'text', sequence: 'int' },
    primaryKey: ['order_id', 'stop_id'],
    index: [['organization_id', 'stop_id']],
  },
  shipment: {
    columns: {
      ...record,
      friendly_id: 'text',
      status: oneOf<ShipmentStatus>(),
      status_before_cancel: oneOf<ShipmentStatus>('?'),
      cancel_reason: 'text?',
      canceled_at: 'instant?',
      customer_id: 'text',
      customer_rep_id: 'text?',
      quote_id: 'text?',
      delivered_at: 'instant?',
      currency: 'text',
      /** The least advanced of its orders'. */
      billing_status: oneOf<OrderBillingStatus>(),
      /** First pick and last drop of its first order, for filters and lists. */
      pick_up_date: 'date?',
      delivery_date: 'date?',
      origin_city: 'text?',
      origin_state: 'text?',
      origin_postal_code: 'text?',
      destination_city: 'text?',
      destination_state: 'text?',
      destination_postal_code: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [
      newestFirst,
      ['organization_id', 'status', 'id'],
      ['organization_id', 'customer_id', 'id'],
      ['organization_id', 'billing_status', 'id'],
      ['organization_id', 'delivered_at'],
    ],
  },
  load: {
    columns: {
      ...record,
      friendly_id: 'text',
      shipment_id: 'text',
      mode: oneOf<TransportMode>(),
      status: oneOf<LoadStatus>(),
      status_before_cancel: oneOf<LoadStatus>('?'),
      picked_up_at: 'instant?',
      delivered_at: 'instant?',
      rebooked_from_id: 'text?',
      equipment_ids: 'json?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [['organization_id', 'shipment_id'], newestFirst],
  },
  load_stop: {
    columns: { organization_id: 'text', load_id: 'text', stop_id: 'text', sequence: 'int' },
    primaryKey: ['load_id', 'stop_id'],
    index: [['organization_id', 'stop_id']],
  },
  load_carrier: {
    columns: {
      ...record,
      load_id: 'text',
      shipment_id: 'text',
      carrier_id: 'text',
      contact_id: 'text?',
      status: oneOf<LoadCarrierStatus>(),
      billing_status: oneOf<SettlementStatus>(),
      currency: 'text',
      booked_at: 'instant?',
      dispatched_at: 'instant?',
      driver_name: 'text?',
      driver_phone: 'text?',
      truck_number: 'text?',
      trailer_number: 'text?',
      removal_reason: oneOf<LoadCarrierRemovalReason>('?'),
      removal_text: 'text?',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'load_id'],
      ['organization_id', 'shipment_id'],
      ['organization_id', 'carrier_id', 'id'],
    ],
  },
  service: {
    columns: {
      ...record,
      friendly_id: 'text',
      shipment_id: 'text',
      vendor_id: 'text',
      vendor_contact_id: 'text?',
      service_type: oneOf<ServiceType>(),
      status: oneOf<ServiceStatus>(),
      status_before_cancel: oneOf<ServiceStatus>('?'),
      description: 'text?',
      currency: 'text',
      scheduled_date: 'date?',
      completed_date: 'date?',
      reference_number: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [['organization_id', 'shipment_id'], ['organization_id', 'vendor_id'], newestFirst],
  },
} as const satisfies TableDefinitions;
