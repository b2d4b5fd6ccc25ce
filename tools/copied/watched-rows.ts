import { civilDay } from '../../src/domain/kit/dates.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { deliveredShipment, notCanceled } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { type StopWindow, windowOfParts } from '../../src/domain/freight/stop-window.ts';
import {
  orderUnderWay,
  type WatchedCarrier,
  type WatchedFreight,
  type WatchedRoute,
} from '../../src/domain/shipments/watched-freight.ts';
import type { WatchedStop } from '../../src/domain/freight/shipment-exceptions.ts';
import { type Condition, isOneOf } from './conditions.ts';
import { podStatusesOf } from './pod-statuses.ts';
import { type Reader, rowsOf } from './rows.ts';

/** A shipment of the copy with all that its exceptions follow from. */
export interface WatchedRow extends WatchedFreight {
  readonly id: string;
  readonly friendlyId: string;
  readonly createdAt: string;
  readonly customerName: string | null;
}

interface ShipmentRow {
  readonly id: string;
  readonly friendly_id: string;
  readonly created_at: string;
  readonly customer_name: string | null;
  readonly status: string;
  readonly billing_status: string | null;
  readonly delivered_at: string | null;
  readonly delivery_date: string | null;
  readonly revenue_cents: number | null;
  readonly cost_cents: number | null;
}

/** Shipments `s` of the copy as a dispatcher watches them. */
export async function watchedRows(
  read: Reader,
  { text, values }: Condition,
  timeZone: string,
): Promise<readonly WatchedRow[]> {
  const rows = await rowsOf<ShipmentRow>(
    read,
    `select s.id, s.friendly_id, s.created_at, c.name as customer_name, s.status, s.billing_status, s.delivered_at,
      s.delivery_date, s.revenue_cents, s.cost_cents
    from shipment s left join customer c on c.id = s.customer_id where ${text}`,
    values,
  );
  const ids = rows.map(({ id }) => id);
  const delivered = rows.filter((row) => isMet(deliveredShipment, row)).map(({ id }) => id);
  const [routes, loads, podsOf] = await Promise.all([
    routesOf(read, ids),
    loadsOf(read, ids, timeZone),
    podStatusesOf(read, delivered),
  ]);
  return rows.map((row) => ({
    id: row.id,
    friendlyId: row.friendly_id,
    createdAt: row.created_at,
    customerName: row.customer_name,
    status: row.status,
    billingStatus: row.billing_status,
    deliveredAt: row.delivered_at,
    lastDeliveryDay: row.delivery_date,
    revenueCents: row.revenue_cents,
    costCents: row.cost_cents,
    podStatuses: podsOf(row.id),
    routes: routes.get(row.id) ?? [],
    loads: loads.get(row.id) ?? [],
  }));
}

interface StopRow {
  readonly shipment_id: string;
  readonly order_id: string;
  readonly mileage: number | null;
  /** Null: an order without stops. */
  readonly stop_id: string | null;
  readonly sequence: number;
  readonly actual_arrival: string | null;
  readonly actual_departure: string | null;
  readonly is_drop_trailer: number;
  readonly window_start: string | null;
  readonly window_end: string | null;
  readonly window_kind: StopWindow['kind'] | null;
  readonly time_zone: string | null;
  readonly is_dated: number;
}

async function routesOf(
  read: Reader,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WatchedRoute[]>> {
  const own = isOneOf('o.shipment_id', shipmentIds);
  const rows = await rowsOf<StopRow>(
    read,
    `select o.shipment_id, o.id as order_id, o.mileage, st.stop_id, st.sequence, st.actual_arrival, st.actual_departure,
      st.is_drop_trailer, st.window_start, st.window_end, st.window_kind, st.time_zone, st.is_dated
    from freight_order o join shipment s on s.id = o.shipment_id left join order_stop st on st.order_id = o.id
    where ${own.text} and ${printRule(orderUnderWay, 'o')}
    order by o.shipment_id, o.id <> coalesce(s.first_order_id, ''), o.created_at, o.id`,
    own.values,
  );
  return byShipment(rows, ({ order_id: id }) => id, routeOf);
}

const routeOf = (rows: readonly StopRow[]): WatchedRoute => ({
  stops: rows.flatMap((row) => (row.stop_id === null ? [] : [stopOf(row, row.stop_id)])),
  miles: rows[0]?.mileage ?? null,
});

const stopOf = (row: StopRow, id: string): WatchedStop => ({
  id,
  sequence: row.sequence,
  actualArrival: row.actual_arrival,
  actualDeparture: row.actual_departure,
  dropTrailer: row.is_drop_trailer === 1,
  window: windowOfParts({
    start: row.window_start,
    end: row.window_end,
    kind: row.window_kind,
    zone: row.time_zone,
  }),
  hasDate: row.is_dated === 1,
});

interface CarrierRow {
  readonly shipment_id: string;
  readonly load_id: string;
  /** Null: nobody is on the load. */
  readonly carrier_id: string | null;
  readonly dispatched_at: string | null;
  readonly has_cover: number;
  readonly insurance_expires_at: string | null;
}

async function loadsOf(
  read: Reader,
  shipmentIds: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, WatchedFreight['loads']>> {
  const own = isOneOf('l.shipment_id', shipmentIds);
  const rows = await rowsOf<CarrierRow>(
    read,
    `select l.shipment_id, l.id as load_id, lc.carrier_id, lc.dispatched_at, c.id is not null as has_cover,
      c.insurance_expires_at
    from load l left join load_carrier lc on lc.load_id = l.id and ${printRule(activeAssignment, 'lc')}
      left join carrier c on c.id = lc.carrier_id and ${hasCoverOnRecord('c')}
    where ${own.text} and ${printRule(notCanceled, 'l')}`,
    own.values,
  );
  return byShipment(
    rows,
    ({ load_id: id }) => id,
    (carriers) => carriers.flatMap((row) => (row.carrier_id === null ? [] : [carrierOf(row, timeZone)])),
  );
}

const carrierOf = (row: CarrierRow, timeZone: string): WatchedCarrier => ({
  dispatchedAt: row.dispatched_at,
  coverEnd: row.has_cover === 1 ? coverDay(row.insurance_expires_at, timeZone) : undefined,
});

const coverDay = (end: string | null, timeZone: string): string | null => end && civilDay(end, timeZone);

/** Only truckload carriers have it on record. */
const hasCoverOnRecord = (carrier: string): string => `${carrier}.type = 'TRUCKLOAD'`;

/** The day on which the cover of each of these carriers ends; those that are asked for none are left out. */
export async function coverEndsOf(
  read: Reader,
  carrierIds: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, string | null>> {
  const of = isOneOf('id', carrierIds);
  const carriers = await rowsOf<{ readonly id: string; readonly insurance_expires_at: string | null }>(
    read,
    `select id, insurance_expires_at from carrier where ${hasCoverOnRecord('carrier')} and ${of.text}`,
    of.values,
  );
  return new Map(carriers.map(({ id, insurance_expires_at: end }) => [id, coverDay(end, timeZone)]));
}

/** What each shipment has of something, each made of the rows that belong together. */
function byShipment<Row extends { readonly shipment_id: string }, Part>(
  rows: readonly Row[],
  key: (row: Row) => string,
  make: (rows: readonly Row[]) => Part,
): ReadonlyMap<string, readonly Part[]> {
  const parts = [...Map.groupBy(rows, key).values()].map((own) => ({ own, part: make(own) }));
  const grouped = Map.groupBy(parts, ({ own }) => own[0]?.shipment_id ?? '');
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ part }) => part)]));
}
