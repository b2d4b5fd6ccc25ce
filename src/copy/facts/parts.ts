import { sql, type Transaction } from 'kysely';
import type { LoadCarrierStatus, LoadStatus } from '../../domain/freight/load.ts';
import type { OrderStatus } from '../../domain/freight/order.ts';
import type { ServiceStatus } from '../../domain/freight/service.ts';
import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import type { StopType } from '../../domain/freight/stop.ts';
import type { StopWindow } from '../../domain/freight/stop-window.ts';
import type { OrderBillingStatus } from '../../domain/money/order-billing.ts';
import type { SettlementStatus } from '../../domain/money/settlement.ts';
import { type DeclaredColumns, oneOf, type RowOfColumns } from '../../store/migrations/table.ts';
import { members } from '../kit/write-rows.ts';

/** What facts are computed from, by the column that says what a row belongs to. */
const read = {
  shipment: {
    key: 'id',
    columns: {
      id: 'text',
      friendly_id: 'text',
      created_at: 'instant',
      status: oneOf<ShipmentStatus>(),
      billing_status: oneOf<OrderBillingStatus>('?'),
      customer_id: 'text',
      customer_rep_id: 'text?',
      first_order_id: 'text?',
      currency: 'text',
      pick_up_date: 'date?',
      delivery_date: 'date?',
      delivered_at: 'instant?',
    },
  },
  freight_order: {
    key: 'shipment_id',
    columns: {
      id: 'text',
      shipment_id: 'text',
      mode: 'text',
      status: oneOf<OrderStatus>(),
      equipment: 'text?',
      mileage: 'real?',
      weight: 'real?',
      revenue_cents: 'cents?',
      currency: 'text',
      origin_city: 'text?',
      origin_state: 'text?',
      origin_postal_code: 'text?',
      origin_market: 'text?',
      destination_city: 'text?',
      destination_state: 'text?',
      destination_postal_code: 'text?',
      destination_market: 'text?',
    },
  },
  order_stop: {
    key: 'order_id',
    columns: {
      order_id: 'text',
      stop_id: 'text',
      sequence: 'int',
      type: oneOf<StopType>(),
      city: 'text?',
      state: 'text?',
      postal_code: 'text?',
      market: 'text?',
      time_zone: 'text?',
      window_start: 'instant?',
      window_end: 'instant?',
      window_kind: oneOf<StopWindow['kind']>('?'),
      actual_arrival: 'instant?',
      actual_departure: 'instant?',
      is_drop_trailer: 'bool',
    },
  },
  order_charge: { key: 'order_id', columns: { order_id: 'text', code: 'text', total_cents: 'cents' } },
  load: {
    key: 'shipment_id',
    columns: {
      id: 'text',
      shipment_id: 'text',
      friendly_id: 'text',
      mode: 'text',
      status: oneOf<LoadStatus>(),
      equipment: 'text?',
      created_at: 'instant',
    },
  },
  load_stop: { key: 'load_id', columns: { load_id: 'text', stop_id: 'text', sequence: 'int' } },
  load_carrier: {
    key: 'load_id',
    columns: {
      id: 'text',
      load_id: 'text',
      carrier_id: 'text',
      status: oneOf<LoadCarrierStatus>(),
      billing_status: oneOf<SettlementStatus>(),
      created_at: 'instant',
      booked_at: 'instant?',
      cost_cents: 'cents?',
      currency: 'text',
      removal_reason: 'text?',
    },
  },
  load_carrier_charge: {
    key: 'load_id',
    columns: { load_id: 'text', load_carrier_id: 'text', code: 'text', total_cents: 'cents' },
  },
  service: {
    key: 'shipment_id',
    columns: {
      id: 'text',
      shipment_id: 'text',
      status: oneOf<ServiceStatus>(),
      cost_cents: 'cents?',
      currency: 'text',
    },
  },
  bill: {
    key: 'shipment_id',
    columns: {
      shipment_id: 'text',
      load_carrier_id: 'text?',
      service_id: 'text?',
      amount_cents: 'cents',
      currency: 'text',
    },
  },
  invoice: {
    key: 'shipment_id',
    columns: {
      id: 'text',
      shipment_id: 'text',
      order_id: 'text',
      status: 'text',
      invoice_date: 'date',
      amount_cents: 'cents',
      owed_cents: 'cents',
      currency: 'text',
    },
  },
} as const satisfies Readonly<Record<string, { readonly key: string; readonly columns: DeclaredColumns }>>;

type Tables = typeof read;
export type Part<Name extends keyof Tables> = RowOfColumns<Tables[Name]['columns']>;

export interface OrderParts {
  readonly order: Part<'freight_order'>;
  /** In route order. */
  readonly stops: readonly Part<'order_stop'>[];
  readonly charges: readonly Part<'order_charge'>[];
}

export interface LoadParts {
  readonly load: Part<'load'>;
  /** In route order. */
  readonly stops: readonly Part<'order_stop'>[];
  readonly carriers: readonly CarrierParts[];
}

export interface CarrierParts {
  readonly carrier: Part<'load_carrier'>;
  readonly charges: readonly Part<'load_carrier_charge'>[];
}

/** A shipment with all that its facts follow from. */
export interface ShipmentParts {
  readonly shipment: Part<'shipment'>;
  readonly orders: readonly OrderParts[];
  readonly loads: readonly LoadParts[];
  readonly services: readonly Part<'service'>[];
  readonly bills: readonly Part<'bill'>[];
  /** Without voided ones. */
  readonly invoices: readonly Part<'invoice'>[];
  /** Days on which customers paid for them. */
  readonly paymentDays: readonly string[];
  readonly pods: readonly { readonly status: string; readonly created_at: string }[];
}

/** Of the shipments that are in the copy; one read of each table for all of them. */
export async function partsOf<Schema>(
  tx: Transaction<Schema>,
  shipmentIds: readonly string[],
): Promise<readonly ShipmentParts[]> {
  const shipments = await rowsOf(tx, 'shipment', shipmentIds);
  const orders = await rowsOf(tx, 'freight_order', shipmentIds);
  const loads = await rowsOf(tx, 'load', shipmentIds);
  const orderIds = orders.map(({ id }) => id);
  const loadIds = loads.map(({ id }) => id);
  const invoices = (await rowsOf(tx, 'invoice', shipmentIds)).filter(({ status }) => status !== 'VOIDED');
  const of = {
    orders: Map.groupBy(orders, (row) => row.shipment_id),
    stops: Map.groupBy(await rowsOf(tx, 'order_stop', orderIds), (row) => row.order_id),
    charges: Map.groupBy(await rowsOf(tx, 'order_charge', orderIds), (row) => row.order_id),
    loads: Map.groupBy(loads, (row) => row.shipment_id),
    visits: Map.groupBy(await rowsOf(tx, 'load_stop', loadIds), (row) => row.load_id),
    carriers: Map.groupBy(await rowsOf(tx, 'load_carrier', loadIds), (row) => row.load_id),
    costs: Map.groupBy(await rowsOf(tx, 'load_carrier_charge', loadIds), (row) => row.load_carrier_id),
    services: Map.groupBy(await rowsOf(tx, 'service', shipmentIds), (row) => row.shipment_id),
    bills: Map.groupBy(await rowsOf(tx, 'bill', shipmentIds), (row) => row.shipment_id),
    invoices: Map.groupBy(invoices, (row) => row.shipment_id),
    payments: Map.groupBy(await paymentDays(tx, invoices), (row) => row.invoice_id),
    pods: Map.groupBy(await proofs(tx, [...shipmentIds, ...orderIds, ...loadIds]), (row) => row.record_id),
  };
  return shipments.map((shipment) => {
    const ownOrders = (of.orders.get(shipment.id) ?? []).map((order) => ({
      order,
      stops: inOrder(of.stops.get(order.id)),
      charges: of.charges.get(order.id) ?? [],
    }));
    const stops = new Map(ownOrders.flatMap((order) => order.stops.map((stop) => [stop.stop_id, stop])));
    const ownLoads = of.loads.get(shipment.id) ?? [];
    const ownInvoices = of.invoices.get(shipment.id) ?? [];
    const recordIds = [shipment.id, ...ownOrders.map(({ order }) => order.id), ...ownLoads.map(({ id }) => id)];
    return {
      shipment,
      orders: ownOrders.toSorted((one, other) => placeOf(shipment, one) - placeOf(shipment, other)),
      loads: ownLoads.toSorted(byAge).map((load) => ({
        load,
        stops: inOrder(of.visits.get(load.id)).flatMap((visit) => stops.get(visit.stop_id) ?? []),
        carriers: (of.carriers.get(load.id) ?? []).map((carrier) => ({
          carrier,
          charges: of.costs.get(carrier.id) ?? [],
        })),
      })),
      services: of.services.get(shipment.id) ?? [],
      bills: of.bills.get(shipment.id) ?? [],
      invoices: ownInvoices,
      paymentDays: ownInvoices.flatMap(({ id }) => (of.payments.get(id) ?? []).map((row) => row.payment_date)),
      pods: recordIds.flatMap((id) => of.pods.get(id) ?? []),
    };
  });
}

const inOrder = <Row extends { readonly sequence: number }>(rows: readonly Row[] = []): readonly Row[] =>
  rows.length < 2 ? rows : rows.toSorted((one, other) => one.sequence - other.sequence);

const placeOf = ({ first_order_id: first }: Part<'shipment'>, { order }: OrderParts): number =>
  order.id === first ? 0 : 1;

const byAge = (one: Part<'load'>, other: Part<'load'>): number =>
  one.created_at === other.created_at ? (one.id < other.id ? -1 : 1) : one.created_at < other.created_at ? -1 : 1;

async function rowsOf<Schema, Name extends keyof Tables>(
  tx: Transaction<Schema>,
  name: Name,
  keys: readonly string[],
): Promise<readonly Part<Name>[]> {
  if (keys.length === 0) return [];
  const { key, columns } = read[name];
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const query = sql<Part<Name>>`select ${names} from ${sql.table(name)} where ${sql.ref(key)} in ${members(keys)}`;
  return (await query.execute(tx)).rows;
}

async function paymentDays<Schema>(tx: Transaction<Schema>, invoices: readonly Part<'invoice'>[]) {
  const ids = members(invoices.map(({ id }) => id));
  const query = sql<{ invoice_id: string; payment_date: string }>`select a.invoice_id, p.payment_date
    from payment_application a join payment p on p.id = a.payment_id where a.invoice_id in ${ids}`;
  return (await query.execute(tx)).rows;
}

async function proofs<Schema>(tx: Transaction<Schema>, recordIds: readonly string[]) {
  const query = sql<{
    record_id: string;
    status: string;
    created_at: string;
  }>`select l.record_id, d.status, d.created_at
    from document_link l join document d on d.id = l.document_id where l.record_id in ${members(recordIds)}`;
  return (await query.execute(tx)).rows;
}
