import { losingMargin } from '../domain/money/margin.ts';
import { laneRun } from '../domain/shipments/lane-run.ts';
import { liveShipment } from '../domain/freight/shipment.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import type { MarginGap } from '../domain/money/margin.ts';
import type { PodState } from '../domain/freight/pod.ts';
import type { LoadCarrierStatus, LoadStatus } from '../domain/freight/load.ts';
import type { ShipmentStatus } from '../domain/freight/shipment.ts';
import type { OrderBillingStatus } from '../domain/money/order-billing.ts';
import type { SettlementStatus } from '../domain/payments/settlement.ts';
import { laneColumns } from './kit/columns.ts';
import { oneOf, type RowOfColumns, type RowsOf, type TableDefinitions } from '../store/migrations/table.ts';

/** Figures of the visits to stops; each is null if the visit has not happened or its time is unknown. */
const visitColumns = {
  on_time_pickup: 'bool?',
  on_time_delivery: 'bool?',
  /** Minutes after the end of the window that decides whether the truck was on time; negative before it. */
  pickup_late_minutes: 'int?',
  delivery_late_minutes: 'int?',
  dwell_minutes: 'int?',
  dwell_stops: 'int',
} as const;

/**
 * The route over all orders, from the first stop of the first order to the last stop of the last one; for a canceled
 * shipment, the freight it would have moved.
 */
const routeColumns = {
  route: 'text',
  from_city: 'text?',
  from_state: 'text?',
  to_city: 'text?',
  to_state: 'text?',
  /** Due times of the first pickup and the last drop: a time of day if the stop has one, else a day. */
  pickup_due: 'text?',
  delivery_due: 'text?',
  /** Equipment that any of its orders allows. */
  equipment_asked: 'text',
} as const;

/** The columns that freight figures are computed from. An index that ends with them answers without reading a row. */
const freightFigures = [
  'is_canceled',
  'loads',
  'miles',
  'revenue_cents',
  'cost_cents',
  'margin_cents',
  'actual_revenue_cents',
  'actual_cost_cents',
  'actual_margin_cents',
];

/** Tables computed from copied records, with one wide row for each shipment or haul. */
export const factTables = {
  shipment_fact: {
    columns: {
      id: 'text',
      friendly_id: 'text',
      created_at: 'instant',
      customer_id: 'text?',
      customer_rep_id: 'text?',
      status: oneOf<ShipmentStatus>(),
      billing_status: oneOf<OrderBillingStatus>('?'),
      is_canceled: 'bool',
      is_delivered: 'bool',
      currency: 'text',
      /** Null with none or several. */
      carrier_id: 'text?',
      carriers: 'int',
      orders: 'int',
      loads: 'int',
      services: 'int',
      mode: 'text?',
      equipment: 'text?',
      ...laneColumns,
      miles: 'real?',
      weight: 'real?',
      ...routeColumns,
      pickup_day: 'date?',
      delivery_day: 'date?',
      /** Amounts, each null if a part of it is in another currency. */
      revenue_cents: 'cents?',
      cost_cents: 'cents?',
      /** The parts of `cost_cents` other than `tonu_cents`. */
      carrier_pay_cents: 'cents?',
      service_cents: 'cents?',
      /** The margin; null while it is unknown. `margin_gap` then gives the reason, unless nothing is priced yet. */
      margin_cents: 'cents?',
      margin_gap: oneOf<MarginGap>('?'),
      actual_revenue_cents: 'cents?',
      actual_cost_cents: 'cents?',
      actual_margin_cents: 'cents?',
      /** Null without an invoice as well. */
      invoiced_cents: 'cents?',
      tonu_cents: 'cents?',
      tonus: 'int',
      bounces: 'int',
      is_unbilled: 'bool',
      unbilled_cents: 'cents?',
      leak_cents: 'cents?',
      ...visitColumns,
      booked_at: 'instant?',
      delivered_at: 'instant?',
      pod: oneOf<PodState>(),
      pod_at: 'instant?',
      invoiced_day: 'date?',
      paid_day: 'date?',
    },
    primaryKey: ['id'],
    index: [
      ['origin_state', 'destination_state', 'is_canceled', 'pickup_day', 'id'],
      ['status', 'customer_id'],
      ['from_city', 'from_state', 'id'],
      ['to_city', 'to_state', 'id'],
    ],
    named: [
      { name: 'shipment_fact_unbilled', columns: ['customer_id'], where: 'is_unbilled = 1' },
      { name: 'shipment_fact_live', columns: ['customer_id'], where: printRule(liveShipment) },
      {
        name: 'shipment_fact_run',
        columns: ['origin_state', 'destination_state', 'delivery_day', 'origin_city', 'destination_city'],
        where: printRule(laneRun),
      },
      {
        name: 'shipment_fact_delivered',
        columns: ['delivery_day', 'customer_id', 'currency', 'revenue_cents', 'margin_cents'],
        where: 'is_delivered = 1 and is_canceled = 0',
      },
      {
        name: 'shipment_fact_losing',
        columns: ['is_delivered', 'delivery_day'],
        where: `is_canceled = 0 and ${printRule(losingMargin)}`,
      },
      {
        name: 'shipment_fact_uncovered',
        columns: ['id'],
        where: 'is_canceled = 0 and loads > 0 and carriers = 0',
      },
      ...['lane', 'customer_id', 'carrier_id'].map((key) => ({
        name: `shipment_fact_by_${key}`,
        columns: [key, 'currency', 'pickup_day', ...freightFigures],
      })),
      { name: 'shipment_fact_by_day', columns: ['pickup_day', 'currency', ...freightFigures] },
      {
        name: 'shipment_fact_on_time',
        columns: [
          'carrier_id',
          'delivery_day',
          'is_delivered',
          'on_time_delivery',
          'origin_place',
          'destination_place',
        ],
      },
    ],
  },
  /** One row for each assignment of a carrier to a load. */
  haul_fact: {
    columns: {
      id: 'text',
      load_id: 'text',
      load_friendly_id: 'text',
      shipment_id: 'text',
      shipment_friendly_id: 'text',
      carrier_id: 'text?',
      customer_id: 'text?',
      customer_rep_id: 'text?',
      status: oneOf<LoadCarrierStatus>(),
      load_status: oneOf<LoadStatus>(),
      billing_status: oneOf<SettlementStatus>(),
      removal_reason: 'text?',
      created_at: 'instant',
      booked_at: 'instant?',
      is_live: 'bool',
      is_delivered: 'bool',
      mode: 'text',
      equipment: 'text?',
      ...laneColumns,
      pickup_day: 'date?',
      delivery_day: 'date?',
      currency: 'text',
      cost_cents: 'cents',
      billed_cents: 'cents?',
      /** The date of the first bill in any currency; if that bill has no date, the day on which it was entered. */
      billed_day: 'date?',
      miles: 'real?',
      revenue_cents: 'cents?',
      ...visitColumns,
      transit_minutes: 'int?',
    },
    primaryKey: ['shipment_id', 'id'],
    index: [['carrier_id']],
    named: [
      {
        name: 'haul_fact_run',
        columns: [
          'origin_state',
          'destination_state',
          'delivery_day',
          'carrier_id',
          'currency',
          'cost_cents',
          'origin_city',
          'destination_city',
          'origin_market',
          'destination_market',
        ],
        where: 'is_delivered = 1',
      },
      {
        name: 'haul_fact_unbilled',
        columns: ['shipment_id', 'status', 'currency', 'cost_cents'],
        where: 'billed_day is null',
      },
      { name: 'haul_fact_live_carrier', columns: ['shipment_id', 'carrier_id'], where: 'is_live = 1' },
      { name: 'haul_fact_live_day', columns: ['delivery_day'], where: 'is_live = 1' },
    ],
  },
  /** Shipments whose facts have to be computed again. */
  stale_fact: { columns: { shipment_id: 'text' }, primaryKey: ['shipment_id'] },
} as const satisfies TableDefinitions;

export type FactTables = RowsOf<typeof factTables>;

export type VisitFacts = RowOfColumns<typeof visitColumns>;
export type RouteFacts = RowOfColumns<typeof routeColumns>;
export type ShipmentFact = FactTables['shipment_fact'];
export type HaulFact = FactTables['haul_fact'];
