import { notVoided } from '../../domain/money/invoice.ts';
import { isMet } from '../../domain/rules/rule.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ownCodes } from '../../domain/charges/charge-codes.ts';
import type { LoadCarrierStatus, LoadStatus } from '../../domain/freight/load.ts';
import type { OrderStatus } from '../../domain/freight/order.ts';
import type { ServiceStatus } from '../../domain/freight/service.ts';
import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import type { StopType } from '../../domain/stops/stop.ts';
import type { StopWindow } from '../../domain/stops/stop-window.ts';
import type { OrderBillingStatus } from '../../domain/money/order-billing.ts';
import type { SettlementStatus } from '../../domain/payments/settlement.ts';
import { type DeclaredColumns, oneOf, type RowOfColumns } from '../../store/migrations/table.ts';
import { laneColumns } from '../../copy-tables/kit/columns.ts';
import { members } from '../kit/members.ts';

interface PartTable {
  /** The column that says what a row belongs to. */
  readonly key: string;
  readonly columns: DeclaredColumns;
  /** SQL condition of the rows that are read. */
  readonly isWanted?: RawBuilder<unknown>;
}

/** Most charges are the price of a haul, which facts take from its sum. */
const isCodePassedOn = sql`code not in ${members(ownCodes)}`;

/** Tables and columns that facts are computed from. */
const partTables = {
  shipment: {
    key: 'id',
    columns: {
      id: 'text',
      friendly_id: 'text',
      created_at: 'instant',
      status: oneOf<ShipmentStatus>(),
      billing_status: oneOf<OrderBillingStatus>('?'),
      customer_id: 'text?',
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
      created_at: 'instant',
      shipment_id: 'text',
      mode: 'text',
      status: oneOf<OrderStatus>(),
      equipment: 'text?',
      equipment_names: 'text',
      mileage: 'real?',
      weight: 'real?',
      revenue_cents: 'cents?',
      currency: 'text',
      ...laneColumns,
    },
  },
  order_stop: {
    key: 'order_id',
    columns: {
      order_id: 'text',
      stop_id: 'text',
      sequence: 'int',
      type: oneOf<StopType>(),
      place: 'text',
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
  order_charge: {
    key: 'order_id',
    columns: { order_id: 'text', code: 'text', total_cents: 'cents' },
    isWanted: isCodePassedOn,
  },
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
      carrier_id: 'text?',
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
    isWanted: isCodePassedOn,
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
      created_at: 'instant',
      invoice_date: 'date?',
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
} as const satisfies Readonly<Record<string, PartTable>>;

type PartTables = typeof partTables;
export type Part<Name extends keyof PartTables> = RowOfColumns<PartTables[Name]['columns']>;
export type OrderStop = Part<'order_stop'>;

export interface OrderParts {
  readonly order: Part<'freight_order'>;
  /** In route order. */
  readonly stops: readonly OrderStop[];
  readonly charges: readonly Part<'order_charge'>[];
}

export interface LoadParts {
  readonly load: Part<'load'>;
  /** In route order. */
  readonly stops: readonly OrderStop[];
  readonly carriers: readonly LoadCarrierParts[];
}

export interface LoadCarrierParts {
  readonly carrier: Part<'load_carrier'>;
  readonly charges: readonly Part<'load_carrier_charge'>[];
}

/** A shipment with all that its facts follow from. */
export interface ShipmentParts {
  readonly shipment: Part<'shipment'>;
  /** The first one first, the others as they were entered. */
  readonly orders: readonly OrderParts[];
  readonly loads: readonly LoadParts[];
  readonly services: readonly Part<'service'>[];
  readonly bills: readonly Part<'bill'>[];
  /** Invoices that are not voided. */
  readonly invoices: readonly Part<'invoice'>[];
  /** Days on which customers paid for them. */
  readonly paymentDays: readonly string[];
  /** Proofs of delivery. */
  readonly proofs: readonly { readonly status: string; readonly created_at: string }[];
}

/** Reads the parts of those shipments that are in the copy, with one query for each table. */
export async function readParts<Schema>(
  db: Kysely<Schema>,
  shipmentIds: readonly string[],
): Promise<readonly ShipmentParts[]> {
  const shipments = await readRows(db, 'shipment', shipmentIds);
  const orders = await readRows(db, 'freight_order', shipmentIds);
  const loads = await readRows(db, 'load', shipmentIds);
  const groups = {
    ...(await readOrders(db, orders)),
    ...(await readLoads(db, loads)),
    ...(await readInvoices(db, shipmentIds)),
    services: groupRows(await readRows(db, 'service', shipmentIds), 'shipment_id'),
    bills: groupRows(await readRows(db, 'bill', shipmentIds), 'shipment_id'),
    proofs: groupRows(await readProofs(db, [...shipmentIds, ...listIds(orders), ...listIds(loads)]), 'record_id'),
  };
  return shipments.map((shipment) => buildShipmentParts(shipment, groups));
}

async function readOrders<Schema>(db: Kysely<Schema>, orders: readonly Part<'freight_order'>[]) {
  const stops = await readRows(db, 'order_stop', listIds(orders));
  return {
    orders: groupRows(orders, 'shipment_id'),
    stops: groupRows(stops, 'order_id'),
    // A stop that several orders visit is the same to each of them.
    stopsById: new Map(stops.map((stop) => [stop.stop_id, stop])),
    charges: groupRows(await readRows(db, 'order_charge', listIds(orders)), 'order_id'),
  };
}

async function readLoads<Schema>(db: Kysely<Schema>, loads: readonly Part<'load'>[]) {
  return {
    loads: groupRows(loads, 'shipment_id'),
    visits: groupRows(await readRows(db, 'load_stop', listIds(loads)), 'load_id'),
    carriers: groupRows(await readRows(db, 'load_carrier', listIds(loads)), 'load_id'),
    costs: groupRows(await readRows(db, 'load_carrier_charge', listIds(loads)), 'load_carrier_id'),
  };
}

async function readInvoices<Schema>(db: Kysely<Schema>, shipmentIds: readonly string[]) {
  const invoices = (await readRows(db, 'invoice', shipmentIds)).filter((invoice) => isMet(notVoided, invoice));
  return {
    invoices: groupRows(invoices, 'shipment_id'),
    payments: groupRows(await readPayments(db, listIds(invoices)), 'invoice_id'),
  };
}

type Proof = ShipmentParts['proofs'][number];

/** Rows of many shipments, by what they belong to. */
type PartGroups = Awaited<ReturnType<typeof readOrders<never>>> &
  Awaited<ReturnType<typeof readLoads<never>>> &
  Awaited<ReturnType<typeof readInvoices<never>>> & {
    readonly services: Groups<Part<'service'>>;
    readonly bills: Groups<Part<'bill'>>;
    readonly proofs: Groups<Proof>;
  };

function buildShipmentParts(shipment: Part<'shipment'>, groups: PartGroups): ShipmentParts {
  const orders = groups.orders.get(shipment.id) ?? [];
  const loads = groups.loads.get(shipment.id) ?? [];
  const invoices = groups.invoices.get(shipment.id) ?? [];
  const withPapers = [shipment, ...orders, ...loads];
  return {
    shipment,
    orders: sortRows(orders, (order) => placeAmong(order, shipment)).map((order) => ({
      order,
      stops: sortRows(groups.stops.get(order.id) ?? [], ({ sequence }) => sequence),
      charges: groups.charges.get(order.id) ?? [],
    })),
    loads: sortRows(loads, (load) => load.created_at + load.id).map((load) => buildLoadParts(load, groups)),
    services: groups.services.get(shipment.id) ?? [],
    bills: groups.bills.get(shipment.id) ?? [],
    invoices,
    paymentDays: invoices.flatMap(({ id }) => (groups.payments.get(id) ?? []).map((row) => row.payment_date)),
    proofs: withPapers.flatMap(({ id }) => groups.proofs.get(id) ?? []),
  };
}

const placeAmong = ({ id, created_at: createdAt }: Part<'freight_order'>, shipment: Part<'shipment'>): string =>
  `${id === shipment.first_order_id ? 0 : 1} ${createdAt} ${id}`;

const buildLoadParts = (load: Part<'load'>, { visits, stopsById, carriers, costs }: PartGroups): LoadParts => ({
  load,
  stops: sortRows(visits.get(load.id) ?? [], ({ sequence }) => sequence).flatMap(
    (visit) => stopsById.get(visit.stop_id) ?? [],
  ),
  carriers: (carriers.get(load.id) ?? []).map((carrier) => ({ carrier, charges: costs.get(carrier.id) ?? [] })),
});

const listIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

type Groups<Row> = ReadonlyMap<string | null, readonly Row[]>;

const groupRows = <Key extends string, Row extends { readonly [Name in Key]: string | null }>(
  rows: readonly Row[],
  key: Key,
): Groups<Row> => Map.groupBy(rows, (row) => row[key]);

/** Sorts rows; most shipments have one of each, which needs no sorting. */
const sortRows = <Row>(rows: readonly Row[], place: (row: Row) => number | string): readonly Row[] =>
  rows.length < 2 ? rows : rows.toSorted((row, other) => (place(row) < place(other) ? -1 : 1));

async function readRows<Schema, Name extends keyof PartTables>(
  db: Kysely<Schema>,
  name: Name,
  keys: readonly string[],
): Promise<readonly Part<Name>[]> {
  if (keys.length === 0) return [];
  const { key, columns, isWanted = sql`true` }: PartTable = partTables[name];
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const query = sql<Part<Name>>`select ${names} from ${sql.table(name)}
    where ${sql.ref(key)} in ${members(keys)} and ${isWanted}`;
  return (await query.execute(db)).rows;
}

async function readPayments<Schema>(db: Kysely<Schema>, invoiceIds: readonly string[]) {
  const query = sql<{ invoice_id: string; payment_date: string }>`select a.invoice_id, p.payment_date
    from payment_application a join payment p on p.id = a.payment_id where a.invoice_id in ${members(invoiceIds)}`;
  return (await query.execute(db)).rows;
}

async function readProofs<Schema>(db: Kysely<Schema>, recordIds: readonly string[]) {
  const query = sql<Proof & { record_id: string }>`select l.record_id, d.status, d.created_at
    from document_link l join document d on d.id = l.document_id where l.record_id in ${members(recordIds)}`;
  return (await query.execute(db)).rows;
}
